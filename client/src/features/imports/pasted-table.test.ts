// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { needsLook, problemsOf } from "./column-choice.ts";
import { tableTextOf } from "./pasted-table.ts";

it("reads the cells that Excel copies, with line breaks in a cell and quotation marks", () => {
  const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td { color: red }</style></head><body>
    <table><col width=64><!--StartFragment-->
     <tr height=20><td>Lot</td><td class=xl65>Title</td><td>Price</td></tr>
     <tr><td align=right x:num>1</td><td>55" TV<br>with a
       stand</td><td>25,000.00</td></tr>
     <tr style='display:none'><td>2</td><td>Hidden</td><td>1</td></tr>
    <!--EndFragment--></table></body></html>`;
  expect(tableTextOf(html)).toBe('Lot\tTitle\tPrice\n1\t"55"" TV\nwith a stand"\t25,000.00\n');
});

it("reads a table of Word with paragraphs, lists and cells that reach over others", () => {
  const html = `<p>Before</p><table><tbody>
    <tr><td rowspan=2><p>A</p><p>B</p></td><td colspan=2><ul><li>x</li><li>y</li></ul></td></tr>
    <tr><td>1</td><td><script>alert(1)</script>2</td></tr>
  </tbody></table>`;
  expect(tableTextOf(html)).toBe('"A\nB"\t"x\ny"\t\n\t1\t2\n');
});

it("reads what Google Sheets copies: quoted signs in attributes, references of characters, and a table in a cell", () => {
  const html = `<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px}--></style>
    <table data-x='a>b'><colgroup><col width="100"/></colgroup><tbody><tr><td data-sheets-formula="=IF(R[1]C[0]<3,1)">3 &lt; 5 &amp;
      &#8358;25&nbsp;000 &unknown; a < b</td><td>1<table><tr><td>in</td></tr></table></td><td style="DISPLAY: none">no</td></tr>
    </tbody></table>`;
  expect(tableTextOf(html)).toBe('3 < 5 & ₦25 000 &unknown; a < b\t"1\nin"\n');
});

it("leaves HTML whose tags have no end, and reads a large one once", () => {
  expect(tableTextOf(`<table><tr><td ${'"'.repeat(30_001)}`)).toBeNull();
  const many = `<table>${"<tr><td>1</td><td>2</td></tr>".repeat(50_000)}</table>`;
  expect(tableTextOf(many)?.split("\n")).toHaveLength(50_001);
});

it.each(["", "<p>Lot 1, Title</p>", "tables"])("leaves what has no table to the browser: %s", (html) => {
  expect(tableTextOf(html)).toBeNull();
});

it("asks which column is which only if the table does not say it", () => {
  const column = (head: string, of: "title" | "description" | "startingPrice" | null) => ({
    head,
    column: of,
    samples: [],
  });
  const all = [column("Title", "title"), column("Details", "description"), column("Start price", "startingPrice")];
  const table = { encoding: "utf-8", encodingSamples: [], sheets: [], sheet: null, headRow: 1, rows: 1 } as const;
  const plain = { ...table, sheets: [], encodingSamples: [], columns: all, isRemembered: false };
  expect(needsLook(plain)).toBe(false);
  expect(needsLook({ ...plain, columns: [...all, column("", null)] })).toBe(false);
  expect(needsLook({ ...plain, columns: [...all, column("Shelf", null)] })).toBe(true);
  expect(needsLook({ ...plain, columns: all.slice(1) })).toBe(true);
  expect(needsLook({ ...plain, encoding: "windows-1252" })).toBe(true);
  expect(needsLook({ ...plain, sheets: ["A", "B"] })).toBe(true);
  expect(needsLook({ ...plain, isRemembered: true })).toBe(true);
});

it("names the columns that are missing or chosen twice", () => {
  expect(problemsOf(["title", "title", null, "pictures", "pictures"])).toEqual([
    "No column is chosen for “Description” and “Starting price”. Each lot needs it.",
    "Several columns are chosen for “Title”. Choose one.",
  ]);
  expect(problemsOf(["title", "description", "startingPrice"])).toEqual([]);
});
