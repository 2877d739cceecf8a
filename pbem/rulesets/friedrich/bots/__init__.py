"""Players for demonstrations and tests: what they make of a view, by their temperament."""
