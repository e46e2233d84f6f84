// Reads one sheet of an Excel workbook (.xlsx, ECMA-376). No link is followed, and a formula counts with the value that was
// saved.
import { IMPORT_COLUMNS_MAX } from "@jara/shared/rest/imports";
import { cellText, type DateStyle, dateStyleOf, plainText } from "./cell-values.ts";
import { damaged, type Parts, tooLarge } from "./parts.ts";
import { readXml } from "./read-xml.ts";
import { CELLS_MAX, chooseSheets, type ReadSheet, tooManyColumns, tooManyRows } from "./sheets.ts";

const TEXTS_MAX = 200_000;

/** Throws RefusedImport. */
export const readXlsx = async (parts: Parts, wanted: string | undefined, rowsMax: number): Promise<ReadSheet> => {
  const { sheets, is1904 } = await readSheetList(parts);
  const names = sheets.map(({ name }) => name);
  const chosen = chooseSheets(sheets, wanted);
  const shared = { texts: await readTexts(parts), styles: await readStyles(parts), is1904 };
  for (const { name, part } of chosen) {
    const rows = await readRows(parts, part, shared, rowsMax);
    if (rows.length > 0) return { sheets: names, sheet: name, rows };
  }
  return { sheets: names, sheet: chosen[0]?.name ?? null, rows: [] };
};

/** The visible sheets, in their order. */
const readSheetList = async (parts: Parts) => {
  const found: { name: string; id: string }[] = [];
  let is1904 = false;
  await readXml(parts.read("xl/workbook.xml"), {
    open: (tag, { name = "", state = "visible", ...given }) => {
      if (tag === "workbookPr") is1904 = given.date1904 === "1" || given.date1904 === "true";
      if (tag === "sheet" && state === "visible") found.push({ name, id: given["r:id"] ?? given.id ?? "" });
    },
  });
  const targets = new Map<string, string>();
  await readXml(parts.read("xl/_rels/workbook.xml.rels"), {
    open: (tag, { Id = "", Target = "", TargetMode }) => {
      if (tag !== "Relationship" || TargetMode === "External") return;
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets = found.flatMap(({ name, id }) => {
    const part = targets.get(id);
    // A sheet that is a chart alone has no cells.
    return part !== undefined && /worksheets\//i.test(part) && parts.has(part) ? [{ name, part }] : [];
  });
  if (sheets.length === 0) throw damaged();
  return { sheets, is1904 };
};

/** The texts that cells share, by their number. */
const readTexts = async (parts: Parts): Promise<string[]> => {
  const texts: string[] = [];
  if (!parts.has("xl/sharedStrings.xml")) return texts;
  let text = "";
  await readXml(parts.read("xl/sharedStrings.xml"), {
    open: (tag) => {
      if (tag === "si") text = "";
    },
    text: (part, path) => {
      // Not the pronunciation of Japanese texts.
      if (path.at(-1) === "t" && !path.includes("rPh")) text += part;
    },
    close: (tag) => {
      if (tag === "si" && texts.push(plainText(text).trim()) > TEXTS_MAX) throw tooLarge();
    },
  });
  return texts;
};

/** For each style of a cell whether its number is a date, a time or padded with zeros. */
const readStyles = async (parts: Parts): Promise<(DateStyle | null)[]> => {
  const styles: (DateStyle | null)[] = [];
  if (!parts.has("xl/styles.xml")) return styles;
  const formats = new Map<number, string>();
  await readXml(parts.read("xl/styles.xml"), {
    open: (tag, { numFmtId, formatCode }, path) => {
      if (tag === "numFmt") formats.set(Number(numFmtId), formatCode ?? "");
      if (tag === "xf" && path.at(-2) === "cellXfs") {
        const id = Number(numFmtId ?? 0);
        styles.push(dateStyleOf(id, formats.get(id)));
      }
    },
  });
  return styles;
};

interface Shared {
  readonly texts: readonly string[];
  readonly styles: readonly (DateStyle | null)[];
  readonly is1904: boolean;
}

const readRows = async (parts: Parts, part: string, { texts, styles, is1904 }: Shared, rowsMax: number) => {
  const rows: { row: number; cells: string[] }[] = [];
  let row = 0;
  let cells: string[] = [];
  let place = -1;
  let cell = { type: "", style: 0, raw: "", inline: "" };
  let seen = 0;
  await readXml(parts.read(part), {
    open: (tag, { r, t = "n", s = "0" }) => {
      if (tag === "row") {
        row = r === undefined ? row + 1 : Number(r);
        cells = [];
        place = -1;
      } else if (tag === "c") {
        seen += 1;
        if (seen > CELLS_MAX) throw tooLarge();
        place = r === undefined ? place + 1 : placeOf(r);
        cell = { type: t, style: Number(s), raw: "", inline: "" };
      }
    },
    text: (found, path) => {
      const tag = path.at(-1);
      if (tag === "v") cell.raw += found;
      else if (tag === "t" && path.includes("is") && !path.includes("rPh")) cell.inline += found;
    },
    close: (tag) => {
      if (tag === "c") {
        const { type, style, raw, inline } = cell;
        const own = () => plainText(type === "inlineStr" ? inline : cellText(type, raw, styles[style] ?? null, is1904));
        const text = type === "s" ? (texts[Number(raw)] ?? "") : own();
        if (text.trim() === "") return;
        if (place >= IMPORT_COLUMNS_MAX) throw tooManyColumns();
        while (cells.length < place) cells.push("");
        cells[place] = text;
      } else if (tag === "row" && cells.length > 0 && rows.push({ row, cells }) > rowsMax) {
        throw tooManyRows();
      }
    },
  });
  return rows;
};

/** `C7` is in the third column, at place 2. */
const placeOf = (reference: string): number => {
  const [letters = "A"] = /^[A-Z]{1,3}/i.exec(reference) ?? [];
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};
