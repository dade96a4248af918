"""An action that many callers need at the same time, and that may run only once. Written by hand, unlike the other files here."""

import threading
from collections.abc import Callable


class Once:
    """Runs an action for all threads that need it at the same time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def run(self, is_needed: Callable[[], bool], action: Callable[[], None]) -> None:
        """Waits for the thread that is running the action, then runs it unless it is no longer needed. Raises what the action raises."""
        with self._lock:
            if is_needed():
                action()
