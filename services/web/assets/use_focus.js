// @ts-check
/** Gives the focus to what replaces something that had it: whoever uses a keyboard or a screen reader goes on there. */
import { useEffect, useRef } from "./htm_preact_standalone.js";

/** The element that gets it when it appears. An element that is no control needs `tabindex` -1. */
export function useFocus() {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => element.current?.focus(), []);
  return element;
}
