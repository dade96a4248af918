# Generated from the file of the same name in _async by tools/generate.py.
"""The layer that sends requests."""
