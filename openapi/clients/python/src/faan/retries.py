"""When a failed request is sent again."""

import random
from dataclasses import dataclass

from faan.errors import FaanError, NetworkError, ProblemError

TEMPORARY = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class Retries:
    """Limits of retries. Only reads and writes with an idempotency key are sent again.

    The delay before the first retry is `first_delay`, and each further one is twice as long, up to `longest_delay`. Each is multiplied by a
    random number between 0.5 and 1. If the service states `Retry-After`, the client waits that long. All times are in seconds.
    """

    attempts: int = 5
    """How often a request is sent in all; 1 means that it is never sent again."""
    first_delay: float = 0.25
    longest_delay: float = 8.0
    longest_retry_after: float = 60.0
    """A refusal with a longer `Retry-After` is raised at once."""

    def delay(self, failures: int, failure: FaanError) -> float | None:
        """How many seconds to wait after so many failures in sequence. None: the request is not sent again."""
        if failures >= self.attempts or not is_temporary(failure):
            return None
        if isinstance(failure, ProblemError) and failure.retry_after is not None:
            if failure.retry_after > self.longest_retry_after:
                return None
            # Clients that were refused at the same moment should not come back at the same moment.
            return failure.retry_after + random.uniform(0.0, self.first_delay)
        return min(self.longest_delay, self.first_delay * 2.0 ** (failures - 1)) * random.uniform(0.5, 1.0)


def is_temporary(failure: FaanError) -> bool:
    """Whether the same request can succeed later."""
    return isinstance(failure, NetworkError) or (isinstance(failure, ProblemError) and failure.status in TEMPORARY)
