// @ts-check
/** Whether the clock of a round is heard here. Browsers sound nothing before somebody touched the page: then it is said. */
import { CheckField } from "./check_field.js";
import { canSound } from "./clock_sounds.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @param {{ isOn: boolean, onChange: (isOn: boolean) => void }} properties */
export function SoundSwitch({ isOn, onChange }) {
  const [isSilent, setSilent] = useState(false);
  const look = () => canSound().then((sounds) => setSilent(!sounds));
  useEffect(() => {
    if (!isOn) return undefined;
    look();
    addEventListener("pointerdown", look);
    addEventListener("keydown", look);
    return () => {
      removeEventListener("pointerdown", look);
      removeEventListener("keydown", look);
    };
  }, [isOn]);
  return html`
    <p class="sound-switch">
      <${CheckField} label=${text("clock_sound")} isChecked=${isOn} onChange=${onChange} />
      ${isOn && isSilent && html` <small role="status">${text("clock_sound_blocked")}</small>`}
    </p>
  `;
}
