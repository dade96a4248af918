import type { components } from "./contract.js";
import type { ProblemCode } from "./problem_codes.js";

/** The body of a refused request (RFC 9457), as the contract describes it. */
export type Problem = components["schemas"]["Problem"];

/** A field at fault: `pointer` is a JSON pointer into the body, or the name of a header or query parameter. */
export type FieldError = components["schemas"]["FieldError"];

/** The service refused a request, and says why. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  /** The stable code. A service newer than this client can send codes that the type does not have. */
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  /** What the code means, in a few words. */
  readonly title: string;
  /** What is wrong here, in a sentence for people. */
  readonly detail: string;
  /** The fields at fault, as far as the service knows them; otherwise empty. */
  readonly errors: readonly FieldError[];
  /** The value of `Retry-After` in seconds; undefined if the response has none. */
  readonly retryAfter: number | undefined;
  /** The whole body, with the fields that only some codes have, for example `hand` and `next_number`. */
  readonly problem: Problem;

  constructor(problem: Problem, retryAfter: number | undefined) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.code = problem.code as ProblemCode;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/**
 * No complete response of the service arrived: there was no connection, the response was cut off or took too long, or something
 * between client and service answered. `cause` has the reason. It is not known whether the service carried out a write.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** The HTTP status of a response that is not from the service, for example 502 of a proxy; otherwise undefined. */
  readonly status: number | undefined;
  /** The value of `Retry-After` of such a response in seconds; otherwise undefined. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: { cause?: unknown; status?: number; retryAfter?: number | undefined } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
}
