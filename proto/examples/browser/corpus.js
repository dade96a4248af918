// Calls the engine from a page, with Connect over gRPC-Web, for every case of the corpus (proto/corpus), and compares the results.
import { fromJson } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { EngineService, PlayHandsRequestSchema, ScoreHandRequestSchema } from "./generated/faan/engine/v1/engine_pb.js";
import { LeftOutReason } from "./generated/faan/engine/v1/score_pb.js";
import { ErrorInfoSchema } from "./generated/google/rpc/error_details_pb.js";

const SEATS = ["east", "south", "west", "north"];

const enumName = (prefix, word) => (word === undefined ? undefined : `${prefix}_${word.toUpperCase()}`);
const tiles = (list) => (list === undefined ? undefined : { notation: [list].flat().join(" ") });

// JSON has no undefined, and neither has a message: leaves out what the case does not state.
const stated = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const liability = (it) => it && stated({ rule: enumName("LIABILITY_RULE", it.rule), tilesLeft: it.tiles_left, liveTile: it.live_tile });

const hand = (it) =>
  it &&
  stated({
    concealed: tiles(it.concealed),
    winningTile: tiles(it.winning_tile),
    melds: it.melds?.map((meld) => ({ kind: enumName("MELD_KIND", meld.kind), tiles: tiles(meld.tiles) })),
    bonusTiles: tiles(it.bonus_tiles),
  });

const circumstances = (it) =>
  stated({
    wonBy: enumName("WON_BY", it.won_by),
    robbedKong: enumName("MELD_KIND", it.robbed_kong),
    lastTile: it.last_tile,
    replacement: enumName("REPLACEMENT", it.replacement),
    firstTurn: enumName("FIRST_TURN", it.first_turn),
  });

const win = (it) =>
  stated({
    hand: hand(it.hand),
    circumstances: circumstances(it),
    seatWind: enumName("WIND", it.seat_wind),
    roundWind: enumName("WIND", it.round_wind),
    fromSeat: enumName("WIND", it.from_seat),
    liability: liability(it.liability),
    liableSeat: enumName("WIND", it.liable_seat),
  });

const declared = (it) => it && stated({ fan: it.fan, limit: it.limit, fanTowardMinimum: it.fan_toward_minimum });

const winner = (it) =>
  stated({ chair: it.chair, hand: hand(it.hand), declared: declared(it.declared), liability: liability(it.liability), liableChair: it.liable_chair });

const outcomes = {
  win: (it) => ({ win: stated({ winners: it.winners.map(winner), circumstances: circumstances(it), fromChair: it.from_chair }) }),
  goulash: () => ({ goulash: {} }),
  early_end: () => ({ earlyEnd: {} }),
  side_payment: (it) => ({
    sidePayment: stated({ chair: it.chair, fromChair: it.from_chair, sidePayment: it.side_payment, points: it.points }),
  }),
  totals: (it) => ({ totals: stated({ halfPoints: it.payments.map((points) => String(2 * points)), houseHalfPoints: String(2 * (it.house ?? 0)) }) }),
  substitution: (it) => ({ substitution: { chair: it.chair } }),
  false_mahjong: (it) => ({ falseMahjong: stated({ chair: it.chair, points: it.points }) }),
  agreed: (it) => ({ agreed: stated({ winnerChair: it.winner_chair, halfPoints: it.payments.map((points) => String(2 * points)) }) }),
  penalty: (it) => ({ penalty: stated({ chair: it.chair, penalty: it.penalty, points: it.points, payee: enumName("PAYEE", it.payee) }) }),
};

// A case without its variant, as the message that the engine takes.
const request = (it) => {
  const options = it.minimum_fan === undefined ? undefined : { minimumFan: it.minimum_fan };
  return it.win
    ? fromJson(ScoreHandRequestSchema, stated({ options, win: win(it.win), explain: true }))
    : fromJson(PlayHandsRequestSchema, stated({ options, outcomes: it.outcomes.map((outcome) => outcomes[outcome.kind](outcome)) }));
};

const halves = (payments) => payments.map((payment) => Number(payment.halfPoints) / 2);

// What the engine found of a win, in the form of `expect`: only the reasons that the case names for patterns that do not count.
const scored = (response, expect) => {
  const score = response.score;
  const counted = score.counted.map((it) => (it.limit ? { limit: true, pattern: it.pattern } : { fan: it.fan, pattern: it.pattern }));
  counted.sort((one, other) => (one.pattern < other.pattern ? -1 : 1));
  const payments = response.payments.map((it) => ({ points: Number(it.halfPoints) / 2, seat_wind: SEATS[it.seatWind - 1] }));
  const found = { counted, fan: score.fan, limit: score.limit, payments, points: score.points };
  if (expect.left_out) {
    const leftOut = score.leftOut.map((it) => ({ by: it.by, pattern: it.pattern, reason: LeftOutReason[it.reason].toLowerCase() }));
    found.left_out = expect.left_out.map((named) => leftOut.find((it) => it.pattern === named.pattern));
  }
  if (score.capped.length > 0) found.capped = score.capped.map((it) => ({ fan: it.fan, fan_before: it.fanBefore, patterns: [...it.patterns].sort() }));
  return found;
};

const played = ({ state }) => {
  const wind = ["", "East", "South", "West", "North"][state.deal?.roundWind ?? 0];

  const next = state.ending ? "over" : `hand ${state.nextNumber} ${wind} dealer ${state.deal.dealer} extra ${state.deal.extra}`;
  return { state: next, total_points: state.totalHalfPoints.map((half) => Number(half) / 2) };
};

// The same value with names sorted, so that two of them can be compared as text.
const canonical = (value) => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, canonical(value[name])]));
};

const normal = (expect) => {
  const { narrowly_missed, ...rest } = structuredClone(expect);
  if (rest.refused) return { refused: rest.refused.code };
  for (const it of rest.left_out ?? []) it.by ??= "";
  for (const it of rest.capped ?? []) it.patterns.sort();
  return rest;
};

const call = async (client, it, document) => {
  const variant = it.patch ? { case: "document", value: document } : { case: "id", value: it.variant };
  const message = Object.assign(request(it), { variant: { $typeName: "faan.engine.v1.VariantRef", variant } });
  try {
    return it.win ? scored(await client.scoreHand(message), it.expect) : played(await client.playHands(message));
  } catch (error) {
    const refusal = ConnectError.from(error);
    const [info] = refusal.findDetails(ErrorInfoSchema);
    if (refusal.code !== Code.InvalidArgument || info?.domain !== "engine.faan") throw error;
    return { refused: info.reason.toLowerCase() };
  }
};

// Calls the engine for each case; `wrong` has those whose result differs.
export const run = async (engine) => {
  const client = createClient(EngineService, createGrpcWebTransport({ baseUrl: engine }));
  const lines = (await (await fetch("/corpus/faan-corpus.jsonl")).text()).trim().split("\n");
  const wrong = [];
  for (const line of lines) {
    const it = JSON.parse(line);
    const document = it.patch && new Uint8Array(await (await fetch(`/corpus/documents/${it.variant_hash}.json`)).arrayBuffer());
    const found = JSON.stringify(canonical(await call(client, it, document).catch((error) => ({ error: String(error) }))));
    const expected = JSON.stringify(canonical(normal(it.expect)));
    if (found !== expected) wrong.push({ case: it.notation ?? JSON.stringify(it.outcomes), variant: it.variant, expected, found });
  }
  return { cases: lines.length, wrong };
};

// Whether a call comes back at all: from a page of an origin that is not allowed, it does not.
export const isAllowed = (engine) => {
  const client = createClient(EngineService, createGrpcWebTransport({ baseUrl: engine }));
  return client.listVariants({}).then(() => true, () => false);
};
