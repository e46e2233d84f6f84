// The name of a file in a ZIP. Few programs say how they write names: a Mac writes UTF-8 without saying so, and old Windows
// programs write CP437 or Windows-1252.
import type { Entry } from "yauzl";
import { decodeWindows1252 } from "./windows-1252.ts";

const SAYS_UTF_8 = 0x800;
const UNICODE_NAME = 0x7075;
/** In CP437 the letters with marks are here; in Windows-1252 they are above. */
const LAST_LETTER_OF_CP437 = 0xa8;

type NamedEntry = Pick<Entry, "fileName" | "fileNameRaw" | "generalPurposeBitFlag" | "extraFields">;

/** Composed (NFC), without control characters. Its slashes are those that were checked in `fileName`. */
export const zipName = (entry: NamedEntry): string =>
  decoded(entry)
    .normalize("NFC")
    .replace(/\p{Cc}/gu, "");

const decoded = ({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: NamedEntry): string => {
  if ((generalPurposeBitFlag & SAYS_UTF_8) !== 0 || extraFields.some(({ id }) => id === UNICODE_NAME)) return fileName;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw);
  } catch {
    // The ZIP library took this name for CP437.
    if (fileNameRaw.every((byte) => byte <= LAST_LETTER_OF_CP437)) return fileName;
    return decodeWindows1252(fileNameRaw);
  }
};
