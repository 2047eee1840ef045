"""The pages of the book: build them, make them light, serve, print, measure and look at them."""
