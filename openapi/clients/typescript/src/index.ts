export { Faan, type FaanOptions, type FollowOptions } from "./client.js";
export type { components, paths } from "./contract.js";
export { NetworkError, ProblemError, type FieldError, type Problem } from "./errors.js";
export type { EventData, FaanEvent } from "./events.js";
export { PROBLEM_CODES, type ProblemCode } from "./problem_codes.js";
export { MemoryStore, type KeptSession, type SessionStore } from "./tokens.js";
export type { Answer, Call, Init, Page, PagedPath, Schemas } from "./types.js";
export { DEFAULT_LIMITS, type Limits } from "./waiting.js";
