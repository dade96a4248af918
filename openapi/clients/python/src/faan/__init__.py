"""A client of Faan, the scoring engine and match ledger for Hong Kong mahjong.

`Client` is synchronous, `AsyncClient` asynchronous; they have the same methods. `faan.models` has the types of the contract.
`faan.engine` calls the scoring engine over gRPC, if the package is installed as `faan[grpc]`.
"""

from faan import models
from faan._async.client import AsyncClient
from faan._sync.client import Client
from faan._version import VERSION as __version__
from faan.codes import ProblemCode
from faan.errors import FaanError, NetworkError, ProblemError, UnreadableResponseError
from faan.retries import Retries

__all__ = [
    "AsyncClient",
    "Client",
    "FaanError",
    "NetworkError",
    "ProblemCode",
    "ProblemError",
    "Retries",
    "UnreadableResponseError",
    "__version__",
    "models",
]
