// @ts-check
/** A button that sends something, and what went wrong below it. */
import { html } from "./htm_preact_standalone.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";

/** @param {{ label: string, about?: string, onAct: () => Promise<unknown> }} properties `about`: what it concerns, for those who hear the label alone */
export function ActionButton({ label, about, onAct }) {
  const { isBusy, error, act } = useAction();
  return html`
    <button type="button" class="quiet" disabled=${isBusy} aria-label=${about ? `${label}: ${about}` : undefined} onClick=${() => act(onAct)}>${label}</button>
    ${error !== null && html`<${ProblemView} error=${error} />`}
  `;
}
