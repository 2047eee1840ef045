"""Extensions that Sphinx loads while it builds the book; `_config.yml` names them."""
