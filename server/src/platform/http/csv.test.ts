import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine, safeFileName, withoutApostrophe } from "./csv.ts";

describe("a line of CSV", () => {
  it("quotes every cell and doubles quotes; commas and line ends stay inside", () => {
    expect(csvLine(["a", 'say "hi"', "x,y", "two\nlines", ""])).toBe('"a","say ""hi""","x,y","two\nlines",""\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=cmd|' /C calc'!A0", "＝1", "＋1", "－1", "＠A1"])(
    "makes no cell a formula: %j",
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    },
  );

  it("writes numbers as plain decimals, also below zero", () => {
    expect(csvLine(["x", -1234.5, 0, 10_000_000_000.01])).toBe('"x",-1234.50,0.00,10000000000.01\r\n');
  });

  it.each(["000013261128145907123456789012", "1234567890123456", "0123456789", "12345e67", "1E5", "'007"])(
    "keeps the digits of a text that a spreadsheet would read as a number: %s",
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    },
  );

  it("does not change digits that a number keeps, and digits within a text", () => {
    for (const text of ["0", "120", "123456789012345", "Lot 007", "2026-11-28 15:00", "0x10"]) {
      expect(csvLine([text])).toBe(`"${text}"\r\n`);
    }
  });

  it("does not change a text that has such a sign only inside", () => {
    expect(csvLine(["a=b", "₦1,000.00 - paid"])).toBe('"a=b","₦1,000.00 - paid"\r\n');
  });
});

describe("a file's name", () => {
  it.each([
    ["Talking drum, 40 cm", "talking-drum-40-cm.csv"],
    ["Àdìrẹ cloth", "adire-cloth.csv"],
    ['"; rm -rf /\r\nx: y', "rm-rf-x-y.csv"],
    ["../../etc/passwd", "etc-passwd.csv"],
    ["鼓", "auction.csv"],
    ["x".repeat(100), `${"x".repeat(60)}.csv`],
  ])("is made from letters and digits of the title %j", (title, name) => {
    expect(safeFileName(title, "csv")).toBe(name);
  });
});

/** The cell without its quotation marks. */
const cellOf = (text: string): string => csvLine([text]).slice(1, -3).replaceAll('""', '"');

it("gives every text back that it wrote, with apostrophes and signs of formulas", () => {
  const text = fc.string({
    unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "＝", "a", " ", '"', ",", "ẹ", "0", "e"),
  });
  fc.assert(
    fc.property(text, (given) => {
      expect(withoutApostrophe(cellOf(given))).toBe(given);
      expect(cellOf(given)).not.toMatch(/^[=+\-@\t＝]/);
    }),
  );
});
