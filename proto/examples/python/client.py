"""A client in Python: scores one hand, handles one refusal, and sends a stream of batches.

README.md describes how to generate the modules under faan/. Then run:

    python client.py 127.0.0.1:50051
    python client.py engine.internal:50051 --ca ca.pem --token "$TOKEN"
"""

import argparse

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from faan.engine.v1 import engine_pb2, engine_pb2_grpc, hand_pb2, score_pb2, tiles_pb2, variant_pb2

OLD_HONG_KONG = variant_pb2.VariantRef(id="old-hong-kong")


def tiles(notation):
    return tiles_pb2.Tiles(notation=notation)


def win(winning_tile):
    """A self-draw of West in the East round, with the given winning tile."""
    pungs = [hand_pb2.Meld(kind=hand_pb2.MELD_KIND_PUNG, tiles=tiles(t)) for t in ("222m", "444p", "666s")]
    return score_pb2.Win(
        hand=hand_pb2.Hand(
            concealed=tiles("88m NN"), winning_tile=tiles(winning_tile), melds=pungs, bonus_tiles=tiles("1f")
        ),
        circumstances=hand_pb2.Circumstances(won_by=hand_pb2.WON_BY_SELF_DRAW),
        seat_wind=tiles_pb2.WIND_WEST,
        round_wind=tiles_pb2.WIND_EAST,
    )


def score_text(answer):
    points = " ".join(f"{payment.half_points / 2:+g}" for payment in answer.payments)
    return f"{answer.score.fan} fan: {points}"


def reason(error):
    """The reason in the details of an error. Errors of the transport have no details and are raised again."""
    status = rpc_status.from_call(error)
    info, request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in status.details if status else []:
        detail.Unpack(info)
        detail.Unpack(request)
    if not info.reason:
        raise error
    field = request.field_violations[0].field if request.field_violations else ""
    return f"{info.reason} at {field}: {error.details()}"


def one_hand(engine, winning_tile, metadata):
    request = engine_pb2.ScoreHandRequest(variant=OLD_HONG_KONG, win=win(winning_tile))
    try:
        return score_text(engine.ScoreHand(request, timeout=10, metadata=metadata))
    except grpc.RpcError as error:
        return reason(error)


def batches(number):
    """Only the first batch names the rules; they apply to all batches."""
    for index in range(number):
        variant = OLD_HONG_KONG if index == 0 else None
        yield engine_pb2.ScoreHandsRequest(variant=variant, wins=[win("8m"), win("9m")])


def many_hands(engine, number, metadata):
    """gRPC sends the next batch when the engine can receive it, while this function reads the responses."""
    try:
        for response in engine.ScoreHands(batches(number), metadata=metadata):
            for result in response.results:
                if result.WhichOneof("result") == "scored":
                    yield score_text(result.scored)
                else:
                    refused = result.refused
                    yield f"{refused.reason} at {refused.field}: {refused.message}"
    except grpc.RpcError as error:
        yield reason(error)


def main():
    parser = argparse.ArgumentParser(description="Scores hands with a Faan engine.")
    parser.add_argument("address")
    parser.add_argument("--ca", help="the CA of the engine certificate (a PEM file); default: plain text")
    parser.add_argument("--token", help="sent as `authorization: Bearer …`")
    arguments = parser.parse_args()
    metadata = [("authorization", f"Bearer {arguments.token}")] if arguments.token else []
    if arguments.ca:
        with open(arguments.ca, "rb") as file:
            channel = grpc.secure_channel(arguments.address, grpc.ssl_channel_credentials(file.read()))
    else:
        channel = grpc.insecure_channel(arguments.address)
    with channel:
        engine = engine_pb2_grpc.EngineServiceStub(channel)
        print(one_hand(engine, "8m", metadata))
        print(one_hand(engine, "9m", metadata))
        for line in many_hands(engine, 3, metadata):
            print(line)


if __name__ == "__main__":
    main()
