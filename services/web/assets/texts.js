// @ts-check
/** Every text of the pages, in English and in Traditional Chinese as Hong Kong writes it. Problems of the server are in `problem_texts.js`. */
import { CLUB_TEXTS } from "./club_texts.js";
import { CORRECTION_TEXTS } from "./correction_texts.js";
import { ORGANIZATION_TEXTS } from "./organization_texts.js";
import { OUTCOME_TEXTS } from "./outcome_texts.js";
import { SCORE_TEXTS } from "./score_texts.js";
import { SHARE_TEXTS } from "./share_texts.js";
import { TABLE_TEXTS } from "./table_texts.js";
import { TILE_TEXTS } from "./tile_texts.js";

const SHARED_TEXTS = { ...SCORE_TEXTS, ...TILE_TEXTS, ...CLUB_TEXTS, ...TABLE_TEXTS, ...OUTCOME_TEXTS, ...CORRECTION_TEXTS, ...SHARE_TEXTS, ...ORGANIZATION_TEXTS };

/** `owner_texts.js` adds its own when a page loads it. */
export const TEXTS = /** @type {typeof SHARED_TEXTS & typeof import("./owner_texts.js").OWNER_TEXTS} */ (SHARED_TEXTS);
