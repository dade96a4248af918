"""The scoring engine over gRPC. Install the package as `faan[grpc]`.

`Engine` is synchronous, `AsyncEngine` asynchronous; they have the same methods. `faan.engine.v1` has the messages of the contract.
"""

try:
    import google.rpc  # type: ignore[import-untyped]  # noqa: F401
    import grpc  # noqa: F401
except ImportError as error:
    raise ImportError("faan.engine needs gRPC: install faan[grpc]") from error

from faan.engine.asynchronous import AsyncEngine
from faan.engine.errors import EngineError
from faan.engine.synchronous import Engine

__all__ = ["AsyncEngine", "Engine", "EngineError"]
