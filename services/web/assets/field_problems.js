// @ts-check
/** What is wrong in a place of a variant's document, beside the field for it. */
import { DocumentProblem } from "./document_problem.js";
import { html } from "./htm_preact_standalone.js";
import { liesIn, pointerOf } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").Place} Place */

/**
 * The problems in a place, except in those parts that have fields of their own.
 * @param {Editor} editor @param {Place} place @param {ReadonlyArray<Place>} [parts]
 */
export const problemsIn = ({ problems }, place, parts = []) =>
  problems.filter(({ pointer }) => liesIn(pointer, place) && !parts.some((part) => liesIn(pointer, part)));

/** The id of an element that says something of a place. @param {string} what @param {Place} place */
export const idOf = (what, place) => `${what}${pointerOf(place).replace(/[^\w]/g, "-")}`;

/** @param {{ editor: Editor, place: Place, parts?: ReadonlyArray<Place> }} properties `parts`: places in it that have fields of their own */
export function FieldProblems({ editor, place, parts = [] }) {
  const problems = problemsIn(editor, place, parts);
  if (problems.length === 0) return null;
  return html`
    <ul class="wrong" id=${idOf("wrong", place)}>
      ${problems.map((problem) => html`<li><${DocumentProblem} problem=${problem} withPointer=${problem.pointer !== pointerOf(place)} /></li>`)}
    </ul>
  `;
}
