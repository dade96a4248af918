import type { FetchResponse, MaybeOptionalInit, ParseAs } from "openapi-fetch";
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import type { components, paths } from "./contract.js";

/** Every body of the contract by its name, for example `Schemas["NewHand"]`. */
export type Schemas = components["schemas"];

/** The options of an operation: `params` (path, query, header), `body`, `signal`, and `parseAs` for responses that are not JSON. */
export type Init<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<paths[Path], Method & keyof paths[Path]>;

/** What an operation returns. */
export type Answer<Path extends keyof paths, Method extends HttpMethod, Options = {}> =
  paths[Path] extends { [Key in Method]: infer Operation extends Record<string | number, any> }
    ? Exclude<FetchResponse<Operation, Options, MediaType>["data"], undefined>
    : never;

/** Calls an operation with one method. The options are needed if one of them is. */
export type Call<Method extends HttpMethod> = Calls<paths>[Method];

// A constraint on `paths` itself does not hold, since it has no index signature.
type Calls<Paths extends {}> = { [Method in HttpMethod]: CallOf<Paths, Method> };

/** As openapi-fetch, this is generic over all paths: TypeScript does not compute the union of the options of all operations then. */
type CallOf<Paths extends Record<string, Record<HttpMethod, {}>>, Method extends HttpMethod> = <
  Path extends PathsWithMethod<Paths, Method>,
  As extends ParseAs = "json",
>(
  path: Path,
  ...options: Arguments<MaybeOptionalInit<Paths[Path], Method>, As>
) => Promise<Exclude<FetchResponse<Paths[Path][Method], { parseAs: As }, MediaType>["data"], undefined>>;

type Arguments<Options, As extends ParseAs> = RequiredKeysOf<Options> extends never ? [(Options & { parseAs?: As })?] : [Options & { parseAs?: As }];

/** The paths of lists that have pages. */
export type PagedPath = {
  [Path in PathsWithMethod<paths, "get"> & keyof paths]: paths[Path]["get"] extends {
    responses: { 200: { content: { "application/json": infer Body } } };
  }
    ? Extract<keyof Body, "next_cursor" | "next_after"> extends never ? never : Path
    : never;
}[PathsWithMethod<paths, "get"> & keyof paths];

/** One page of a list. */
export type Page<Path extends PagedPath> = Answer<Path, "get">;
