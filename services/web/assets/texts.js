// @ts-check
/**
 * Every text of the pages, as those of clubs load them, in English and in Traditional Chinese as Hong Kong writes it. Problems of the server
 * are in `problem_texts.js`.
 */
import { CLUB_TEXTS } from "./club_texts.js";
import { CORRECTION_TEXTS } from "./correction_texts.js";
import { OUTCOME_TEXTS } from "./outcome_texts.js";
import { SCORE_TEXTS } from "./score_texts.js";
import { TABLE_TEXTS } from "./table_texts.js";
import { TILE_TEXTS } from "./tile_texts.js";

export const TEXTS = { ...SCORE_TEXTS, ...TILE_TEXTS, ...CLUB_TEXTS, ...TABLE_TEXTS, ...OUTCOME_TEXTS, ...CORRECTION_TEXTS };
