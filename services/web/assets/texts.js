// @ts-check
/** Every text of the pages, in English and in Traditional Chinese as Hong Kong writes it. Problems of the server are in `problem_texts.js`. */
import { CLUB_TEXTS } from "./club_texts.js";
import { SCORE_TEXTS } from "./score_texts.js";
import { TABLE_TEXTS } from "./table_texts.js";
import { TILE_TEXTS } from "./tile_texts.js";

const SHARED_TEXTS = { ...SCORE_TEXTS, ...TILE_TEXTS, ...CLUB_TEXTS, ...TABLE_TEXTS };

/** `owner_texts.js` adds its own when a page of a club loads it. */
export const TEXTS = /** @type {typeof SHARED_TEXTS & typeof import("./owner_texts.js").OWNER_TEXTS} */ (SHARED_TEXTS);
