"""An action that many callers need at the same time, and that may run only once."""

import asyncio
from collections.abc import Callable, Coroutine


class AsyncOnce:
    """Runs an action for all callers that need it at the same time.

    The action runs to its end even if a caller is cancelled: the others wait for it, and what it has fetched must not be lost.
    """

    def __init__(self) -> None:
        self._running: asyncio.Task[None] | None = None

    async def run(self, is_needed: Callable[[], bool], action: Callable[[], Coroutine[None, None, None]]) -> None:
        """Waits for the action that is running; if none is, runs it unless it is no longer needed. Raises what the action raises."""
        if self._running is None:
            if not is_needed():
                return
            self._running = asyncio.create_task(action())
            self._running.add_done_callback(self._end)
        await asyncio.shield(self._running)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._running = None
        if not task.cancelled():
            # If all callers were cancelled, nobody else reads it, and asyncio would log that.
            task.exception()
