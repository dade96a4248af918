import type { components } from "./contract.js";
import { NetworkError, ProblemError } from "./errors.js";
import { backoff, wait, type Limits } from "./waiting.js";

type Schemas = components["schemas"];

/** The service sends a comment every five seconds. A stream that is silent for longer than this is broken. */
const SILENCE_MS = 15_000;

/** One server-sent event. */
export interface FaanEvent<Data> {
  /** Pass it as `lastEventId` to continue after this event. */
  id: string;
  /** The kind of ledger entry; for an audit `progress` or `finished`. */
  event: string;
  data: Data;
}

/** The data of the events of each stream. */
export interface EventData {
  "/v1/clubs/{club}/events": Schemas["LedgerEvent"];
  "/v1/clubs/{club}/matches/{match}/events": Schemas["LedgerEvent"];
  "/v1/clubs/{club}/audits/{audit}/events": Schemas["AuditProgress"];
}

/** Opens a stream after the event with that id. */
export type Open = (lastEventId: string | undefined) => Promise<Response>;

function parse<Data>(block: string): FaanEvent<Data> | undefined {
  let [id, event] = ["", "message"];
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === "id") id = value ?? "";
    if (field === "event") event = value ?? "";
    if (field === "data") data.push(value ?? "");
  }
  return data.length === 0 ? undefined : { id, event, data: JSON.parse(data.join("\n")) as Data };
}

/** Rejects if a promise takes longer than `SILENCE_MS`. */
async function withinSilence<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NetworkError(`nothing arrived for ${SILENCE_MS} ms`)), SILENCE_MS);
  });
  return Promise.race([promise, silent]).finally(() => clearTimeout(timer));
}

/** The events of one response, until it ends. An event that is cut off is left out. */
async function* read<Data>(body: ReadableStream<Uint8Array>): AsyncGenerator<FaanEvent<Data>> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parse<Data>(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Follows a stream across its end and across network failures, from the last event on. Ends after `finished` of an audit, when the
 * service has nothing more to send (204), and when the signal is aborted. Throws the problem if the service refuses the stream.
 */
export async function* follow<Data>(
  open: Open, lastEventId: string | undefined, limits: Limits, signal: AbortSignal | undefined,
): AsyncGenerator<FaanEvent<Data>> {
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const response = await open(lastEventId);
      if (response.body === null) return;
      for await (const event of read<Data>(response.body)) {
        failures = 0;
        lastEventId = event.id;
        yield event;
        if (event.event === "finished") return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ProblemError) throw error;
    }
    failures += 1;
    // An abort while it waits ends the loop, too.
    await wait(backoff(failures, limits), signal).catch(() => undefined);
  }
}
