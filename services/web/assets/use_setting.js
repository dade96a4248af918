// @ts-check
/** Something that this browser does or does not do, as somebody chose here. */
import { useState } from "./htm_preact_standalone.js";

/** What was chosen before, if anything was, and the browser keeps it. @param {string} place */
function kept(place) {
  try {
    const chosen = localStorage.getItem(place);
    return chosen === null ? null : chosen === "on";
  } catch {
    return null;
  }
}

/** @param {string} name @param {boolean} isUsual what it is until somebody chooses @returns {[boolean, (isOn: boolean) => void]} */
export function useSetting(name, isUsual) {
  const place = `faan-setting:${name}`;
  const [isOn, setOn] = useState(kept(place) ?? isUsual);
  /** @param {boolean} chosen */
  const choose = (chosen) => {
    setOn(chosen);
    try {
      localStorage.setItem(place, chosen ? "on" : "off");
    } catch {
      // Then it is as chosen until the page is left.
    }
  };
  return [isOn, choose];
}
