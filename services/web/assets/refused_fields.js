// @ts-check
/** The fields that a server refused, marked as those are that a browser refuses. */
import { Refusal } from "./api.js";

/** Whether a JSON pointer into a request leads to a field, wherever the request has what the form states. @param {string} pointer @param {string} place */
const leadsTo = (pointer, place) => `${pointer}/`.includes(`${place}/`);

/** What somebody types in or chooses of a field. @param {Element} field */
const controls = (field) => (field.matches("input, select, textarea") ? [field] : [...field.querySelectorAll("input, select, textarea")]);

/** The refused fields beside an element: in the smallest part of the page that has any. @param {Element} element @param {string[]} pointers @returns {Element[]} */
function fieldsBeside(element, pointers) {
  const isRefused = (/** @type {Element} */ field) => pointers.some((pointer) => leadsTo(pointer, field.getAttribute("data-place") ?? ""));
  const fields = [...element.querySelectorAll("[data-place]")].filter(isRefused);
  return fields.length > 0 || element.parentElement === null ? fields : fieldsBeside(element.parentElement, pointers);
}

/**
 * Marks the fields of a form whose values were refused; what hides one opens (`Disclosure`). Returns what takes the marks away.
 * @param {Element} shown where the problem is shown @param {unknown} error @param {(pointer: string) => boolean} isHere whether the form states that place
 */
export function markRefused(shown, error, isHere) {
  const pointers = error instanceof Refusal ? (error.problem.errors ?? []).map(({ pointer }) => pointer).filter(isHere) : [];
  const marked = pointers.length === 0 ? [] : fieldsBeside(shown, pointers).flatMap(controls);
  for (const control of marked) {
    control.setAttribute("aria-invalid", "true");
    control.dispatchEvent(new Event("invalid"));
  }
  return () => {
    for (const control of marked) {
      // A field that knows by itself that it is wrong says so itself.
      if (control.matches(":valid")) control.setAttribute("aria-invalid", "false");
    }
  };
}
