"""The layer that sends requests."""
