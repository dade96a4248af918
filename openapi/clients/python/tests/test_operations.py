"""Every operation of the contract is a method, and what the service responds is what its types say."""

import inspect
import json
import os
from pathlib import Path
from typing import Any, cast

import pytest
from everything import everything
from service import Service

from faan import AsyncClient, Client

CONTRACT = json.loads(Path(os.environ["FAAN_CONTRACT"]).read_text())
OPERATIONS = {operation["operationId"]: operation for path in CONTRACT["paths"].values() for operation in path.values()}
# What goes with a body that is a file. The client sends JSON.
WITH_FILES = {"import_matches": {"terms"}}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_is_a_method(name: str) -> None:
    blocking, asynchronous = inspect.signature(getattr(Client, name)), inspect.signature(getattr(AsyncClient, name))
    assert list(blocking.parameters) == list(asynchronous.parameters)
    named = {parameter["name"].lower().replace("-", "_") for parameter in OPERATIONS[name].get("parameters", [])}
    if "requestBody" in OPERATIONS[name]:
        named.add("body")
    assert named - WITH_FILES.get(name, set()) == {parameter.rstrip("_") for parameter in blocking.parameters} - {"self"}


class CallRecorder:
    """A client that notes the names of the methods that are called."""

    def __init__(self, client: Client, called: set[str]) -> None:
        self.client = client
        self.called = called

    def __getattr__(self, name: str) -> Any:
        self.called.add(name)
        return getattr(self.client, name)


def test_every_operation_is_called_and_its_response_is_read(service: Service) -> None:
    called: set[str] = set()
    with Client(service.url) as owner, Client(service.url) as guest:
        everything(cast(Client, CallRecorder(owner, called)), cast(Client, CallRecorder(guest, called)))
    # The client refreshes its session by itself.
    assert set(OPERATIONS) - called == {"refresh_session"}
