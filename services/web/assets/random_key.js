// @ts-check
/** A key that nobody else has made: 128 random bits. (`crypto.randomUUID` is missing where a page comes over plain HTTP.) */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
