// Tests imports of lots: a table is checked, and each row becomes a draft once, also if nodes stop or requests are sent
// twice.
import { randomUUID } from "node:crypto";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { beforeAll, expect, it, vi } from "vitest";
import { createImportRemoval } from "../../src/features/auctions/imports/remove-old-imports.ts";
import { createFolderStorage } from "../../src/features/media/storage/folder-storage.ts";
import { takeOrphans } from "../../src/features/media/upload-queries.ts";
import { HEAD, importsOn, png, zipOf } from "../support/e2e-imports.ts";
import { askForStatus, makePerson, type Person } from "../support/e2e-people.ts";
import { salesOn } from "../support/e2e-sales.ts";
import { sharedServer, startTestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { makeDatabase } from "../support/fresh-database.ts";
import { houseFile } from "../support/house-files.ts";
import { textRow, workbookOf } from "../support/sample-workbook.ts";

const server = await sharedServer();

describeEndToEnd("imports of lots", () => {
  let importer: Person;
  beforeAll(async () => {
    importer = await makePerson(server, "importer", { role: "cataloguer" });
  });
  const { send, preview, look, checked, step, applied, until, lotsWith } = importsOn(() => ({ server, importer }));

  it("makes drafts of a table with everything, as the creation form would", async () => {
    const table = [
      "LOT NO.;title;Description;Starting Price;Increment;Reserve;Buy it now;Currency;Start;End;Category;Condition;Location;Soft close seconds;Shelf",
      '012;"Drum; carved";From Ibadan;1.500.000;25k;1.600.000;2m;NGN;24/11/2036 18:00;2036-11-25 18:30;Collectibles & Antiques|toys;like new;Lagos;120;B4',
    ].join("\r\n");
    const { import: found, rows } = await applied({ table: `\ufeff${table}` });
    expect(found).toMatchObject({
      counts: { rows: 1, create: 1, made: 1 },
      unused: { columns: ["Shelf"], pictures: [] },
    });
    expect(rows).toMatchObject([{ row: 2, lotNumber: "012", verdict: "create", problems: [] }]);
    const { body } = await server.api("GET", `/api/auctions/${rows[0]?.auctionId}`, { token: importer.token });
    expect(body.auction).toMatchObject({
      title: "Drum; carved",
      description: "From Ibadan",
      status: "draft",
      currency: "NGN",
      location: "Lagos",
      startingPrice: 1_500_000,
      bidIncrement: 25_000,
      reservePrice: 1_600_000,
      buyItNowPrice: 2_000_000,
      startTime: "2036-11-24T17:00:00.000Z",
      endTime: "2036-11-25T17:30:00.000Z",
      categories: ["collectibles", "toys"],
      condition: "like-new",
      softClose: { windowSeconds: 120, capMinutes: 30 },
      seller: { _id: importer.id },
    });
  });

  it("names what is wrong with each row, and makes lots of the others alone", async () => {
    const table = `${HEAD},Reserve,Buy It Now,End
1,Mixed good,A lot,100,,,
2,Mixed cheap,A lot,100,500,300,
3,Mixed comma,A lot,"1,50",,,
4,,No title,100,,,
5,Mixed late,A lot,100,,,2020-01-01 10:00
6,Mixed February,A lot,100,,,30/02/2036 10:00
7,Mixed minus,A lot,-5,,,
1,Mixed twin,A lot,100,,,
8,Mixed cells,A lot,1,000,,,,
9,Mixed word,A lot,cheap,,,`;
    const { import: found, rows } = await checked({ table });
    expect(found.counts).toMatchObject({ rows: 10, create: 1, refused: 9, made: 0 });
    rows.sort((one, other) => one.row - other.row);
    const columns = rows.map(({ row, problems }) => [row, problems.map(({ column }) => column)]);
    expect(columns).toEqual([
      [2, []],
      [3, ["Buy It Now"]],
      [4, ["Starting price"]],
      [5, ["Title"]],
      [6, ["End"]],
      [7, ["End"]],
      [8, ["Starting price"]],
      [9, ["Lot number"]],
      [10, ["Row"]],
      [11, ["Starting price"]],
    ]);
    expect(rows[2]?.problems[0]?.message).toMatch(/can mean/);
    expect(rows[7]?.problems[0]?.message).toBe("Row 2 has the same.");
    const refused = await look(found._id, "?verdict=refused&limit=3&page=2");
    expect([refused.rows.map(({ row }) => row), refused.pagination.total]).toEqual([[5, 6, 7], 9]);
    await step(found._id, "apply");
    await until(found._id, "applied");
    expect(await lotsWith("Mixed")).toBe(1);
  });

  it("names sellers by code, whose lots need an accepted agreement as any", async () => {
    const admin = await makePerson(server, "desk", { role: "admin" });
    const [ada, bola] = [await makePerson(server, "seller-a"), await makePerson(server, "seller-b")];
    const ask = async (who: Person, method: string, path: string, body?: object) => {
      const answer = await server.api(method, `/api${path}`, { token: who.token, ...(body && { body }) });
      expect([answer.status, answer.body.message]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
      return answer.body;
    };
    for (const seller of [ada, bola, importer])
      await ask(admin, "POST", "/admin/offers", { seller: seller.username, title: "A first item" });
    const { sellers } = await ask(importer, "GET", "/admin/seller-codes?limit=100");
    const codeOf = ({ id }: Person): string => sellers.find(({ _id }: { _id: string }) => _id === id)?.code;
    for (const seller of [ada, bola, importer]) expect(codeOf(seller)).toMatch(/^[XYVBCDWF2-9]{6}$/);

    const typed = ` ${codeOf(ada).slice(0, 3).toLowerCase()}-${codeOf(ada).slice(3)} `;
    const start = "2036-11-24 18:00";
    const rowsOf = (drum: string) => `${HEAD},Reserve,Seller,Start
1,Consigned drum,A lot,1000,2000,${drum},
2,Consigned by nobody,A lot,100,,ZZZZZZ,
3,Consigned by me,A lot,100,,${codeOf(importer)},
4,Consigned with a start,A lot,100,,${codeOf(bola)},${start}
5,Consigned of the house,A lot,100,,,`;
    const { import: found, rows } = await checked({ table: rowsOf(typed) });
    expect(rows.map(({ verdict, problems }) => [verdict, problems.map(({ column }) => column)])).toEqual([
      ["create", ["Seller"]],
      ["refused", ["Seller"]],
      ["refused", ["Seller"]],
      ["refused", ["Start"]],
      ["create", []],
    ]);
    expect(rows[0]?.problems[0]?.message).toMatch(new RegExp(`${ada.username}.*the seller accepts`));
    await step(found._id, "apply");
    const { rows: made } = await until(found._id, "applied");
    const auctionId = made[0]?.auctionId;
    const { auction } = await ask(admin, "GET", `/auctions/${auctionId}`);
    expect(auction).toMatchObject({ status: "draft", seller: { _id: ada.id } });

    const { offers } = await ask(admin, "GET", "/admin/offers?limit=100");
    const offer = offers.find(({ lot }: { lot: { _id: string } | null }) => lot?._id === auctionId);
    expect(offer).toMatchObject({
      status: "in-review",
      title: "Consigned drum",
      seller: { _id: ada.id },
      enteredBy: importer.username,
      lot: { startingPrice: 1000, reservePrice: 2000, currency: "NGN" },
    });
    const open = () => askForStatus(server, admin, auctionId ?? "", "active");
    expect(await open()).toMatchObject({ status: 409, body: { code: "AGREEMENT_MISSING" } });
    const prices = { startingPrice: 1000, reservePrice: 2000, currency: "NGN" };
    const terms = { ...prices, commissionPercent: 10, leastCommission: 0, charges: [] };
    const { agreement } = await ask(admin, "POST", `/admin/offers/${offer._id}/accept`, terms);
    expect(await open()).toMatchObject({ status: 409, body: { code: "AGREEMENT_MISSING" } });
    const name = { name: "Adaeze Obi", termsVersion: SELLER_TERMS_VERSION };
    await ask(ada, "POST", `/agreements/${agreement._id}/accept`, name);

    const again = await checked({ table: rowsOf(codeOf(ada)) });
    expect(again.rows[0]).toMatchObject({ verdict: "unchanged", problems: [] });
    const other = await checked({ table: rowsOf(codeOf(bola)) });
    expect(other.rows[0]).toMatchObject({ verdict: "refused", problems: [{ column: "Seller" }] });
    expect(await open()).toMatchObject({ status: 200 });
    const csv = await server.api("GET", "/api/admin/lots.csv?search=Consigned", { token: importer.token });
    expect(csv.text).toContain(codeOf(ada));

    const { import: late } = await checked({ table: rowsOf(typed).replace("Consigned drum", "Consigned late") });
    await ask(admin, "POST", `/admin/users/${ada.id}/suspend`, { reason: "Stolen goods" });
    await step(late._id, "apply");
    const { rows: settled } = await until(late._id, "applied");
    expect(settled[0]).toMatchObject({ verdict: "refused", problems: [{ column: "Seller" }] });
  });

  it("makes a row a lot once, however often and by how many imports at the same moment it is sent", async () => {
    const table = `${HEAD}\n${Array.from({ length: 20 }, (_, i) => `${i + 1},Once ${i},A lot,100`).join("\n")}`;
    const both = await Promise.all([checked({ table }), checked({ table })]);
    await Promise.all(both.flatMap(({ import: { _id } }) => [step(_id, "apply"), step(_id, "apply")]));
    for (const {
      import: { _id },
    } of both)
      await until(_id, "applied");
    expect(await lotsWith("Once ")).toBe(20);
    const again = await applied({ table });
    expect(again.import.counts).toMatchObject({ create: 0, unchanged: 20, made: 0 });
    expect(again.rows[0]?.auctionId).toMatch(/^[0-9a-f-]{36}$/);
    const other = await applied({ table: table.replace("Once 3,A lot,100", "Once 3,A lot,200") });
    expect(other.import.counts).toMatchObject({ unchanged: 19, changed: 1, made: 0 });
    expect(await lotsWith("Once ")).toBe(20);
  });

  it("updates the drafts that differ, and makes another lot of a row, if its owner chooses that", async () => {
    const choose = (id: string, body: object) =>
      server.api("POST", `/api/admin/imports/${id}/choose`, { token: importer.token, body });
    const lotOf = async (id: string | null | undefined) =>
      (await server.api("GET", `/api/auctions/${id}`, { token: importer.token })).body.auction;
    const stem = `Again ${randomUUID()}`;
    const table = [`${HEAD},Location`, ...[1, 2, 3].map((n) => `${n},${stem} ${n},A lot,100,Oyo`)].join("\n");
    const first = await applied({ table });
    const ids = first.rows.map(({ auctionId }) => auctionId);
    const runs = { token: (await makePerson(server, `runs-${stem.slice(6, 14)}`, { role: "manager" })).token };
    expect(
      (await server.api("PATCH", `/api/auctions/admin/${ids[1]}/status`, { ...runs, body: { status: "active" } }))
        .status,
    ).toBe(200);

    const other = table.replace(/,100,Oyo/, ",250,").replace(`2,${stem} 2,A lot,100`, `2,${stem} 2,A lot,300`);
    const again = await checked({ table: other });
    const { _id } = again.import;
    expect(again.rows.map(({ verdict, lotStatus, choice }) => [verdict, lotStatus, choice])).toEqual([
      ["changed", "draft", null],
      ["changed", "active", null],
      ["unchanged", "draft", null],
    ]);
    expect(again.rows[0]?.problems.map(({ column, message }) => `${column}: ${message}`)).toEqual([
      "Location: “Oyo” becomes nothing.",
      "Starting price: “₦100.00” becomes “₦250.00”.",
      expect.stringMatching(/left alone unless/),
    ]);
    // Only a draft can be updated.
    const updating = await choose(_id, { choice: "update", verdict: "changed" });
    expect([updating.status, updating.body.import?.counts.chosen], updating.text).toEqual([200, 1]);
    expect((await choose(_id, { choice: "another", verdict: "unchanged", rows: [4] })).body.import.counts.chosen).toBe(
      2,
    );
    expect((await choose(_id, { choice: "another", verdict: "changed", rows: [3] })).body.import.counts.chosen).toBe(3);
    expect((await choose(_id, { choice: "leave", verdict: "changed", rows: [3] })).body.import.counts.chosen).toBe(2);
    await Promise.all([step(_id, "apply"), step(_id, "apply")]);
    const done = await until(_id, "applied");
    expect(done.import.counts).toMatchObject({ create: 0, chosen: 2, made: 1, updated: 1 });
    expect(await lotOf(ids[0])).toMatchObject({ startingPrice: 250, location: null, status: "draft" });
    expect(await lotOf(ids[1])).toMatchObject({ startingPrice: 100, status: "active" });
    const another = done.rows[2]?.auctionId;
    expect(another).not.toBe(ids[2]);
    expect(await lotOf(another)).toMatchObject({ title: `${stem} 3`, startingPrice: 100, status: "draft" });
    expect(await lotsWith(stem)).toBe(4);
    expect((await choose(_id, { choice: "another", verdict: "unchanged" })).body.code).toBe("IMPORT_STATE");
    // The row is its newest lot now.
    const third = await checked({ table: other });
    expect(third.rows.map(({ verdict, auctionId }) => [verdict, auctionId])).toEqual([
      ["unchanged", ids[0]],
      ["changed", ids[1]],
      ["unchanged", another],
    ]);
  });

  it("joins the sale of the first import: a corrected table names that sale and counts the lots that it lacks", async () => {
    const stem = `Joins ${randomUUID()}`;
    const rowsOf = (second: string) =>
      `${HEAD}\n1,${stem} 1,A lot,100\n2,${stem} 2,A lot,${second}\n3,${stem} 3,A lot,100`;
    const first = await applied({ table: rowsOf("cheap") });
    expect(first.import).toMatchObject({ sale: null, counts: { made: 2, inNoSale: 2, refused: 1 } });
    const auctionIds = first.rows.flatMap(({ auctionId }) => auctionId ?? []);
    const ask = async (method: string, path: string, body: object) => {
      const answer = await server.api(method, `/api/sales${path}`, { token: importer.token, body });
      expect(answer.status, answer.text).toBeOneOf([200, 201]);
      return answer.body.sale;
    };
    const closesAt = new Date(Date.now() + 3_600_000).toISOString();
    const sale = await ask("POST", "", { title: stem, closesAt });
    await ask("PUT", `/${sale._id}/lots`, { revision: sale.revision, auctionIds });
    const second = await applied({ table: rowsOf("100") });
    expect(second.rows.map(({ verdict, lotNumber }) => [verdict, lotNumber])).toEqual([
      ["unchanged", "1"],
      ["create", "2"],
      ["unchanged", "3"],
    ]);
    expect(second.import).toMatchObject({ sale: { _id: sale._id, title: stem }, counts: { made: 1, inNoSale: 1 } });
  });

  it("refuses to update a draft that was opened before its import was applied", async () => {
    const title = `Opened ${randomUUID()}`;
    const first = await applied({ table: `${HEAD}\n1,${title},A lot,100` });
    const again = await checked({ table: `${HEAD}\n1,${title},A lot,200` });
    const path = `/api/admin/imports/${again.import._id}/choose`;
    await server.api("POST", path, { token: importer.token, body: { choice: "update", verdict: "changed" } });
    const id = first.rows[0]?.auctionId;
    await server.api("PATCH", `/api/auctions/admin/${id}/status`, {
      token: importer.token,
      body: { status: "active" },
    });
    await step(again.import._id, "apply");
    const { rows } = await until(again.import._id, "applied");
    expect(rows).toMatchObject([{ verdict: "refused", choice: null }]);
    expect(rows[0]?.problems[0]?.message).toBe("Its lot is no longer a draft. Edit the lot itself.");
  });

  it("says in plain words that a text is too long", async () => {
    const { rows } = await checked({ table: `${HEAD}\n1,${"x".repeat(101)},A lot,100` });
    expect(rows[0]?.problems).toEqual([{ column: "Title", message: "has more than 100 characters." }]);
  });

  it("gives each lot its pictures in order, and names those that belong to none", async () => {
    const image = await png();
    const zip = await zipOf([
      [
        "lots.csv",
        `${HEAD},Pictures\n012,Pictured one,A lot,100,\n13,Pictured two,A lot,100,front.png\n14,Pictured none,A lot,100,back.png`,
      ],
      ["shop/12-10.png", image],
      ["shop/012-2.png", image],
      ["FRONT.png", image],
      ["99-1.png", image],
      ["13-1.png", "no picture"],
    ]);
    const { import: found, rows } = await applied({ zip });
    expect(found.unused.pictures.sort()).toEqual(["13-1.png", "99-1.png"]);
    expect(rows.map(({ pictures, verdict }) => [pictures, verdict])).toEqual([
      [2, "create"],
      [1, "create"],
      [0, "refused"],
    ]);
    const { body } = await server.api("GET", `/api/auctions/${rows[0]?.auctionId}`, { token: importer.token });
    expect(body.auction.media.map((media: { originalName: string }) => media.originalName)).toEqual([
      "012-2.png",
      "12-10.png",
    ]);
    expect((await fetch(`${server.address}${body.auction.media[0].url}`)).status).toBe(200);
  });

  it("orders the rows by their lot numbers as people count, and makes the drafts in this order", async () => {
    const { rows } = await applied({ table: houseFile("lots-out-of-order.csv") });
    expect(rows.map(({ lotNumber }) => lotNumber)).toEqual(["1", "2", "10", "12", "12A", "12B"]);
    expect(rows.map(({ row }) => row)).toEqual([5, 3, 2, 7, 6, 4]);
    const { import: found } = await checked({
      table: `${HEAD}\n,Unnumbered,A lot,1\n2,Second,A lot,1\n1,First,A lot,1`,
    });
    expect((await look(found._id, "?limit=2")).rows.map(({ title }) => title)).toEqual(["First", "Second"]);
    expect((await look(found._id, "?limit=2&page=2")).rows.map(({ title }) => title)).toEqual(["Unnumbered"]);
  });

  it("makes one line of a title with a line break", async () => {
    const { rows } = await applied({ table: houseFile("title-with-line-break.csv") });
    expect(rows).toMatchObject([{ title: "Talking drum with beater", verdict: "create" }]);
    const { body } = await server.api("GET", `/api/auctions/${rows[0]?.auctionId}`, { token: importer.token });
    expect(body.auction.title).toBe("Talking drum with beater");
  });

  it("finds the pictures of a ZIP that a Mac packed, whatever the case and the folder in the table", async () => {
    const zip = houseFile("mac-pictures.zip");
    const table = houseFile("composed-picture-name.csv").toString();
    for (const name of ["Ẹgbá.jpg", "Ẹgbá.jpg".normalize("NFD"), "photos/ẸGBÁ.JPG", "C:\\lots\\Ẹgbá.jpg"]) {
      const { rows, import: found } = await checked({ table: table.replace("Ẹgbá.jpg", name), zip });
      expect([name, rows[0]?.pictures, found.unused.pictures]).toEqual([name, 1, []]);
    }
  });

  it("reads a workbook, and the sheet that is asked for", async () => {
    const sheets = [
      { name: "Notes", rows: textRow(1, ["Call Bola"]) + textRow(2, ["today"]) },
      {
        name: "Lots",
        rows:
          textRow(1, ["Sale of November"]) +
          textRow(3, HEAD.split(",")) +
          `<row r="4"><c r="A4"><v>12</v></c><c r="B4" t="inlineStr"><is><t>From a workbook</t></is></c>` +
          `<c r="C4" t="inlineStr"><is><t>=1+1</t></is></c><c r="D4"><f>2*D9</f><v>2.5E4</v></c></row>`,
      },
    ];
    const table = await workbookOf({ sheets });
    expect((await send({ table })).body.message).toMatch(/no column “Title”/);
    const { rows } = await applied({ table, sheet: "Lots" });
    expect(rows).toMatchObject([{ row: 4, lotNumber: "12", title: "From a workbook", verdict: "create" }]);
    const { body } = await server.api("GET", `/api/auctions/${rows[0]?.auctionId}`, { token: importer.token });
    expect(body.auction).toMatchObject({ description: "=1+1", startingPrice: 25_000 });
    const zipped = await checked({
      zip: await zipOf([["lots.xlsx", await workbookOf({ sheets: [sheets[1] as never] })]]),
    });
    expect(zipped.rows).toMatchObject([{ title: "From a workbook", verdict: "unchanged" }]);
  });

  it("takes columns as a person chooses them, and remembers that for the next table with the same heads", async () => {
    const table = "Nr,Item,Text,Bid,Title,Photo A,Image 1\n1,Chosen drum,A lot,100,House of Ada,1-1.png,2-2.png";
    const columns = ["lotNumber", "title", "description", "startingPrice", null, "pictures", "pictures"];
    const seen = await preview({ table });
    expect([seen.status, seen.body.table.isRemembered, seen.body.table.rows]).toEqual([200, false, 1]);
    expect(seen.body.table.columns.map(({ column }: { column: string | null }) => column)).toEqual([
      null,
      null,
      null,
      null,
      "title",
      null,
      "pictures",
    ]);
    expect(seen.body.table.columns[1]).toEqual({ head: "Item", column: null, samples: ["Chosen drum"] });
    expect((await send({ table })).body.message).toMatch(/no column “Description”, “Starting price”/);
    const image = await png();
    const zip = await zipOf([
      ["1-1.png", image],
      ["2-2.png", image],
    ]);
    const { rows, import: found } = await checked({ table, columns, zip });
    expect(rows).toMatchObject([{ lotNumber: "1", title: "Chosen drum", verdict: "create", pictures: 2 }]);
    expect(found.unused.columns).toEqual(["Title"]);

    const next = table.replace("Chosen drum", "Next drum").replace("Nr,", "NR ,");
    const again = (await preview({ table: next })).body.table;
    expect([again.isRemembered, again.columns.map(({ column }: { column: string | null }) => column)]).toEqual([
      true,
      columns,
    ]);
    const other = await makePerson(server, "other-columns", { role: "cataloguer" });
    expect((await preview({ table: next }, other)).body.table.isRemembered).toBe(false);

    for (const [wrong, message] of [
      [columns.slice(1), /another one/],
      [[...columns.slice(0, 4), "title", null, null], /“Title” twice/],
      [[null, null, null, null, null, null, null], /no column “Title”, “Description”, “Starting price”/],
      [[...columns.slice(0, 4), "price", null, null], /a list/],
    ] as const) {
      const { status, body } = await send({ table, columns: wrong });
      expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    }
  });

  it("reads a table in Windows-1252 once a person says that it is", async () => {
    const table = Buffer.from(`${HEAD}\r\n1,Caf\u00e9 table,A lot,100`, "latin1");
    const { encoding, encodingSamples } = (await preview({ table })).body.table;
    expect([encoding, encodingSamples]).toEqual(["windows-1252", ["Café table"]]);
    expect((await send({ table })).body.message).toMatch(/not written in UTF-8/);
    expect((await checked({ table, encoding: "windows-1252" })).rows).toMatchObject([{ title: "Café table" }]);
  });

  it("says in a sentence what a spreadsheet has spoiled", async () => {
    const lines = ["1.23E+11,a,b,100", "2,a,b,2.5E+06", "3,#REF!,b,100", "4,a,b,########", "5,a,b,100"];
    const { rows } = await checked({
      table: `${HEAD},End\n${lines.map((line) => `${line},`).join("\n")}11/24/2036 18:00`,
    });
    expect(rows.map(({ problems }) => problems.map(({ column, message }) => `${column} ${message}`).join())).toEqual([
      expect.stringMatching(/^Lot number .*scientific notation/),
      expect.stringMatching(/^Starting price .*scientific notation/),
      expect.stringMatching(/^Title “#REF!” is an error of the spreadsheet\.$/),
      expect.stringMatching(/^Starting price is shown as ####/),
      expect.stringMatching(/^End .*names the month first/),
    ]);
  });

  it("stops when it is cancelled, and is nobody else's", async () => {
    const { import: found } = await checked({ table: `${HEAD}\n1,Cancelled,A lot,100` });
    const other = await makePerson(server, "other-importer", { role: "admin" });
    for (const name of ["apply", "cancel"] as const) expect((await step(found._id, name, other)).status).toBe(404);
    const path = `/api/admin/imports/${found._id}`;
    expect((await server.api("GET", path, { token: other.token })).status).toBe(404);
    expect((await step(found._id, "cancel")).body.import.status).toBe("cancelled");
    expect((await step(found._id, "cancel")).status).toBe(200);
    expect((await step(found._id, "apply")).body.code).toBe("IMPORT_STATE");
    const { body } = await server.api("GET", "/api/admin/imports", { token: importer.token });
    expect(body.imports.map(({ _id }: { _id: string }) => _id)).toContain(found._id);
    expect(await lotsWith("Cancelled")).toBe(0);
    expect((await send({ table: "x" }, await makePerson(server, "no-staff"))).status).toBe(403);
  });

  it("exports the lots of the list, and finds each of them unchanged when the file is imported", async () => {
    const image = await png();
    await applied({
      table: `Reference,${HEAD},Reserve,Pictures,Location\nA-1,1,=Exported formula,"Two\nlines; and ""quotes""",1000.50,"2,000",1.png,\nA-2,2,'=Exported quote,Plain,7,,,Lagos`,
      zip: await zipOf([["1.png", image]]),
    });
    const { body: drawn } = await server.api("POST", "/api/auctions", {
      token: importer.token,
      body: {
        title: "Exported, made by hand",
        description: "Sold",
        startingPrice: 5,
        categories: ["toys", "books"],
        condition: "poor",
        softClose: { windowSeconds: 60, capMinutes: 5 },
        media: [],
      },
    });
    const file = await server.api("GET", "/api/admin/lots.csv?search=exported&sortBy=title&sortOrder=asc", {
      token: importer.token,
    });
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.text).toContain(`"'=Exported formula"`);
    expect(file.text).toContain('"A-1"');
    expect(file.text).toContain(drawn.auction._id);
    const again = await checked({ table: file.text });
    expect(again.rows.map(({ verdict }) => verdict)).toEqual(["unchanged", "unchanged", "unchanged"]);
    const changed = await checked({ table: file.text.replace("1000.50", "1000.60") });
    expect(changed.import.counts).toMatchObject({ unchanged: 2, changed: 1 });
  });

  it("exports the numbers of lots in their sales, and reads them again, although two sales have the same", async () => {
    const { makeSale, setLots } = salesOn(() => ({ server, admin: importer }));
    const stem = `Numbered ${randomUUID()}`;
    const { rows } = await applied({ table: `${HEAD}\n1,${stem} a,A lot,100\n2,${stem} b,A lot,100` });
    for (const { auctionId } of rows) await setLots(await makeSale(), [auctionId ?? ""]);
    const file = await server.api("GET", `/api/admin/lots.csv?search=${encodeURIComponent(stem)}`, {
      token: importer.token,
    });
    const [, ...lines] = file.text.trim().split("\r\n");
    expect(lines.map((line) => line.split(",")[1])).toEqual(['"1"', '"1"']);
    const zip = await zipOf([["1-1.png", await png()]]);
    const again = await checked({ table: file.text, zip });
    expect(again.rows.map(({ verdict }) => verdict)).toEqual(["unchanged", "unchanged"]);
    expect(again.import.unused.pictures).toEqual(["1-1.png"]);
  });

  it("keeps the pictures of an open import, and forgets an import after 30 days, but not which lots it made", async () => {
    const table = `${HEAD}\n1,Forgotten,A lot,100`;
    const [open, old] = [
      await checked({ table, zip: await zipOf([["1-1.png", await png()]]) }),
      await applied({ table }),
    ];
    const { database: stored } = server.server;
    const filesOf = (id: string) =>
      server.query<{ filename: string }>("select filename from import_pictures where import_id = $1::text::uuid", [id]);
    const [picture] = await filesOf(open.import._id);
    await server.query("update uploads set touched_at = now() - interval '25 hours' where name = $1", [
      picture?.filename ?? "",
    ]);
    expect(await takeOrphans(stored)).not.toContain(picture?.filename);
    await step(open.import._id, "cancel");
    expect(await takeOrphans(stored)).toContain(picture?.filename);

    await server.query("update imports set created_at = now() - interval '31 days' where id = $1::text::uuid", [
      old.import._id,
    ]);
    const storage = createFolderStorage(server.config.media.folder);
    const removal = createImportRemoval({ database: stored, storage, node: randomUUID(), removed: () => {} });
    await server.query("delete from job_leases where job = 'remove-imports'");
    await removal.run(() => false);
    await removal.end();
    const { token } = importer;
    expect((await server.api("GET", `/api/admin/imports/${old.import._id}`, { token })).status).toBe(404);
    expect((await server.api("GET", `/api/admin/imports/${open.import._id}`, { token })).status).toBe(200);
    expect((await checked({ table })).import.counts).toMatchObject({ unchanged: 1, create: 0 });

    // A draft that was removed is no lot any more.
    await server.api("DELETE", `/api/auctions/${old.rows[0]?.auctionId}`, { token });
    expect((await applied({ table })).import.counts).toMatchObject({ create: 1, made: 1 });
  });
});

describeEndToEnd("imports when nodes stop", () => {
  it("makes each of 1,000 lots once, though the server stops in the middle", async () => {
    const place = await makeDatabase();
    let server = await startTestServer({ at: place });
    try {
      const importer = await makePerson(server, "importer", { role: "manager" });
      const { checked, step, look, until, lotsWith } = importsOn(() => ({ server, importer }));
      const lots = Array.from({ length: 1_000 }, (_, i) => `${i + 1},Thousand ${i},A lot of many,${i + 1}`);
      const { import: found } = await checked({ table: `${HEAD}\n${lots.join("\n")}` });
      expect(found.counts).toMatchObject({ rows: 1_000, create: 1_000, made: 0 });
      await step(found._id, "apply");
      await vi.waitFor(async () => expect((await look(found._id, "?limit=1")).import.counts.made).toBeGreaterThan(20), {
        timeout: 60_000,
        interval: 5,
      });
      await server.close();
      server = await startTestServer({ at: place });
      const done = await until(found._id, "applied", 120_000);
      expect(done.import.counts).toMatchObject({ create: 1_000, made: 1_000 });
      expect(await lotsWith("Thousand ")).toBe(1_000);

      // A node took the next one, and died before its first row.
      const next = await checked({ table: `${HEAD}\n1,Dead one,A lot,100\n2,Dead two,A lot,100` });
      await server.query(
        `update imports set status = 'applying', taken_until = clock_timestamp() + interval '1 second'
         where id = $1::text::uuid`,
        [next.import._id],
      );
      expect((await look(next.import._id)).import.counts.made).toBe(0);
      await until(next.import._id, "applied");
      expect(await lotsWith("Dead ")).toBe(2);
    } finally {
      await server.close();
      await place.drop();
    }
  });
});
