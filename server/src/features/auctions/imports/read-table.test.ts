// Tests the tables that houses send: how they are written, how their cells are separated, and where their heads are.
import { describe, expect, it } from "vitest";
import { houseFile } from "../../../../test/support/house-files.ts";
import { decodeTable, encodingSamplesOf } from "./decode-table.ts";
import { previewOf } from "./preview-table.ts";
import { readTable } from "./read-table.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const cellsOf = async (table: string | Uint8Array) => {
  const { heads, rows } = await readTable(typeof table === "string" ? bytesOf(table) : table);
  return [heads, ...rows.map(({ cells }) => cells)];
};
const HEAD = "Lot number,Title,Description,Starting price";

describe("the bytes of a table", () => {
  const text = `${HEAD}\n1,Àdìrẹ,A lot,100`;
  const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
  it.each<readonly [string, Uint8Array, string]>([
    ["UTF-8", bytesOf(text), "utf-8"],
    ["UTF-8 with its mark", bytesOf(`\ufeff${text}`), "utf-8"],
    ["UTF-16 LE with its mark", Buffer.from(`\ufeff${text}`, "utf16le"), "utf-16le"],
    ["UTF-16 LE without its mark", Buffer.from(text, "utf16le"), "utf-16le"],
    ["UTF-16 BE with its mark", swapped(Buffer.from(`\ufeff${text}`, "utf16le")), "utf-16be"],
    ["UTF-16 BE without its mark", swapped(Buffer.from(text, "utf16le")), "utf-16be"],
  ])("are read in %s", (_what, bytes, encoding) => {
    expect(decodeTable(bytes)).toEqual({ text, encoding });
  });

  it("are taken for Windows-1252 if they are not UTF-8, with the words that show whether this is right", () => {
    const bytes = Buffer.from(`${HEAD}\r\n1,Caf\u00e9 set,\u0093Fine\u0094,100\r\n2,Na\u00efve art,x,1`, "latin1");
    const decoded = decodeTable(bytes);
    expect(decoded.encoding).toBe("windows-1252");
    expect(decoded.text).toContain("“Fine”");
    expect(encodingSamplesOf(decoded)).toEqual(["Café set", "“Fine”", "Naïve art"]);
  });

  it.each<readonly [string, Uint8Array, RegExp]>([
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452000000ff", "hex"), /no table|NUL/],
    ["a program", Buffer.from("7f454c4602010100ff00fe00", "hex"), /no table|NUL/],
    ["a PDF", bytesOf("%PDF-1.7\n1 0 obj"), /PDF/],
    ["a web page that is called a table", bytesOf("<html><table><tr><td>1</td></tr></table>"), /web page/],
    ["bytes that are no letters in Windows-1252", Buffer.from("a,b\n\x81\x8d,c", "latin1"), /no table/],
  ])("are refused if they are %s", (_what, bytes, message) => {
    expect(() => decodeTable(bytes)).toThrow(message);
  });
});

describe("the cells of a table", () => {
  it("are the same whether rows end in CRLF, LF or CR, also in one file", async () => {
    expect(await cellsOf(`${HEAD}\r\n1,"a\r\nb",c,1\n2,d,e,2\r3,f,g,3`)).toEqual([
      HEAD.split(","),
      ["1", "a\nb", "c", "1"],
      ["2", "d", "e", "2"],
      ["3", "f", "g", "3"],
    ]);
    const [, ...lots] = await cellsOf(houseFile("mixed-line-ends.csv"));
    expect(lots.map(([number, title, , price]) => [number, title, price])).toEqual([
      ["1", "Drum one", "25000"],
      ["2", "Drum two", "26000"],
      ["3", "Drum three", "1000"],
    ]);
  });

  it("keep a quotation mark that encloses no tab and no line break in text with tabs", async () => {
    expect((await cellsOf(houseFile("copied-inch-mark.tsv")))[1]).toEqual([
      "1",
      '55" Samsung TV',
      'Smart TV, 55" screen',
      "250000",
      "Electronics",
    ]);
    const copied = [
      '"Big" drum',
      '"Queen"',
      '"two\nlines and a ""word"""',
      '"a\ttab"',
      '"open',
      '"12"" pan"',
      '"a, b"',
    ];
    expect((await cellsOf(`Title\tDescription\tStarting price\tA\tB\tC\tD\n${copied.join("\t")}`))[1]).toEqual([
      '"Big" drum',
      '"Queen"',
      'two\nlines and a "word"',
      "a\ttab",
      '"open',
      '12" pan',
      "a, b",
    ]);
  });

  it("lose quotation marks in text with tabs whose heads all have them", async () => {
    expect((await cellsOf('"Title"\t"Description"\t"Starting price"\n"Drum"\t"A lot"\t"100"'))[1]).toEqual([
      "Drum",
      "A lot",
      "100",
    ]);
  });

  it("keep a quotation mark inside a cell without them in text with commas", async () => {
    expect((await cellsOf(`${HEAD}\n1,55" TV,6' 2" high,100`))[1]).toEqual(["1", '55" TV', `6' 2" high`, "100"]);
  });

  it.each([";", "\t", ","])("are separated by “%s” where that makes the known heads", async (separator) => {
    const table = [HEAD, "1,Drum,A lot,100"].map((line) => line.replaceAll(",", separator)).join("\n");
    expect((await cellsOf(table))[1]).toEqual(["1", "Drum", "A lot", "100"]);
    expect((await cellsOf(`sep=${separator}\r\n${table}`))[1]).toEqual(["1", "Drum", "A lot", "100"]);
  });

  it("are separated by what makes rows of one length if no head is known", async () => {
    expect(await cellsOf("Numero;Nome, intero\n1;Vaso, blu\n2;Sedia\n")).toEqual([
      ["Numero", "Nome, intero"],
      ["1", "Vaso, blu"],
      ["2", "Sedia"],
    ]);
  });
});

it("finds the heads below the title of a table, and counts its rows as a spreadsheet does", async () => {
  const { headRow, heads, rows } = await readTable(
    bytesOf(`Adenuga Auctions,,,\n"Sale of 24 November, Lagos",,,\n\n${HEAD}\n\n1,Drum,A lot,100\n`),
  );
  expect([headRow, heads, rows]).toEqual([4, HEAD.split(","), [{ row: 6, cells: ["1", "Drum", "A lot", "100"] }]]);
});

it("shows what each column is by the names that other platforms give, with its first cells", async () => {
  const columnsOf = async (head: string) => {
    const cells = head.split(",");
    const table = await readTable(bytesOf(`${head}\n${cells.map((_, i) => i).join(",")}`));
    return previewOf(table, null).columns.map(({ column }) => column);
  };
  expect(
    await columnsOf("Lot Number,Lead,Description,Quantity,Category,Condition,Starting Bid,Reserve,Image 1"),
  ).toEqual([
    "lotNumber",
    "title",
    "description",
    null,
    "categories",
    "condition",
    "startingPrice",
    "reservePrice",
    "pictures",
  ]);
  expect(
    await columnsOf("LotNum,Title,Description,LowEst,HighEst,StartPrice,Reserve Price,ImageFile.1,ImageFile.2"),
  ).toEqual([
    "lotNumber",
    "title",
    "description",
    "lowEstimate",
    "highEstimate",
    "startingPrice",
    "reservePrice",
    "pictures",
    "pictures",
  ]);
  expect(await columnsOf("Lot Number,Lot Title,Lot Description,Quantity,Opening Bid")).toEqual([
    "lotNumber",
    "title",
    "description",
    null,
    "startingPrice",
  ]);
  expect(await columnsOf("Lot #,Title,Lead,Description,Start Bid Each,Total Reserve")).toEqual([
    "lotNumber",
    "title",
    null,
    "description",
    "startingPrice",
    "reservePrice",
  ]);
});

it("reads no more than it must of a table with a million rows or one endless cell", async () => {
  await expect(readTable(bytesOf(`${HEAD}\n${"1,a,b,1\n".repeat(600_000)}`))).rejects.toThrow(/more than 5,000 rows/);
  await expect(readTable(bytesOf(`${HEAD}\n1,"${'""'.repeat(2_000_000)}`))).rejects.toThrow(/never closed/);
  await expect(readTable(bytesOf(`${HEAD}\n1,${"x".repeat(4_000_000)}`))).rejects.toThrow(/too long/);
  await expect(readTable(bytesOf(`${"a,".repeat(300)}a\n${"1,".repeat(300)}1\n`))).rejects.toThrow(/200 columns/);
});
