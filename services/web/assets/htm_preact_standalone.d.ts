// The types of the module beside it, from the packages that it is made of.
export { html } from "htm/preact";
export { render } from "preact";
export { useEffect, useMemo, useRef, useState } from "preact/hooks";
