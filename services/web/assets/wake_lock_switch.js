// @ts-check
/** Whether the screen of a phone stays on at the table. */
import { CheckField } from "./check_field.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { useSetting } from "./use_setting.js";
import { hasWakeLock, useWakeLock } from "./use_wake_lock.js";

export function WakeLockSwitch() {
  const [isOn, choose] = useSetting("wake-lock", true);
  useWakeLock(isOn);
  return hasWakeLock() && html`<p><${CheckField} label=${text("keep_screen_on")} isChecked=${isOn} onChange=${choose} /></p>`;
}
