// An account with a club and an open match, for the tests.
import { Faan } from "faan-client";

export const url = process.env.FAAN_URL;
export const password = "thirteen orphans";

export async function signUp(options) {
  const faan = new Faan(url, options);
  const email = `${crypto.randomUUID()}@example.org`;
  await faan.post("/v1/users", { body: { email, password, display_name: "Mei" } });
  await faan.signIn(email, password);
  return { faan, email };
}

export async function foundClub(faan) {
  const { id: club } = await faan.post("/v1/clubs", { body: { name: "Sai Ying Pun", time_zone: "Asia/Hong_Kong" } });
  const players = [];
  for (const name of ["Ah Ming", "Bo", "Chun", "Daai Lo"]) {
    players.push((await faan.post("/v1/clubs/{club}/players", { params: { path: { club } }, body: { name } })).id);
  }
  return { club, players };
}

export async function openMatch(faan, { club, players }) {
  const body = { terms: { variant: { id: "old-hong-kong" } }, players, played_on: "2026-11-21" };
  return (await faan.post("/v1/clubs/{club}/matches", { params: { path: { club } }, body })).id;
}

export const record = (faan, path, number) =>
  faan.post("/v1/clubs/{club}/matches/{match}/hands", { params: { path }, body: { number, outcome: { kind: "goulash" } } });
