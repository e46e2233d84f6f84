// Decodes Windows-1252. The platform's own decoder takes it for ISO 8859-1 in some versions of Node.js, and so loses the
// quotation marks and dashes.

/** The characters of the bytes 0x80 to 0x9f. Five of these places are unused and stay as they are. */
const marks = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

export const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (letter) => marks[letter.charCodeAt(0) - 0x80] ?? letter);
