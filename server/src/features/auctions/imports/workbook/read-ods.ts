// Reads one sheet of a workbook of LibreOffice (.ods, OpenDocument 1.3, part 3). All sheets are in one file, and a number says
// how often a cell or a row is repeated.
import { IMPORT_COLUMNS_MAX } from "@jara/shared/rest/imports";
import { plainText } from "./cell-values.ts";
import type { Parts } from "./parts.ts";
import { tooLarge } from "./parts.ts";
import { readXml } from "./read-xml.ts";
import { CELLS_MAX, chooseSheets, type ReadSheet, type SheetRow, tooManyColumns, tooManyRows } from "./sheets.ts";

interface OdsSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: SheetRow[];
}

/** Throws RefusedImport. */
export const readOds = async (parts: Parts, wanted: string | undefined, rowsMax: number): Promise<ReadSheet> => {
  const visible = (await readAll(parts, rowsMax)).filter(({ isHidden }) => !isHidden);
  const sheets = visible.map(({ name }) => name);
  const chosen = chooseSheets(visible, wanted);
  const { name = null, rows = [] } = chosen.find((one) => one.rows.length > 0) ?? chosen[0] ?? {};
  return { sheets, sheet: name, rows };
};

const timesOf = (text: string | undefined): number => Math.max(1, Math.floor(Number(text ?? 1)) || 1);

const readAll = async (parts: Parts, rowsMax: number): Promise<OdsSheet[]> => {
  const sheets: OdsSheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = "";
  let seen = 0;
  let next = 1;
  let row = { times: 1, cells: [] as string[], width: 0 };
  let cell = { times: 1, value: undefined as string | undefined, text: "" };

  const endCell = (): void => {
    const text = plainText(cell.value ?? cell.text).trim();
    if (text !== "") {
      if (row.width + cell.times > IMPORT_COLUMNS_MAX) throw tooManyColumns();
      while (row.cells.length < row.width) row.cells.push("");
      for (let time = 0; time < cell.times; time++) row.cells.push(text);
    }
    row.width += cell.times;
  };
  const endRow = (): void => {
    const rows = sheets.at(-1)?.rows ?? [];
    // A repeated row with text is one that somebody filled down.
    for (let time = 0; time < row.times && row.cells.length > 0; time++) {
      if (rows.push({ row: next + time, cells: row.cells }) > rowsMax) throw tooManyRows();
    }
    next += row.times;
  };

  await readXml(parts.read("content.xml"), {
    open: (tag, given, path) => {
      if (tag === "style") style = given["style:name"] ?? "";
      else if (tag === "table-properties" && given["table:display"] === "false") hiddenStyles.add(style);
      else if (tag === "table" && path.at(-2) === "spreadsheet") {
        next = 1;
        const isHidden = hiddenStyles.has(given["table:style-name"] ?? "");
        sheets.push({ name: given["table:name"] ?? "", isHidden, rows: [] });
      } else if (tag === "table-row")
        row = { times: timesOf(given["table:number-rows-repeated"]), cells: [], width: 0 };
      else if (tag === "table-cell" || tag === "covered-table-cell") {
        seen += 1;
        if (seen > CELLS_MAX) throw tooLarge();
        cell = { times: timesOf(given["table:number-columns-repeated"]), value: givenValue(given), text: "" };
      } else if (isText(path)) {
        if (tag === "p" && cell.text !== "") cell.text += "\n";
        if (tag === "line-break") cell.text += "\n";
        if (tag === "s" || tag === "tab") cell.text += " ";
      }
    },
    text: (found, path) => {
      if (isText(path)) cell.text += found;
    },
    close: (tag) => {
      if (tag === "table-cell" || tag === "covered-table-cell") endCell();
      else if (tag === "table-row") endRow();
    },
  });
  return sheets;
};

/** In a paragraph of a cell, and not in a note on it. */
const isText = (path: readonly string[]): boolean =>
  path.includes("p") && path.includes("table-cell") && !path.includes("annotation");

/** A number and a date as they are, whatever their looks; texts stand in the cell. */
const givenValue = (given: Readonly<Record<string, string | undefined>>): string | undefined => {
  const value = given["office:value-type"] === "date" ? given["office:date-value"] : given["office:value"];
  return value?.replace(/T(\d\d:\d\d)(?::00)?$/, " $1");
};
