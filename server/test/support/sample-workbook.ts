// Makes workbooks (.xlsx) part by part, as Excel writes them, and as an attacker would.
import { zipOf } from "./e2e-imports.ts";

/** The XML of the cells of one row: `<c r="A1">…`. */
export interface SampleSheet {
  readonly name: string;
  readonly state?: "visible" | "hidden" | "veryHidden";
  /** The XML of its rows. */
  readonly rows: string;
}

interface SampleWorkbook {
  readonly sheets: readonly SampleSheet[];
  readonly sharedStrings?: string;
  readonly styles?: string;
  readonly workbookPr?: string;
  readonly more?: readonly (readonly [string, string | Uint8Array])[];
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export const workbookOf = ({ sheets, sharedStrings, styles, workbookPr = "", more = [] }: SampleWorkbook) => {
  const list = sheets.map(
    ({ name, state = "visible" }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`,
  );
  const links = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${REL}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return zipOf([
    ["[Content_Types].xml", "<Types/>"],
    ["xl/workbook.xml", `<workbook ${MAIN} xmlns:r="${REL}">${workbookPr}<sheets>${list.join("")}</sheets></workbook>`],
    ["xl/_rels/workbook.xml.rels", `<Relationships>${links.join("")}</Relationships>`],
    ...(sharedStrings === undefined ? [] : [["xl/sharedStrings.xml", `<sst ${MAIN}>${sharedStrings}</sst>`] as const]),
    ...(styles === undefined ? [] : [["xl/styles.xml", `<styleSheet ${MAIN}>${styles}</styleSheet>`] as const]),
    ...sheets.map(
      ({ rows }, i) =>
        [`xl/worksheets/sheet${i + 1}.xml`, `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`] as const,
    ),
    ...more,
  ]);
};

/** A row of texts, each in its own cell. */
export const textRow = (row: number, texts: readonly string[]): string => {
  const cells = texts.map((text, i) => `<c r="${"ABCDEFGH"[i]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`);
  return `<row r="${row}">${cells.join("")}</row>`;
};
