// Only compiled: each line that is marked has to be an error.
import { Faan, type PagedPath, type ProblemCode, type Schemas } from "faan-client";

declare const faan: Faan;
const club = "";
const list: Schemas["Matches"] = await faan.get("/v1/clubs/{club}/matches", { params: { path: { club } } });
const text: string = await faan.get("/v1/clubs/{club}/exports/hands", { params: { path: { club } }, parseAs: "text" });
const code: ProblemCode = "hand_number_taken";
const paged: PagedPath = "/v1/clubs/{club}/ledger/entries";
for await (const event of faan.follow("/v1/clubs/{club}/events", { club })) console.log(event.data.seq satisfies number);

// @ts-expect-error There is no such code.
const unknown: ProblemCode = "no_such_code";
// @ts-expect-error This list has no pages.
const unpaged: PagedPath = "/v1/variants";
// @ts-expect-error The club is missing.
await faan.get("/v1/clubs/{club}/matches");
// @ts-expect-error The contract has no such field.
await faan.post("/v1/clubs", { body: { name: "x", time_zone: "UTC", colour: "red" } });
// @ts-expect-error The contract has no such path.
await faan.get("/v1/no-such-path");
console.log(list, text, code, paged, unknown, unpaged);
