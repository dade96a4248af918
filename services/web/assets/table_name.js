// @ts-check
/** What a table of a round is called: its label, or its number. */
import { text } from "./language.js";

/** @param {{ label?: string, number: number }} table */
export const tableName = ({ label, number }) => label ?? text("table_number", { number });

/** The same where several rounds play at once. @param {{ label?: string, number: number }} table @param {number} round */
export const tableOfRound = (table, round) => text("table_of_round", { table: tableName(table), round });
