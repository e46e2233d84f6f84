// Reads one sheet of a workbook of Excel (.xlsx) or LibreOffice (.ods).
import { damaged, oldOrLocked, withParts } from "./parts.ts";
import { readOds } from "./read-ods.ts";
import { readXlsx } from "./read-xlsx.ts";
import type { ReadSheet } from "./sheets.ts";

/** The first bytes of a ZIP, and of what older versions of Excel or a password make. */
const ZIP = [0x50, 0x4b, 3, 4];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, place) => bytes[place] === byte);

export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, ZIP) || startsWith(bytes, OLD_EXCEL);

/** `wanted`: the name of a sheet; without it the first visible one that has cells. Throws RefusedImport. */
export const readWorkbook = async (
  bytes: Uint8Array,
  wanted: string | undefined,
  rowsMax: number,
): Promise<ReadSheet> => {
  if (startsWith(bytes, OLD_EXCEL)) throw oldOrLocked();
  return await withParts(bytes, async (parts) => {
    if (parts.has("xl/workbook.xml")) return await readXlsx(parts, wanted, rowsMax);
    if (parts.has("content.xml") && parts.has("mimetype")) return await readOds(parts, wanted, rowsMax);
    throw damaged();
  });
};
