import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./contract.js";
import { ProblemError } from "./errors.js";
import { follow, type EventData, type FaanEvent } from "./events.js";
import { AUTHORIZED, KEYED } from "./operations.js";
import { MemoryStore, Tokens, type SessionStore } from "./tokens.js";
import { send, type Attempt, type Fetch } from "./transport.js";
import type { Call, Init, Page, PagedPath, Schemas } from "./types.js";
import { DEFAULT_LIMITS, type Limits } from "./waiting.js";

export interface FaanOptions {
  /** An API key (`faan_…`), instead of signing in. */
  apiKey?: string;
  /** Where the session is kept. Default: in memory. */
  store?: SessionStore;
  /** Limits of retries and times that differ from `DEFAULT_LIMITS`. */
  limits?: Partial<Limits>;
  /** Sends a request. Default: `fetch` of the platform. */
  fetch?: Fetch;
}

export interface FollowOptions {
  /** The stream continues after this event. Without it, a match starts with its latest entry, and a club with its next one. */
  lastEventId?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
}

type UntypedGet = (path: string, options: Record<string, unknown>) => Promise<{ data?: unknown; response: Response }>;

/** A client of one service. Every call throws a ProblemError if the service refuses it, and a NetworkError if no response arrives. */
export class Faan {
  readonly #http: Client<paths>;
  readonly #limits: Limits;
  readonly #fetch: Fetch;
  readonly #tokens: Tokens;
  readonly #apiKey: string | undefined;

  /** @param url the address of the service, for example `https://faan.example` */
  constructor(url: string, options: FaanOptions = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#fetch = options.fetch ?? ((request) => globalThis.fetch(request));
    this.#apiKey = options.apiKey;
    this.#tokens = new Tokens(options.store ?? new MemoryStore(), (token) => this.#refresh(token));
    this.#http = createClient<paths>({ baseUrl: url.replace(/\/+$/, "") });
    this.#http.use({ onRequest: ({ request, schemaPath }) => this.#send(request, `${request.method} ${schemaPath}`) });
    this.get = this.#call("GET") as Call<"get">;
    this.post = this.#call("POST") as Call<"post">;
    this.put = this.#call("PUT") as Call<"put">;
    this.patch = this.#call("PATCH") as Call<"patch">;
    this.delete = this.#call("DELETE") as Call<"delete">;
  }

  /** Calls an operation with the method GET. */
  readonly get: Call<"get">;
  /** Calls an operation with the method POST. */
  readonly post: Call<"post">;
  /** Calls an operation with the method PUT. */
  readonly put: Call<"put">;
  /** Calls an operation with the method PATCH. */
  readonly patch: Call<"patch">;
  /** Calls an operation with the method DELETE. */
  readonly delete: Call<"delete">;

  /** Signs in. Later calls use the session, and replace its access token when it ends. */
  async signIn(email: string, password: string): Promise<void> {
    await this.#tokens.keep(await this.post("/v1/sessions", { body: { email, password } }));
  }

  /** Ends the session at the service, and removes it from the store. */
  async signOut(): Promise<void> {
    const token = await this.#tokens.refreshToken();
    if (token !== undefined) await this.delete("/v1/sessions", { body: { refresh_token: token } });
    await this.#tokens.keep(undefined);
  }

  /** Reads a list page by page, until there is no next page. `query` of the options is the same for all pages. */
  async *pages<Path extends PagedPath>(path: Path, options: Init<Path, "get">): AsyncGenerator<Page<Path>, void, undefined> {
    const { params, ...others } = options as { params?: { query?: Record<string, unknown> } };
    let next: Record<string, unknown> = {};
    for (;;) {
      const all = { ...others, params: { ...params, query: { ...params?.query, ...next } } };
      const { data } = await (this.#http.GET as unknown as UntypedGet)(path, all);
      yield data as Page<Path>;
      const { next_cursor: cursor, next_after: after } = data as { next_cursor?: string | null; next_after?: number | null };
      if (typeof cursor === "string") next = { cursor };
      else if (typeof after === "number") next = { after };
      else return;
    }
  }

  /** Follows a stream of events, across its end and across network failures. `params` are the ids in the path. */
  follow<Path extends keyof EventData>(
    path: Path, params: paths[Path]["get"]["parameters"]["path"], options: FollowOptions = {},
  ): AsyncGenerator<FaanEvent<EventData[Path]>> {
    const open = async (lastEventId: string | undefined) => {
      const header = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
      const init = { params: { path: params, header }, headers: { Accept: "text/event-stream" }, parseAs: "stream", signal: options.signal };
      const { data, response } = await (this.#http.GET as unknown as UntypedGet)(path, init);
      return new Response(response.status === 204 ? null : (data as ReadableStream), { status: response.status });
    };
    return follow(open, options.lastEventId, this.#limits, options.signal);
  }

  #call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"): unknown {
    return async (path: string, options: Record<string, unknown> = {}) => {
      const { data } = await (this.#http[method] as unknown as UntypedGet)(path, options);
      return data;
    };
  }

  /** @param operation method and path, as the contract has them */
  async #send(request: Request, operation: string): Promise<Response> {
    const headers = new Headers(request.headers);
    if (KEYED.has(operation) && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", crypto.randomUUID());
    const attempt: Attempt = {
      method: request.method,
      url: request.url,
      headers,
      body: request.body === null ? undefined : await request.arrayBuffer(),
      signal: request.signal,
      isStream: headers.get("Accept") === "text/event-stream",
    };
    return AUTHORIZED.has(operation) ? this.#sendAuthorized(attempt) : send(this.#fetch, attempt, this.#limits);
  }

  async #sendAuthorized(attempt: Attempt): Promise<Response> {
    const token = this.#apiKey ?? (await this.#tokens.current());
    if (token !== undefined) attempt.headers.set("Authorization", `Bearer ${token}`);
    try {
      return await send(this.#fetch, attempt, this.#limits);
    } catch (error) {
      const isRejected = error instanceof ProblemError && error.code === "not_signed_in";
      if (!isRejected || token === undefined || this.#apiKey !== undefined) throw error;
      const next = await this.#tokens.replace(token);
      if (next === undefined) throw error;
      attempt.headers.set("Authorization", `Bearer ${next}`);
      return send(this.#fetch, attempt, this.#limits);
    }
  }

  /** Never sent twice, because a second use of a refresh token ends the session. */
  async #refresh(token: string): Promise<Schemas["Session"] | undefined> {
    try {
      return await this.post("/v1/sessions/refresh", { body: { refresh_token: token } });
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) return undefined;
      throw error;
    }
  }
}
