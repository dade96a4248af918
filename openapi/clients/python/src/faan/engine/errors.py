"""The errors of the engine."""

from collections.abc import Iterable, Mapping
from typing import cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from faan.errors import FaanError

DETAILS = "grpc-status-details-bin"


class EngineError(FaanError):
    """The engine refused a call, or could not be reached."""

    def __init__(self, error: grpc.RpcError) -> None:
        info, request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        for detail in status_of(error).details:
            detail.Unpack(info)
            detail.Unpack(request)
        self.status: grpc.StatusCode = error.code()
        """The status of gRPC."""
        self.reason: str | None = info.reason or None
        """The stable reason, for programs, such as `NOT_WINNING_HAND`. None for an error of the transport, such as no connection."""
        self.detail: str = error.details() or ""
        """What is wrong, in a sentence for people."""
        self.fields: Mapping[str, str] = {violation.field: violation.description for violation in request.field_violations}
        """The fields at fault, by their path in the request, each with a sentence."""
        self.metadata: Mapping[str, str] = dict(info.metadata)
        """More about the error: `batches_answered` says after how many batches a stream ended, `batch` which one was malformed."""
        super().__init__(f"{self.reason or self.status.name}: {self.detail}")


def status_of(error: grpc.RpcError) -> status_pb2.Status:
    """The status with its details; an empty one if the engine sent none."""
    status = status_pb2.Status()
    for key, value in cast("Iterable[tuple[str, bytes]]", error.trailing_metadata() or ()):
        if key == DETAILS:
            try:
                status.ParseFromString(value)
            except DecodeError:
                return status_pb2.Status()
    return status
