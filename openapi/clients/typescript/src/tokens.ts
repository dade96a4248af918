import type { components } from "./contract.js";

/** An access token that ends within this time (in milliseconds) is replaced before it is used. */
const MARGIN_MS = 30_000;

/** What has to be kept to stay signed in. */
export interface KeptSession {
  access_token: string;
  /** Works once. A second use ends the session. */
  refresh_token: string;
  /** When the access token ends, in milliseconds since 1970. */
  expires_at: number;
}

/** Keeps the session, for example in a file. One client uses one store. */
export interface SessionStore {
  /** The session that was saved last, or undefined. */
  load(): Promise<KeptSession | undefined>;
  /** Saves the session; undefined removes it. The refresh token before it no longer works. */
  save(session: KeptSession | undefined): Promise<void>;
}

/** Keeps the session in memory: it is gone when the program or the page ends. */
export class MemoryStore implements SessionStore {
  #session: KeptSession | undefined;

  async load(): Promise<KeptSession | undefined> {
    return this.#session;
  }

  async save(session: KeptSession | undefined): Promise<void> {
    this.#session = session;
  }
}

/** The access token of a session, which is replaced when it ends. */
export class Tokens {
  readonly #store: SessionStore;
  readonly #refresh: (refreshToken: string) => Promise<components["schemas"]["Session"] | undefined>;
  #refreshing: Promise<string | undefined> | undefined;

  /** @param refresh exchanges a refresh token for a new session; undefined if the session is over */
  constructor(store: SessionStore, refresh: (refreshToken: string) => Promise<components["schemas"]["Session"] | undefined>) {
    this.#store = store;
    this.#refresh = refresh;
  }

  async keep(session: components["schemas"]["Session"] | undefined): Promise<void> {
    if (session === undefined) return this.#store.save(undefined);
    const { access_token, refresh_token, expires_in } = session;
    await this.#store.save({ access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 });
  }

  async refreshToken(): Promise<string | undefined> {
    return (await this.#store.load())?.refresh_token;
  }

  /** The access token to send. Undefined if nobody is signed in. */
  async current(): Promise<string | undefined> {
    const session = await this.#store.load();
    if (session === undefined) return undefined;
    return session.expires_at - Date.now() < MARGIN_MS ? this.replace(session.access_token) : session.access_token;
  }

  /** Another access token than `rejected`. All callers at once share one refresh, because a refresh token works only once. */
  replace(rejected: string): Promise<string | undefined> {
    this.#refreshing ??= this.#replace(rejected).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #replace(rejected: string): Promise<string | undefined> {
    const session = await this.#store.load();
    if (session === undefined) return undefined;
    // Another caller replaced it in the meantime.
    if (session.access_token !== rejected) return session.access_token;
    const next = await this.#refresh(session.refresh_token);
    await this.keep(next);
    return next?.access_token;
  }
}
