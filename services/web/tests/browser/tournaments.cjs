"use strict";
// Tournaments that are made over the REST API, where the way to them is not what is tested.

const WINDS = ["Ah Ming", "Bo", "Chun", "Daai Lo"];
const DRAGONS = ["Fong", "Gwan", "Hei", "<b>Ivy</b>"];
const NAMES = [...WINDS, ...DRAGONS];

const RULES = { rounds: 2, draw: "random", scoring: "points", clock: { minutes: 60, last_hand: "finish_hand" } };

/** A club with a tournament in which everybody is checked in, made over the REST API. */
async function tournamentOf(clubs, names, rules = RULES) {
  const club = await clubs.found({ players: names });
  const today = new Date().toISOString().slice(0, 10);
  const opened = { name: "Autumn cup", from: "2020-01-01", until: today, rules };
  const { id } = await club.owner.call("POST", `${club.path}/tournaments`, opened);
  const path = `${club.path}/tournaments/${id}`;
  const all = Object.values(club.ids);
  await club.owner.call("POST", `${path}/entrants`, { registered: all.map((player) => ({ player })), checked_in: all });
  const draw = () => club.owner.call("POST", `${path}/rounds`, {});
  const show = (part = "", options = {}) => club.open(`/tournaments/${id}${part}`, options);
  return { ...club, tournament: path, address: `${club.page}/tournaments/${id}`, draw, show };
}

/** The link to the screen of a club's hall, and the one that its code leads to. */
async function hallLinks({ owner, path, page }) {
  const { secret } = await owner.call("POST", `${path}/screen/api-keys`, { name: "hall", expires_in_days: 1 });
  return { screen: `${page}/screen#look=${secret}`, seat: `${page}/seat#look=${secret}` };
}

module.exports = { DRAGONS, NAMES, RULES, WINDS, hallLinks, tournamentOf };
