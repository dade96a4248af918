// @ts-check
/** What happened in a hand, in a few words. */
import { listed, text } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** The name of whoever sits on a chair. @typedef {(chair: number) => string} ChairName */

/** Who won, and from whom. @param {number[]} chairs of the winners @param {number | null | undefined} from @param {ChairName} name */
export function winText(chairs, from, name) {
  const winners = listed(chairs.map(name));
  return from === null || from === undefined ? text("line_self_draw", { winners }) : text("line_win", { winners, from: name(from) });
}

/** @param {Schemas["Outcome"]} outcome @param {ChairName} name */
export function outcomeText(outcome, name) {
  if (outcome.kind === "goulash") return text("goulash");
  if (outcome.kind !== "win") return text(`line_${outcome.kind}`);
  const won = winText(outcome.winners.map(({ chair }) => chair), outcome.from_chair, name);
  const fan = outcome.winners.flatMap(({ declared }) => (declared ? [declared.limit ? text("limit_hand") : text("fan", { count: declared.fan })] : []));
  return listed([won, ...fan]);
}
