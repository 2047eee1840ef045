"""The parts of the sharp version: explorations, certificates and a learner that is kept.

Explained in the chapter *The sharp version*.
"""
