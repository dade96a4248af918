// @ts-check
/** Requests to the REST API of the server that the page came from. */
import { noteServerTime } from "./server_clock.js";
import { notePlayers } from "./told_apart.js";

/** @typedef {import("openapi").components["schemas"]} Schemas */
/** @typedef {Schemas["Problem"]} Problem */

/** The server refused a request. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Whether a response has JSON. @param {Response} response */
const isJson = (response) => /\bjson\b/.test(response.headers.get("content-type") ?? "");

/** Sends a request. No cookie goes with it, unless `init` says so. @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export async function sendForResponse(path, init) {
  const response = await fetch(path, { credentials: "omit", ...init });
  noteServerTime(response.headers.get("date"));
  if (response.ok) return response;
  const unknown = { type: "about:blank", title: "", status: response.status, detail: response.statusText, code: "internal" };
  throw new Refusal(isJson(response) ? await response.json() : unknown);
}

/** Sends a request, and reads the response: JSON, or else its text. @param {string} path @param {RequestInit} [init] */
export async function send(path, init) {
  const response = await sendForResponse(path, init);
  if (!isJson(response)) return response.text();
  const answer = await response.json();
  notePlayers(answer);
  return answer;
}

/** @param {string} path @param {unknown} body @param {AbortSignal} signal */
const post = (path, body, signal) =>
  send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

/** @returns {Promise<Schemas["Variants"]>} */
export const listVariants = () => send("/v1/variants");

/** @returns {Promise<Schemas["Patterns"]>} */
export const listPatterns = () => send("/v1/patterns");

/** @param {Schemas["ScoreRequest"]} request @param {AbortSignal} signal @returns {Promise<Schemas["ScoreResponse"]>} */
export const scoreHand = (request, signal) => post("/v1/score", request, signal);

/** @param {Schemas["WaitsRequest"]} request @param {AbortSignal} signal @returns {Promise<Schemas["WaitsResponse"]>} */
export const findWaits = (request, signal) => post("/v1/waits", request, signal);

/** @param {Schemas["PlayRequest"]} request @param {AbortSignal} signal @returns {Promise<Schemas["PlayResponse"]>} */
export const playHands = (request, signal) => post("/v1/hands:play", request, signal);

/** @param {Schemas["DocumentToCheck"]} request @param {AbortSignal} signal @returns {Promise<Schemas["DocumentCheck"]>} */
export const checkVariant = (request, signal) => post("/v1/variants:check", request, signal);
