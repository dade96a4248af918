// @ts-check
/**
 * Every text that the pages of clubs load at once, in English and in Traditional Chinese as Hong Kong writes it. `owner_texts.js` has those of
 * pages that are loaded when they are opened, and `problem_texts.js` the problems of the server.
 */
import { CLUB_TEXTS } from "./club_texts.js";
import { CORRECTION_TEXTS } from "./correction_texts.js";
import { ORGANIZATION_TEXTS } from "./organization_texts.js";
import { OUTCOME_TEXTS } from "./outcome_texts.js";
import { SCORE_TEXTS } from "./score_texts.js";
import { SHARE_TEXTS } from "./share_texts.js";
import { TABLE_TEXTS } from "./table_texts.js";
import { TILE_TEXTS } from "./tile_texts.js";

export const TEXTS = {
  ...SCORE_TEXTS,
  ...TILE_TEXTS,
  ...CLUB_TEXTS,
  ...TABLE_TEXTS,
  ...OUTCOME_TEXTS,
  ...CORRECTION_TEXTS,
  ...SHARE_TEXTS,
  ...ORGANIZATION_TEXTS,
};
