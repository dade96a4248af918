// @ts-check
/** Texts of the pages for the organization of a club. They come with these pages only: whoever scores a hand does not load them. */
import { ACCOUNT_TEXTS } from "./account_texts.js";
import { AUDITS_TEXTS } from "./audits_texts.js";
import { KEYS_TEXTS } from "./keys_texts.js";
import { addTexts } from "./language.js";
import { MEMBERS_TEXTS } from "./members_texts.js";
import { RULES_TEXTS } from "./rules_texts.js";

export const OWNER_TEXTS = { ...RULES_TEXTS, ...MEMBERS_TEXTS, ...KEYS_TEXTS, ...AUDITS_TEXTS, ...ACCOUNT_TEXTS };

addTexts(OWNER_TEXTS);
