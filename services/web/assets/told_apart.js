// @ts-check
/**
 * Players whose names are the same have the end of their id behind the name. It is the same end on every page and at a terminal, whoever
 * else is on the list; a number would be another one there.
 */
import { text } from "./language.js";

/** A player as the server names one. @typedef {{ id: string, name?: string | null | undefined, merged_into?: string | null | undefined }} Named */

/** What the server says of a player: an object with an id and a name and more is something else. */
const FIELDS = ["id", "name", "merged_into", "merged_directly_into", "user", "link_confirmed"];
/** How many characters of an id tell two players apart, most of the time. */
const SHORTEST = 4;

/** The names of players, by id, in the form in which they are compared. @type {Map<string, string>} */
const foldedNames = new Map();
/** Who has a name. @type {Map<string, Set<string>>} */
const players = new Map();

/** The form in which the server compares names, as far as a browser has it. @param {string} name */
export const foldedName = (name) =>
  name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "").toUpperCase().toLowerCase().normalize("NFKC").trim().split(/\s+/u).join(" ");

/** Nobody has this id any more: whoever is left with the name needs nothing behind it. @param {string} id */
export function forgetPlayer(id) {
  players.get(foldedNames.get(id) ?? "")?.delete(id);
  foldedNames.delete(id);
}

/** Remembers the players in an answer of the server, wherever they stand in it. @param {unknown} answer */
export function notePlayers(answer) {
  if (typeof answer !== "object" || answer === null) return;
  if ("erased" in answer && "id" in answer) forgetPlayer(String(answer.id));
  else if (isPlayer(answer)) notePlayer(answer);
  else Object.values(answer).forEach(notePlayers);
}

/** The name of a player, told apart from others who are called the same. @param {Named} player */
export function playerText(player) {
  const { name } = player;
  if (name === undefined || name === null) return text("unknown_name");
  const all = players.get(foldedName(name));
  if (all === undefined || all.size < 2) return name;
  return `${name} (…${endOf(counted(player), [...all])})`;
}

/** Whom a player counts for. @param {Named} player */
const counted = ({ id, merged_into }) => merged_into ?? id;

/** @param {object} answer @returns {answer is Named & { name: string }} */
function isPlayer(answer) {
  const { id, name } = /** @type {Record<string, unknown>} */ (answer);
  return typeof id === "string" && typeof name === "string" && Object.keys(answer).every((field) => FIELDS.includes(field));
}

/** @param {Named & { name: string }} player */
function notePlayer(player) {
  const [id, name] = [counted(player), foldedName(player.name)];
  // Of somebody who was merged away, the list of the club says the name that they had.
  if (foldedNames.get(id) === name || (player.merged_into && foldedNames.has(id))) return;
  forgetPlayer(id);
  foldedNames.set(id, name);
  players.set(name, (players.get(name) ?? new Set()).add(id));
}

/** The shortest end of an id that none of the others has. @param {string} id @param {string[]} all */
function endOf(id, all) {
  const others = all.filter((other) => other !== id);
  let length = SHORTEST;
  while (length < id.length && others.some((other) => other.endsWith(id.slice(-length)))) length += 1;
  return id.slice(-length);
}
