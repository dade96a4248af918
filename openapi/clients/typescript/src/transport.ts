import { NetworkError, ProblemError, type Problem } from "./errors.js";
import { backoff, retryAfterSeconds, wait, type Limits } from "./waiting.js";

/** The statuses after which the same request can succeed later. */
const TEMPORARY = new Set([429, 502, 503, 504]);
/** The methods that HTTP defines as idempotent (RFC 9110, section 9.2.2) and the contract uses. */
const IDEMPOTENT = new Set(["GET", "PUT", "DELETE"]);

export type Fetch = (request: Request) => Promise<Response>;

/** A request that can be sent several times. */
export interface Attempt {
  method: string;
  url: string;
  headers: Headers;
  body: ArrayBuffer | undefined;
  signal: AbortSignal;
  /** Whether the response is a stream, which is returned as soon as its headers are there. */
  isStream: boolean;
}

function isRepeatable(attempt: Attempt): boolean {
  return IDEMPOTENT.has(attempt.method) || attempt.headers.has("Idempotency-Key");
}

async function errorOf(response: Response): Promise<ProblemError | NetworkError> {
  const text = await response.text();
  const retryAfter = retryAfterSeconds(response.headers);
  if ((response.headers.get("Content-Type") ?? "").startsWith("application/problem+json")) {
    return new ProblemError(JSON.parse(text) as Problem, retryAfter);
  }
  const message = `the response has status ${response.status} and is not from the service`;
  return new NetworkError(message, { status: response.status, retryAfter });
}

/** Sends a request once. Throws a ProblemError or a NetworkError; if the caller aborts it, the reason of the signal. */
async function sendOnce(fetch: Fetch, attempt: Attempt, timeout: number): Promise<Response> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(new Error(`no response within ${timeout} ms`)), timeout);
  const { method, url, headers, body } = attempt;
  try {
    const signal = AbortSignal.any([attempt.signal, ended.signal]);
    const response = await fetch(new Request(url, { method, headers, body, signal }));
    if (!response.ok) throw await errorOf(response);
    if (attempt.isStream || response.status === 204) return response;
    // The whole body is read here, so that a response that is cut off counts as a failure of this attempt.
    return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof ProblemError || error instanceof NetworkError) throw error;
    attempt.signal.throwIfAborted();
    throw new NetworkError(`${method} ${url}: no complete response`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The wait after an error, or undefined if the request must not be sent again. */
function waitAfter(error: unknown, failures: number, limits: Limits): number | undefined {
  if (failures >= limits.attempts) return undefined;
  if (!(error instanceof NetworkError || error instanceof ProblemError)) return undefined;
  // Without a status there was no complete response.
  if (error.status !== undefined && !TEMPORARY.has(error.status)) return undefined;
  const asked = (error.retryAfter ?? 0) * 1000;
  return asked > limits.longestRetryAfter ? undefined : asked + backoff(failures, limits);
}

/**
 * Sends a request, and sends it again after temporary errors if its method is idempotent or it has an Idempotency-Key. Every attempt has
 * the same key and the same body.
 */
export async function send(fetch: Fetch, attempt: Attempt, limits: Limits): Promise<Response> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await sendOnce(fetch, attempt, limits.timeout);
    } catch (error) {
      const pause = isRepeatable(attempt) ? waitAfter(error, failures, limits) : undefined;
      if (pause === undefined) throw error;
      await wait(pause, attempt.signal);
    }
  }
}
