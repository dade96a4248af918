// @ts-check
/** A text as a QR code, so that a telephone can open it. */
import { html } from "./htm_preact_standalone.js";
import { generate } from "./lean_qr.js";

/** Light modules around a code, without which it is not recognised. */
const MARGIN = 4;

/** The dark modules of a code as a path: a unit square for each. @param {ReturnType<typeof generate>} code */
function darkModules(code) {
  const places = Array.from({ length: code.size }, (_, place) => place);
  return places.flatMap((y) => places.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`)).join("");
}

/** @param {{ value: string, label: string }} properties `label`: what a screen reader says of it */
export function QrCode({ value, label }) {
  const code = generate(value);
  const side = code.size + 2 * MARGIN;
  return html`
    <svg class="qr-code" role="img" aria-label=${label} viewBox=${`${-MARGIN} ${-MARGIN} ${side} ${side}`} shape-rendering="crispEdges">
      <rect class="light" x=${-MARGIN} y=${-MARGIN} width=${side} height=${side} />
      <path class="dark" d=${darkModules(code)} />
    </svg>
  `;
}
