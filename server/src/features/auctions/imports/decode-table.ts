// Finds out how the bytes of a table are written, and decodes them. Text that is not valid UTF-8 or UTF-16 is taken for
// Windows-1252 if it can be that; a person confirms this guess, because every byte would be some letter.
import type { TableEncoding } from "@jara/shared/rest/imports";
import { RefusedImport } from "./refused-import.ts";
import { decodeWindows1252 } from "./windows-1252.ts";

export interface DecodedTable {
  readonly text: string;
  readonly encoding: TableEncoding;
}

export const saveAs = "Choose the Excel workbook (.xlsx) itself, or save it as “CSV UTF-8” and choose that.";

const PROBED_BYTES = 4096;
const PROBED_CHARS = 100_000;
const SAMPLE_CHARS = 80;
const beyondAscii = /[^\p{ASCII}]/u;
/** Bytes that no text has. In text that was decoded as Windows-1252, the second group are its unused places. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notText = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;
const unusedIn1252 = /[\u0081\u008d\u008f\u0090\u009d]/;

const decodedAs = (bytes: Uint8Array, encoding: TableEncoding): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** UTF-16 by its mark, or because nearly every second byte of mostly Latin text is NUL. */
const utf16Of = (bytes: Uint8Array): "utf-16le" | "utf-16be" | null => {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  const probed = bytes.subarray(0, PROBED_BYTES);
  const zeros = [0, 0] as [number, number];
  for (const [place, byte] of probed.entries()) if (byte === 0) zeros[(place % 2) as 0 | 1] += 1;
  const half = Math.floor(probed.length / 2);
  const [even, odd] = zeros;
  if (half > 0 && odd > half * 0.6 && even < half * 0.1) return "utf-16le";
  if (half > 0 && even > half * 0.6 && odd < half * 0.1) return "utf-16be";
  return null;
};

/** Throws RefusedImport for bytes that are no text. */
export const decodeTable = (bytes: Uint8Array): DecodedTable => {
  const utf16 = utf16Of(bytes);
  const encoding = utf16 ?? "utf-8";
  const text = decodedAs(bytes, encoding);
  if (text !== null) return { text: textOnly(text), encoding };
  const guessed = utf16 === null ? decodeWindows1252(bytes) : null;
  if (guessed === null || notText.test(guessed) || unusedIn1252.test(guessed)) throw notATable();
  return { text: guessed, encoding: "windows-1252" };
};

const notATable = () => new RefusedImport(`This file is no table. ${saveAs}`);

const textOnly = (text: string): string => {
  if (text.includes("\0")) throw new RefusedImport(`The table has NUL bytes. ${saveAs}`);
  if (text.startsWith("%PDF-")) throw new RefusedImport(`This file is a PDF, and no table. ${saveAs}`);
  if (/^\s*<(?:!doctype|html|\?xml|table)\b/i.test(text)) {
    throw new RefusedImport("This file is a web page, and no table. Copy its table and paste it here.");
  }
  return text;
};

export const unconfirmedEncoding = () =>
  new RefusedImport(
    `The table is not written in UTF-8: it may be Windows-1252, as older versions of Excel save it. ${saveAs}`,
  );

/** Up to three texts with letters beyond ASCII, by which a person sees whether the encoding is right. */
export const encodingSamplesOf = ({ text, encoding }: DecodedTable): string[] => {
  const first = encoding === "windows-1252" ? text.search(beyondAscii) : -1;
  if (first < 0) return [];
  const near = text.slice(Math.max(0, first - SAMPLE_CHARS), first + PROBED_CHARS).split(/[\t\r\n,;"]+/);
  const found = near.filter((cell) => beyondAscii.test(cell)).map((cell) => cell.trim().slice(0, SAMPLE_CHARS));
  return [...new Set(found)].slice(0, 3);
};
