// Tests imports of hostile tables and ZIP files, and of files that unusual programs write: each is read, or refused
// with its reason, and no lot says what the table does not.
import { deflateRawSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { HEAD, importsOn, png, renamed, zipOf } from "../support/e2e-imports.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { textRow, workbookOf } from "../support/sample-workbook.ts";

const server = await sharedServer();

describeEndToEnd("hostile imports", () => {
  let importer: Person;
  let image: Uint8Array;
  beforeAll(async () => {
    importer = await makePerson(server, "importer", { role: "cataloguer" });
    image = await png();
  });
  const { checked, applied, refusalOf, send, until } = importsOn(() => ({ server, importer }));

  const table = `${HEAD}\n1,Drum,A lot,100`;
  const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, "utf16le");

  it.each<readonly [string, Uint8Array | string, RegExp]>([
    ["is Windows-1252", Buffer.from(`${HEAD}\n1,Àdìrẹ,A lot,100`, "latin1"), /not written in UTF-8.*CSV UTF-8/],
    ["has NUL bytes", `${HEAD}\n1,Dr\0um,A lot,100`, /NUL bytes/],
    ["is a picture", Buffer.from("89504e470d0a1a0a0000000d49484452ff", "hex"), /no table/],
    ["is a workbook", "PK\u0003\u0004rest", /workbook/],
    ["never closes a quotation mark", `${HEAD}\n1,"Drum,A lot,100\n2,x,y,1`, /never closed/],
    ["has a quotation mark in the middle", `${HEAD}\n1,"Dr"um",A lot,100`, /quotation marks/],
    ["has a cell of 4 MB", `${HEAD}\n1,${"x".repeat(4 * 1024 * 1024)},A lot,100`, /too long/],
    ["has a cell of 10 MB", `${HEAD}\n1,${"x".repeat(10 * 1024 * 1024)},A lot,100`, /larger than 5 MB/],
    ["has 100,000 rows", `${HEAD}\n${"1,a,b,1\n".repeat(100_000)}`, /more than 5,000 rows/],
    ["has 100,000 empty rows", `${HEAD}\n${",,,\n".repeat(100_000)}`, /more than 5,000 rows/],
    ["has no rows", `${HEAD}\n\n`, /no rows/],
    ["is empty", "", /no rows/],
    ["lacks columns", "Lot number,Title\n1,Drum", /no column “Description”, “Starting price”/],
    ["has a column twice", `${HEAD},Lot no.\n1,Drum,A lot,100,2`, /“Lot number” twice/],
  ])("refuses a table that %s", async (_what, bytes, message) => {
    expect(await refusalOf({ table: bytes })).toMatch(message);
  });

  it.each<readonly [string, Uint8Array | string]>([
    ["UTF-16", utf16(table)],
    ["UTF-16 without its mark", Buffer.from(table, "utf16le")],
    ["tabs and Excel's own first line", `sep=\t\n${table.replaceAll(",", "\t")}`],
    ["old line ends and empty rows", `\n${table}\n`.trimStart().replaceAll("\n", "\r\n")],
  ])("reads a table with %s", async (_what, bytes) => {
    const { rows } = await checked({ table: bytes });
    expect(rows).toMatchObject([{ row: 2, lotNumber: "1", title: "Drum", verdict: "create" }]);
  });

  it("keeps a cell that looks like a formula as text, and stores no control character", async () => {
    const cells = ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "'=1+1"];
    const lines = cells.map((cell, i) => `${i + 1},${cell},A lot,100`);
    const { rows } = await applied({ table: `${HEAD}\n${lines.join("\n")}\n6,Be\u0007ll,A lot,100` });
    const shown = await server.query<{ title: string }>("select title from auctions where seller_id = $1::text::uuid", [
      importer.id,
    ]);
    expect(shown.map(({ title }) => title).sort()).toEqual(
      ["+1", "-1", "=1+1", "=HYPERLINK(1)", "@SUM(1)", "Bell"].sort(),
    );
    expect(rows[5]).toMatchObject({ title: "Bell", verdict: "create", problems: [] });
  });

  it("stores what it says about a cell, also where that cuts an emoji in half, and no NUL of a workbook", async () => {
    const long = (length: number) => `${"x".repeat(length - 1)}😀`;
    const heads = [...HEAD.split(","), "End", long(100)];
    const cells = ["1", "Cut", "A lot", long(40), long(40), long(40)];
    const { rows, import: found } = await checked({ table: `${heads.join(",")}\n${cells.join(",")}` });
    expect(rows[0]?.problems.map(({ column }) => column)).toEqual(["Starting price", "End"]);
    expect(found.unused.columns).toEqual(["x".repeat(99)]);
    const spoiled = ["1", "_x0000_Bell_xD800_", "A_x0007_ lot", "_x0000_", "a_x0000_.png"];
    const table = await workbookOf({
      sheets: [{ name: "Lots", rows: textRow(1, [...HEAD.split(","), "Pictures"]) + textRow(2, spoiled) }],
    });
    expect((await checked({ table })).rows).toMatchObject([{ title: "Bell", verdict: "refused" }]);
  });

  it("refuses a ZIP whose list is an attack, before anything of it is inflated", async () => {
    const [one, two] = [
      ["aaaaaaaaaa.png", image],
      ["bbbbbbbbbb.png", image],
    ] as const;
    const plain = await zipOf([one, two]);
    const nested = await zipOf([["inner.zip", await zipOf([one])]]);
    const link = await zipOf([["1-1.png", "/etc/passwd"]], { mode: 0o120777 });
    const bomb = await zipOf([["1-1.png", new Uint8Array(20 * 1024 * 1024)]]);
    const attacks: readonly (readonly [Uint8Array, RegExp])[] = [
      [renamed(plain, "aaaaaaaaaa.png", "../../../x.png"), /leads out of it/],
      [renamed(plain, "aaaaaaaaaa.png", "/etc/passwd.xy"), /leads out of it/],
      [renamed(plain, "aaaaaaaaaa.png", "..\\..\\..\\ab.xy"), /leads out of it/],
      [renamed(plain, "aaaaaaaaaa.png", "bbbbbbbbbb.png"), /two files with the name/],
      [nested, /another archive/],
      [link, /a link instead of a file/],
      [bomb, /inflates far too much/],
      [plain.slice(0, plain.length - 30), /damaged, or it is not a ZIP file/],
      [Buffer.from("no zip at all"), /damaged, or it is not a ZIP file/],
      [
        await zipOf([
          ["a.csv", table],
          ["b.csv", table],
        ]),
        /more than one table/,
      ],
    ];
    for (const [zip, message] of attacks) {
      expect(await refusalOf({ table, zip })).toMatch(message);
    }
  });

  it("counts what a ZIP inflates to, and believes nothing that it says", async () => {
    const size = 30 * 1024 * 1024;
    const honest = Buffer.from(await zipOf([["1-1.png", new Uint8Array(size)]]));
    const compressed = deflateRawSync(new Uint8Array(size)).length;
    expect(compressed).toBeLessThan(size / 200);
    // The list says that the file has 100 bytes.
    const real = Buffer.alloc(4);
    real.writeUInt32LE(size);
    const said = Buffer.alloc(4);
    said.writeUInt32LE(100);
    const lying = Buffer.from(
      honest.toString("latin1").replaceAll(real.toString("latin1"), said.toString("latin1")),
      "latin1",
    );
    expect(lying.equals(honest)).toBe(false);
    const { rows } = await checked({ table, zip: lying });
    expect(rows).toMatchObject([{ verdict: "refused", pictures: 0, problems: [{ column: "Pictures" }] }]);
  });

  it("refuses what is not a picture, and media that nobody uploaded", async () => {
    const script = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    const zip = await zipOf([
      ["1-1.png", script],
      ["2-1.jpg", await zipOf([["x.png", image]])],
      ["3-1.png", image.slice(0, 60)],
    ]);
    const foreign = "/media/0123456789abcdef0123456789abcdef.webp";
    const lines = [1, 2, 3].map((number) => `${number},Bad ${number},A lot,100,`);
    const all = `${HEAD},Pictures\n${lines.join("\n")}\n4,Bad 4,A lot,100,${foreign}\n5,Bad 5,A lot,100,/media/../secret`;
    const { rows } = await checked({ table: all, zip });
    expect(rows.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 5 }, () => "refused"));
    for (const { problems } of rows) expect(problems).toMatchObject([{ column: "Pictures" }]);
  });

  it("refuses forms with other fields, other bodies, and more than one table", async () => {
    const { token } = importer;
    const post = (headers: Record<string, string>, raw: string) =>
      server.api("POST", "/api/admin/imports", { token, headers, raw });
    expect((await post({ "content-type": "application/json" }, "{}")).status).toBe(415);
    const part = (name: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${table}\r\n`;
    const form = { "content-type": "multipart/form-data; boundary=b" };
    expect((await post(form, `${part("table")}${part("table")}--b--`)).body.message).toMatch(/one table/);
    expect((await post(form, `${part("other")}--b--`)).body.message).toMatch(/unknown field/);
    expect((await post(form, `${part("table")}`)).status).toBe(400);
    expect(await refusalOf({ zip: await zipOf([["1-1.png", image]]) })).toMatch(/no table/);
    const answer = await send({ table });
    await until(answer.body.import._id, "checked");
  });
});
