// @ts-check
/** A button for what cannot be undone: it says what happens, and asks once more. */
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";

/**
 * @param {{ label: string, about?: string, warning: string, onSure: () => Promise<unknown> }} properties
 * `about`: what it concerns, for those who hear the label alone
 */
export function AskedTwice({ label, about, warning, onSure }) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, error, act } = useAction();
  /** The focus goes to the question: the button that had it is gone. */
  const question = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (isAsked) question.current?.focus();
  }, [isAsked]);
  /** Other buttons come under the same finger. @param {boolean} asked */
  const change = (asked) => {
    hush();
    setAsked(asked);
  };
  const name = about ? `${label}: ${about}` : undefined;
  if (!isAsked) return html`<button type="button" class="quiet" aria-label=${name} onClick=${() => change(true)}>${label}</button>`;
  const confirm = () => act(onSure).then((isDone) => isDone && change(false));
  return html`
    <div class="question" role="group" tabindex="-1" ref=${question} aria-label=${name ?? label}>
      <p>${warning}</p>
      <p class="line">
        <button type="button" disabled=${isBusy} onClick=${confirm}>${text("sure", { action: label })}</button>
        <button type="button" class="quiet" onClick=${() => change(false)}>${text("keep_as_it_is")}</button>
      </p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </div>
  `;
}
