"""Players for demonstrations and tests."""
