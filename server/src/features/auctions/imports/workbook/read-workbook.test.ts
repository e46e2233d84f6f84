// Tests the reading of Excel workbooks: what Excel writes, and what an attacker would.
import { describe, expect, it } from "vitest";
import { zipOf } from "../../../../../test/support/e2e-imports.ts";
import { textRow, workbookOf } from "../../../../../test/support/sample-workbook.ts";
import { dateStyleOf } from "./cell-values.ts";
import { isWorkbook, readWorkbook } from "./read-workbook.ts";

const ROWS_MAX = 5_025;
const read = async (bytes: Uint8Array | Promise<Uint8Array>, sheet?: string) =>
  await readWorkbook(await bytes, sheet, ROWS_MAX);
const one = (rows: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  workbookOf({ sheets: [{ name: "Lots", rows }], ...more });

describe("a workbook", () => {
  it("gives shared texts, numbers, dates, results of formulas and gaps as a spreadsheet shows them", async () => {
    const sharedStrings =
      "<si><t>Title</t></si><si><r><t>Talking </t></r><r><t>drum</t></r><rPh><t>x</t></rPh></si>" +
      '<si><t xml:space="preserve">two_x000D_\nlines</t></si>';
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="000"/>' +
      '<numFmt numFmtId="166" formatCode="&quot;day&quot; #,##0"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>';
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="str"><f>A1&amp;"!"</f><v>Title!</v></c></row>' +
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>1.5E6</v></c><c r="C3"><f>1+1</f><v>25000.099999999999</v></c>' +
      '<c r="D3" s="1"><v>46350.75</v></c><c r="E3" s="2"><v>46350</v></c><c r="F3" s="3"><v>12</v></c>' +
      '<c r="G3" t="b"><v>1</v></c><c r="H3" t="e"><v>#REF!</v></c><c r="I3" s="4"><v>5</v></c><c r="J3" t="s"><v>2</v></c></row>' +
      '<row r="4"><c r="A4" s="1"/></row>';
    expect(await read(one(rows, { sharedStrings, styles }))).toEqual({
      sheets: ["Lots"],
      sheet: "Lots",
      rows: [
        { row: 1, cells: ["Title", "", "Title!"] },
        {
          row: 3,
          cells: [
            "Talking drum",
            "1500000",
            "25000.1",
            "2026-11-24 18:00",
            "2026-11-24",
            "012",
            "TRUE",
            "#REF!",
            "5",
            "two\nlines",
          ],
        },
      ],
    });
  });

  it("counts days from 1904 if it says so", async () => {
    const styles = '<cellXfs><xf numFmtId="22"/></cellXfs>';
    const rows = '<row r="1"><c r="A1" s="0"><v>44888.75</v></c></row>';
    const found = await read(one(rows, { styles, workbookPr: '<workbookPr date1904="1"/>' }));
    expect(found.rows[0]?.cells).toEqual(["2026-11-24 18:00"]);
  });

  it("is read whatever prefix its names have, and without references of cells", async () => {
    const bytes = await workbookOf({
      sheets: [
        {
          name: "Lots",
          rows: "<x:row><x:c><x:v>7</x:v></x:c><x:c t='inlineStr'><x:is><x:t>a</x:t></x:is></x:c></x:row>",
        },
      ],
    });
    expect((await read(bytes)).rows).toEqual([{ row: 1, cells: ["7", "a"] }]);
  });

  it("gives the first visible sheet that has cells, or the one that is asked for", async () => {
    const sheets = [
      { name: "Secret", state: "hidden", rows: textRow(1, ["hidden"]) },
      { name: "Empty", rows: "" },
      { name: "Lots", rows: textRow(1, ["lots"]) },
      { name: "More", rows: textRow(1, ["more"]) },
    ] as const;
    const bytes = await workbookOf({ sheets });
    expect(await read(bytes)).toMatchObject({ sheets: ["Empty", "Lots", "More"], sheet: "Lots" });
    expect((await read(bytes, "More")).rows[0]?.cells).toEqual(["more"]);
    await expect(read(bytes, "Secret")).rejects.toThrow(/no such sheet/);
  });

  it("is known by its first bytes", () => {
    expect([isWorkbook(Buffer.from("PK\u0003\u0004")), isWorkbook(Buffer.from("PK,Title"))]).toEqual([true, false]);
  });
});

describe("a workbook of LibreOffice", () => {
  const ods = (content: string) =>
    zipOf([
      ["mimetype", "application/vnd.oasis.opendocument.spreadsheet"],
      ["content.xml", `<office:document-content>${content}</office:document-content>`],
    ]);
  const text = (words: string) =>
    `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
  const sheet = (name: string, rows: string, style = "ta1") =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;

  it("gives texts, numbers, dates, repeated cells and gaps, without its hidden sheets and notes", async () => {
    const styles =
      '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>' +
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
    const rows =
      `<table:table-row>${text("Title")}${text("Price")}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>` +
      '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>' +
      '<table:table-row><table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation>' +
      "<text:p>two<text:s/>words</text:p><text:p>two<text:line-break/>lines</text:p></table:table-cell>" +
      '<table:table-cell office:value-type="float" office:value="25000.5"><text:p>25,000.50</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="2"/>' +
      '<table:table-cell office:value-type="date" office:date-value="2026-11-24T18:00:00"><text:p>x</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>twice</text:p></table:table-cell></table:table-row>' +
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const all = sheet("Secret", `<table:table-row>${text("secret")}</table:table-row>`, "ta2") + sheet("Lots", rows);
    expect(
      await read(ods(`${styles}<office:body><office:spreadsheet>${all}</office:spreadsheet></office:body>`)),
    ).toEqual({
      sheets: ["Lots"],
      sheet: "Lots",
      rows: [
        { row: 1, cells: ["Title", "Price"] },
        { row: 5, cells: ["two words\ntwo\nlines", "25000.5", "", "", "2026-11-24 18:00", "twice", "twice"] },
      ],
    });
  });

  it.each([
    [
      "a cell",
      `<table:table-row><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`,
      /200 columns/,
    ],
    ["a row", `<table:table-row table:number-rows-repeated="1048576">${text("x")}</table:table-row>`, /too many rows/],
  ])("is refused if it repeats %s without end", async (_what, rows, message) => {
    await expect(read(ods(`<office:spreadsheet>${sheet("Lots", rows)}</office:spreadsheet>`))).rejects.toThrow(message);
  });
});

describe("a workbook is refused", () => {
  const cell = '<c r="A1"><v>1</v></c>';
  const manyTexts = `<si><t>${"a".repeat(70_000)}</t></si>`.repeat(1_000);
  it.each<readonly [string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ["if it is damaged", async () => (await one(textRow(1, ["a"]))).slice(0, -30), /damaged/],
    ["if it is another ZIP", () => zipOf([["a.txt", "x"]]), /damaged, or of another kind/],
    ["if it is an old one or has a password", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), /\.xls.*password/],
    ["if it has macros", () => one(textRow(1, ["a"]), { more: [["xl/vbaProject.bin", "x"]] }), /macros/],
    ["if its XML defines entities", () => one(`]]><!DOCTYPE x [<!ENTITY a "b">]>`), /damaged/],
    [
      "if its XML begins with a document type",
      () =>
        one("", {
          more: [["xl/sharedStrings.xml", '<!DOCTYPE sst [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>']],
        }),
      /damaged/,
    ],
    ["if it inflates to far more than it is", () => one("", { sharedStrings: manyTexts }), /too large/],
    ["if it has millions of cells", () => one(`<row r="1">${cell.repeat(1_000_001)}</row>`), /too large/],
    ["if it has too many rows", () => one(`<row>${cell}</row>`.repeat(6_000)), /too many rows/],
    ["if it has too many columns", () => one('<row r="1"><c r="ZZZ1"><v>1</v></c></row>'), /200 columns/],
    ["if its elements have no end", () => one("<a>".repeat(200)), /damaged/],
    [
      "if its sheet is elsewhere",
      () =>
        one("", {
          more: [
            [
              "xl/_rels/workbook.xml.rels",
              '<Relationships><Relationship Id="rId1" TargetMode="External" Target="http://elsewhere.test/worksheets/a.xml"/></Relationships>',
            ],
          ],
        }),
      /damaged/,
    ],
  ])("%s", async (_what, make, message) => {
    await expect(read(make())).rejects.toThrow(message);
  });

  it("but not for a million empty rows below its lots", async () => {
    const rows = `<row r="1">${cell}</row>${'<row r="2" ht="15"/>'.repeat(500_000)}`;
    expect((await read(one(rows))).rows).toHaveLength(1);
  });
});

it.each([
  [14, undefined, "date"],
  [22, undefined, "both"],
  [20, undefined, "time"],
  [2, undefined, null],
  [170, "[$-409]d-mmm-yy;@", "date"],
  [171, "yyyy-mm-dd hh:mm:ss", "both"],
  [172, '[Red]#,##0.00 "Naira"', null],
  [173, "[h]:mm", "time"],
  [174, "General", null],
  [175, "mmm", "date"],
  [176, '"₦"#,##0;\\-"₦"#,##0', null],
])("takes the number format %i %s for %s", (id, code, kind) => {
  const style = dateStyleOf(id, code);
  const found = style && (style.hasDate ? (style.hasTime ? "both" : "date") : "time");
  expect(found).toBe(kind);
});
