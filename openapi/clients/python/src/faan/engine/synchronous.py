"""The synchronous client of the engine."""

from collections.abc import Generator, Iterable
from types import TracebackType

import grpc

from faan.engine.channel import OPTIONS, Token, authorization
from faan.engine.errors import EngineError
from faan.engine.v1.engine_pb2 import ScoreHandRequest, ScoreHandResponse, ScoreHandsRequest, ScoreHandsResponse
from faan.engine.v1.engine_pb2_grpc import EngineServiceStub


class Engine:
    """A client of one engine. `stub` has every method of the contract, and retries as well.

    Args:
        address: The engine, such as `127.0.0.1:50051`.
        credentials: TLS settings, such as `grpc.ssl_channel_credentials()`. None: plain text, for an engine on this machine.
        token: Sent as `authorization: Bearer …`, or a function that returns it for each call.
        timeout: How many seconds a call may take with its retries; the engine allows at most 60.
    """

    def __init__(
        self,
        address: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        token: Token | None = None,
        timeout: float = 10.0,
    ) -> None:
        if credentials is None:
            self.channel = grpc.insecure_channel(address, options=OPTIONS)
        else:
            self.channel = grpc.secure_channel(address, credentials, options=OPTIONS)
        self.stub = EngineServiceStub(self.channel)
        self._token = token
        self._timeout = timeout

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self.channel.close()

    def score_hand(self, request: ScoreHandRequest) -> ScoreHandResponse:
        """Scores one hand. Raises EngineError."""
        try:
            return self.stub.ScoreHand(request, timeout=self._timeout, metadata=authorization(self._token))
        except grpc.RpcError as error:
            raise EngineError(error) from error

    def score_hands(self, batches: Iterable[ScoreHandsRequest]) -> Generator[ScoreHandsResponse, None, None]:
        """Scores batches of hands, at most 256 in each: one response for each batch, in order.

        The first batch names the rules, which are those of all batches. A refused hand is a result in its response. A stream that ends
        early raises EngineError: its metadata says how many batches were answered, and a new stream can continue after them.
        """
        call = self.stub.ScoreHands(iter(batches), metadata=authorization(self._token))
        try:
            yield from call
        except grpc.RpcError as error:
            raise EngineError(error) from error
        finally:
            call.cancel()
