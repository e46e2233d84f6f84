// Tests a table's cells as people type them: columns, amounts, times in Lagos and the pictures of each lot.

import { categoryLabels } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { houseFile } from "../../../../test/support/house-files.ts";
import { columnOf } from "./columns.ts";
import { givePictures } from "./give-pictures.ts";
import { readTime, writeTime } from "./lagos-times.ts";
import { readImport } from "./read-import.ts";

const read = (table: string) => readImport(new TextEncoder().encode(table), categoryLabels);
const HEAD = "Title,Description,Starting price";

describe("a table of lots", () => {
  it.each([
    ["Lot No.", "lotNumber"],
    [" STARTING  price ", "startingPrice"],
    ["buy-it-now", "buyItNowPrice"],
    ["Reserve_Price", "reservePrice"],
    ["Shelf", undefined],
    ["", undefined],
  ])("takes the head “%s” for the column %s", (head, column) => {
    expect(columnOf(head)).toBe(column);
  });

  it.each([
    ['"1,500,000"', 1_500_000],
    ["1.500.000", 1_500_000],
    ["250k", 250_000],
    ["₦ 1 500.50", 1_500.5],
    ["1.50", 1.5],
  ])("reads the amount %s as %d", async (typed, amount) => {
    const { rows } = await read(`${HEAD}\nDrum,A lot,${typed}`);
    expect(rows[0]?.body?.startingPrice).toBe(amount);
  });

  it.each(['"1,50"', "1.500", "-5", "0", "1e9", "ten", "10.005", "99999999999999"])(
    "refuses the amount %s by its column",
    async (typed) => {
      const { rows } = await read(`${HEAD}\nDrum,A lot,${typed}`);
      expect(rows[0]?.body).toBeNull();
      expect(rows[0]?.problems.map(({ column }) => column)).toEqual(["Starting price"]);
    },
  );

  it("reads a condition report from one cell, and refuses what it cannot read by its column", async () => {
    const { rows } = await read(
      `${HEAD},Category,Condition report\nCorolla,A car,1,Automobiles,"Year: 2015; Mileage: 120,000 km; Fuel: Petrol"\n` +
        "Camry,Another car,1,Automobiles,Year: new\nSofa,A sofa,1,Furniture,Year: 2015\n",
    );
    expect(rows[0]?.body?.conditionReport).toEqual({ year: 2015, mileageKm: 120_000, fuel: "petrol" });
    expect(rows.slice(1).map(({ body, problems }) => [body, problems.map(({ column }) => column)])).toEqual([
      [null, ["Condition report"]],
      [null, ["Condition report"]],
    ]);
  });

  it("takes the usual words for a condition and says what it took them for, and refuses unknown words", async () => {
    const { rows } = await read(`${HEAD},Condition\nDrum,A lot,1,Used\nBell,A lot,1,good\nMask,A lot,1,Fine-ish\n`);
    expect(rows.map(({ body, problems }) => [body?.condition, problems])).toEqual([
      ["good", [{ column: "Condition", message: "“Used” is taken as Good." }]],
      ["good", []],
      [
        undefined,
        [
          {
            column: "Condition",
            message: "“Fine-ish” is unknown. Use New, Like New, Excellent, Good, Fair, Poor.",
          },
        ],
      ],
    ]);
  });

  it("counts rows as a spreadsheet does, and leaves empty ones out", async () => {
    const { rows } = await read(`${HEAD}\n\n,,\nDrum,"A\nlot",1\n`);
    expect(rows.map(({ row, title }) => [row, title])).toEqual([[4, "Drum"]]);
  });

  it("ignores empty cells behind the last head, unless an amount seems to be cut at its comma", async () => {
    const { rows } = await read(
      `${HEAD},Reserve,,\nA,b,1000,,,,\nC,d,1000,2000,,\nE,f,25,500,,\nG,h,1000,,x\nI,j,₦25,000,,\nK,l,25,500\n`,
    );
    expect(rows.map(({ title, problems }) => [title, ...problems.map(({ column }) => column)])).toEqual([
      ["A"],
      ["C"],
      ["E", "Row"],
      ["G", "Row"],
      ["I", "Row"],
      ["K"],
    ]);
    const file = await readImport(houseFile("empty-last-cell.csv"), categoryLabels);
    expect(file.rows).toMatchObject([{ title: "Drum one", problems: [], body: { startingPrice: 25_000 } }]);
  });

  it("knows a row again by its reference, or by its number and title, whatever else changed", async () => {
    const keysOf = async (...lines: string[]) =>
      (await read(`Reference,Lot,${HEAD}\n${lines.join("\n")}`)).rows.map(({ key }) => key);
    const [one, two] = await keysOf("A-1,1,Drum,A lot,1", ",012,Drum,A lot,1");
    expect(await keysOf("A-1,9,Flute,Another,2", ",12,Drum,Another,2")).toEqual([one, two]);
    expect(await keysOf("A-2,1,Drum,A lot,1", ",012,Flute,A lot,1")).not.toEqual([one, two]);
  });
});

describe("a time in a table", () => {
  it.each([
    ["2026-11-24 18:00", "2026-11-24T17:00:00.000Z"],
    ["2026-11-24T18:00:05.120", "2026-11-24T17:00:05.120Z"],
    ["24/11/2026 18:00", "2026-11-24T17:00:00.000Z"],
    ["4.1.2026 00:30", "2026-01-03T23:30:00.000Z"],
    ["2026-11-24T18:00:00Z", "2026-11-24T18:00:00.000Z"],
    ["2026-11-24", null],
    ["30/02/2026 10:00", null],
    ["11/24/2026 18:00", null],
    ["2026-11-24 24:00", null],
    ["tomorrow", null],
  ])("reads %s as %s", (typed, iso) => {
    expect(readTime(typed)).toBe(iso);
  });

  it.each(["2026-11-24T17:00:00.000Z", "2026-11-24T17:00:05.000Z", "2026-12-31T23:30:00.007Z"])(
    "reads %s again from what it writes",
    (iso) => {
      expect(readTime(writeTime(iso))).toBe(iso);
    },
  );
});

it("gives pictures to lots by number, in order, and a lot whose number has a dash its own", () => {
  const taken = (name: string) => ({ name, filename: `${name}.webp`, type: "image" as const, problem: null });
  const rows = ["012", "A-7", "A"].map((lotNumber, i) => ({ row: i + 2, lotNumber, pictureNames: [] }));
  const names = ["12-10.jpg", "012-9.jpg", "12.jpg", "a-7.jpg", "A-7-2.jpg", "A-1.jpg", "IMG_2041.jpg"];
  const { byRow, unused } = givePictures(rows, names.map(taken));
  const given = [2, 3, 4].map((row) =>
    byRow
      .get(row)
      ?.media.map(({ originalName }) => originalName)
      .sort(),
  );
  expect(given).toEqual([["012-9.jpg", "12-10.jpg", "12.jpg"], ["A-7-2.jpg", "a-7.jpg"], ["A-1.jpg"]]);
  expect(
    byRow
      .get(2)
      ?.media.map(({ originalName }) => originalName)
      .slice(-2),
  ).toEqual(["012-9.jpg", "12-10.jpg"]);
  expect(unused).toEqual(["IMG_2041.jpg"]);
});
