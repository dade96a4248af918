// @ts-check
/** Which kind of file is imported. */

const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CSV = "text/csv";
/** A file of Excel is a ZIP archive, which begins so. */
const ZIP = [0x50, 0x4b];

/** The media type of a file, by what it has: its name may end in anything. @param {Uint8Array} bytes */
export const mediaTypeOf = (bytes) => (ZIP.every((byte, place) => bytes[place] === byte) ? EXCEL : CSV);
