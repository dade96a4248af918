"""The engine over gRPC."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from socket import create_connection, create_server, socket

import grpc
import pytest
from service import Service

from faan.engine import AsyncEngine, Engine, EngineError
from faan.engine.v1.engine_pb2 import ListVariantsRequest, ScoreHandRequest, ScoreHandsRequest
from faan.engine.v1.hand_pb2 import WON_BY_SELF_DRAW, Circumstances, Hand
from faan.engine.v1.score_pb2 import Win
from faan.engine.v1.tiles_pb2 import WIND_EAST, WIND_WEST, Tiles
from faan.engine.v1.variant_pb2 import VariantRef

RULES = VariantRef(id="old-hong-kong")


def win(winning_tile: str) -> Win:
    hand = Hand(concealed=Tiles(notation="123m 345m 678m 99m EE"), winning_tile=Tiles(notation=winning_tile))
    return Win(hand=hand, circumstances=Circumstances(won_by=WON_BY_SELF_DRAW), seat_wind=WIND_WEST, round_wind=WIND_EAST)


def batches(count: int) -> Iterator[ScoreHandsRequest]:
    for number in range(count):
        yield ScoreHandsRequest(variant=RULES if number == 0 else None, wins=[win("9m"), win("1p")] * 32)


async def asynchronous_batches() -> AsyncIterator[ScoreHandsRequest]:
    for batch in batches(5):
        yield batch


def test_a_hand_is_scored(service: Service) -> None:
    with Engine(service.engine) as engine:
        assert engine.score_hand(ScoreHandRequest(variant=RULES, win=win("9m"))).score.fan == 5
        assert engine.stub.ListVariants(ListVariantsRequest()).variants


def test_a_refusal_has_a_reason(service: Service) -> None:
    with Engine(service.engine) as engine, pytest.raises(EngineError) as raised:
        engine.score_hand(ScoreHandRequest(variant=RULES, win=win("1p")))
    assert (raised.value.status, raised.value.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "NOT_WINNING_HAND")
    assert list(raised.value.fields) == ["win.hand.concealed"]


def test_a_stream_of_batches(service: Service) -> None:
    with Engine(service.engine) as engine:
        responses = list(engine.score_hands(batches(20)))
    assert len(responses) == 20
    for response in responses:
        assert [result.WhichOneof("result") for result in response.results] == ["scored", "refused"] * 32


def test_a_stream_that_is_refused_names_the_batch(service: Service) -> None:
    malformed = [ScoreHandsRequest(variant=RULES, wins=[win("9m")]), ScoreHandsRequest(wins=[Win()])]
    with Engine(service.engine) as engine, pytest.raises(EngineError) as raised:
        list(engine.score_hands(malformed))
    assert (raised.value.reason, raised.value.metadata["batch"]) == ("FIELD_MISSING", "1")


def test_asynchronous_calls(service: Service) -> None:
    async def ask() -> None:
        async with AsyncEngine(service.engine) as engine:
            assert (await engine.score_hand(ScoreHandRequest(variant=RULES, win=win("9m")))).score.fan == 5
            assert len([response async for response in engine.score_hands(batches(5))]) == 5
            assert len([response async for response in engine.score_hands(asynchronous_batches())]) == 5
            with pytest.raises(EngineError) as raised:
                await engine.score_hand(ScoreHandRequest(variant=RULES, win=win("1p")))
            assert raised.value.reason == "NOT_WINNING_HAND"

    asyncio.run(ask())


def forward(source: socket, target: socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)


def test_a_call_is_retried_while_the_engine_is_unavailable(service: Service) -> None:
    accepted = 0
    host, port = service.engine.split(":")
    with create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            nonlocal accepted
            while True:
                connection, _ = listener.accept()
                accepted += 1
                if accepted <= 3:
                    connection.recv(4096)
                    connection.close()
                    continue
                upstream = create_connection((host, int(port)))
                threading.Thread(target=forward, args=(connection, upstream), daemon=True).start()
                threading.Thread(target=forward, args=(upstream, connection), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        with Engine(f"127.0.0.1:{listener.getsockname()[1]}", timeout=20) as engine:
            assert engine.score_hand(ScoreHandRequest(variant=RULES, win=win("9m"))).score.fan == 5
    assert accepted >= 4
