// Tests the numbers of a sale's lots, lots that are added after its publication, and its printed catalogue, from
// outside.
import { randomUUID } from "node:crypto";
import { formatMoney } from "@jara/shared/money";
import { saleLotsAnswer } from "@jara/shared/rest/sales";
import { type LotNumber, lotNumberText } from "@jara/shared/sale-order";
import { beforeAll, expect, it } from "vitest";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { pdfText } from "../support/pdf-text.ts";

const server = await sharedServer();

describeEndToEnd("the catalogue of a sale", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  const { act, makeLots, makeSale, setLots, publishedSale } = salesOn(() => ({ server, admin }));
  const by = () => ({ token: admin.token });
  const numbersOf = async (saleId: string, query = "") => {
    const { body } = await server.api("GET", `/api/sales/${saleId}/lots?limit=100${query}`, by());
    expectShape(saleLotsAnswer, body);
    return body.lots.map((lot: LotNumber & { auction: { _id: string } }) => [lotNumberText(lot), lot.auction._id]);
  };
  const endsOf = (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id) => Date.parse((await server.api("GET", `/api/auctions/${id}`, by())).body.auction.endTime)),
    );
  const late = (saleId: string, body: object, who = admin) =>
    server.api("POST", `/api/sales/${saleId}/lots`, { token: who.token, body });

  it("numbers a lot with a letter after the lot of its number, and closes both together", async () => {
    const ids = await makeLots(4);
    const [first = "", second = "", third = "", fourth = ""] = ids;
    const sale = await makeSale({ opensAt: inHours(1), closesAt: inHours(3), spacingSeconds: 60 });
    const set = (suffixes: object) =>
      server.api("PUT", `/api/sales/${sale._id}/lots`, {
        ...by(),
        body: { revision: sale.revision, auctionIds: ids, suffixes },
      });
    for (const wrong of [{ [first]: "A" }, { [second]: "B", [third]: "A" }, { [second]: "a" }, { [second]: "AA" }])
      expect((await set(wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await set({ [second]: "A", [third]: "B" })).status).toBe(200);
    await act(sale, "publish");
    expect(await numbersOf(sale._id)).toEqual([
      ["1", first],
      ["1A", second],
      ["1B", third],
      ["2", fourth],
    ]);
    // The random titles of other lots may have "1b" too.
    expect(await numbersOf(sale._id, "&search=1b")).toContainEqual(["1B", third]);
    expect(await numbersOf(sale._id, "&search=1z")).toEqual([]);
    const [closing = 0, ...others] = await endsOf(ids);
    expect(others).toEqual([closing, closing, closing + 60_000]);
    const { body } = await server.api("GET", `/api/auctions/${second}/sale`);
    expect(body.sale).toMatchObject({
      lotNumber: 1,
      suffix: "A",
      previous: { auctionId: first, lotNumber: 1 },
      next: { auctionId: third, lotNumber: 1, suffix: "B" },
    });
    const title = (await server.api("GET", `/api/auctions/${third}`)).body.auction.title;
    const file = await server.api("GET", `/api/admin/lots.csv?search=${encodeURIComponent(title)}`, by());
    expect(file.text).toContain(`"1B","${title}"`);
    const found = await server.api("GET", `/api/auctions/admin/all?search=${encodeURIComponent(`#1b ${title}`)}`, by());
    expect(found.body.auctions.map(({ sale: of }: { sale: LotNumber }) => lotNumberText(of))).toEqual(["1B"]);
  });

  it("takes a late lot with the next number or after another lot, before bidding opens and afterwards", async () => {
    const { sale, ids } = await publishedSale(2, { opensAt: inHours(1), closesAt: inHours(3), spacingSeconds: 60 });
    const [third = "", letter = "", other = ""] = await makeLots(3);
    const ada = await makePerson(server, "ada");
    expect((await late(sale._id, { auctionId: third }, ada)).status).toBe(403);
    const added = await late(sale._id, { auctionId: third });
    expect([added.status, added.body.sale?.lotCount], added.text).toEqual([200, 3]);
    expect((await late(sale._id, { auctionId: letter, number: "1A" })).status).toBe(200);
    expect((await late(sale._id, { auctionId: letter, number: "1A" })).status, "the same again").toBe(200);
    expect((await numbersOf(sale._id)).map(([number]: string[]) => number)).toEqual(["1", "1A", "2", "3"]);
    const [closing = 0, ...ends] = await endsOf([ids[0] ?? "", letter, ids[1] ?? "", third]);
    expect(ends.map((end) => end - closing)).toEqual([0, 60_000, 120_000]);
    expect((await server.api("GET", `/api/auctions/${third}`)).body.auction).toMatchObject({ isUpcoming: true });
    const refused = [
      { auctionId: other, number: "1A" },
      { auctionId: other, number: "9A" },
      { auctionId: other, number: "12" },
      { auctionId: (await publishedSale(1)).ids[0] },
      { auctionId: (await openAuction(server, admin))._id },
      { auctionId: randomUUID() },
    ];
    for (const body of refused) expect((await late(sale._id, body)).status, JSON.stringify(body)).toBe(400);

    const { sale: open } = await publishedSale(1, { closesAt: inHours(3) });
    expect((await late(open._id, { auctionId: other })).status).toBe(200);
    expect((await server.api("GET", `/api/auctions/${other}`)).body.auction).toMatchObject({ status: "active" });
    expect((await late(open._id, { auctionId: other })).status, "the same again").toBe(200);
    const [rest = ""] = await makeLots(1);
    await act(open, "pause");
    expect((await late(open._id, { auctionId: rest })).body.code).toBe("SALE_STATE");
  });

  it("adds drafts to a draft of a sale, one after the other, each once", async () => {
    const sale = await makeSale();
    const [first = "", second = ""] = await makeLots(2);
    for (const auctionId of [first, second, first]) {
      const { status, body } = await late(sale._id, { auctionId });
      expect([status, body.sale?.status]).toEqual([200, "draft"]);
    }
    expect((await numbersOf(sale._id)).map(([number]: string[]) => number)).toEqual(["1", "2"]);
    expect((await server.api("GET", `/api/auctions/${first}`)).status, "it stays a draft").toBe(404);
    const elsewhere = await late((await makeSale())._id, { auctionId: first });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, "INVALID"]);
    const open = await late(sale._id, { auctionId: (await openAuction(server, admin))._id });
    expect([open.status, open.body.code]).toEqual([400, "INVALID"]);
  });

  it("prints what everybody sees, and nothing of a draft, a reserve or a lot that is hidden", async () => {
    const estimate = { lowEstimate: 30_000, highEstimate: 50_000, reservePrice: 7_654_321.09 };
    const lot = { title: `Carved ${randomUUID().slice(0, 8)}`, description: "From Ibadan.", startingPrice: 12_345 };
    const ids = await makeLots(2, { ...lot, ...estimate });
    const terms = "Collect within a week.\nPay by transfer.";
    const viewings = [{ from: inHours(0.5), until: inHours(0.8), place: "12 Broad Street" }];
    const sale = await makeSale({ opensAt: inHours(1), closesAt: inHours(3), terms, viewings });
    await setLots(sale, ids);
    const path = `/api/sales/${sale._id}/catalogue.pdf`;
    expect((await server.api("GET", path)).status).toBe(404);
    const fileOf = async (token?: string) => {
      const answer = await fetch(
        `${server.address}${path}`,
        token ? { headers: { authorization: `Bearer ${token}` } } : {},
      );
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      return await pdfText(new Uint8Array(await answer.arrayBuffer()));
    };
    expect((await fileOf(admin.token)).text, "staff look at it before the publication").toContain("Lot 2");
    await act(sale, "publish");
    const { pages, text } = await fileOf();
    expect(pages, "the lots begin below the cover, the terms below the last lot").toBe(1);
    const { minimumBid } = (await server.api("GET", `/api/auctions/${ids[0]}`)).body.auction;
    expect(minimumBid).toBeGreaterThan(lot.startingPrice);
    const first = `First bid ${formatMoney(minimumBid, "NGN")}`;
    // The large title of the cover breaks a long word.
    expect(text.replaceAll(" ", "")).toContain(sale.title.replaceAll(" ", ""));
    const said = [
      "12 Broad Street",
      "Lot 1",
      "Lot 2",
      lot.title,
      lot.description,
      "Condition: Good",
      "₦12,345.00",
      first,
    ];
    for (const words of [...said, "₦30,000.00 – ₦50,000.00", "Closes", "Collect within a week.", "Pay by transfer."])
      expect(text).toContain(words);
    expect(text).not.toContain("7,654,321.09");
  });

  it("says where lots are collected if the sale has no pickup times, on its page and on the cover", async () => {
    const { settings } = (await server.api("GET", "/api/admin/settings", by())).body;
    const hours = settings.find(({ section }: { section: string }) => section === "hours");
    const set = (place: string, version: number) =>
      server.api("PUT", "/api/admin/settings", {
        ...by(),
        body: { section: "hours", version, value: { ...hours.value, place }, reason: "A test" },
      });
    const { sale } = await publishedSale(1, { closesAt: inHours(3) });
    const read = async () => (await server.api("GET", `/api/sales/${sale._id}`)).body;
    expect((await read()).place).toBe(hours.value.place || null);
    const changed = await set("9 Awolowo Road", hours.version);
    expect(changed.status, changed.text).toBe(200);
    try {
      expect((await read()).place).toBe("9 Awolowo Road");
      const file = await fetch(`${server.address}/api/sales/${sale._id}/catalogue.pdf`);
      expect((await pdfText(new Uint8Array(await file.arrayBuffer()))).text).toContain("9 Awolowo Road");
    } finally {
      await set(hours.value.place, hours.version + 1);
    }
  });

  it("has results in place of planned times once lots are over, and a cover with the house, pickup and terms", async () => {
    const ada = await makePerson(server, "ada");
    const { sale, ids } = await publishedSale(2, {
      closesAt: inHours(3),
      pickups: [{ from: inHours(30), until: inHours(34), place: "3 Herbert Macaulay Way", slotMinutes: 30, buyers: 2 }],
    });
    const bid = { auctionId: ids[0], amount: 20_000 };
    expect((await server.api("POST", "/api/bids", { token: ada.token, body: bid })).status).toBe(201);
    await act((await server.api("GET", `/api/sales/${sale._id}`, by())).body.sale, "end");
    const file = await fetch(`${server.address}/api/sales/${sale._id}/catalogue.pdf`);
    const { text } = await pdfText(new Uint8Array(await file.arrayBuffer()));
    const said = [
      "Catalogue with results",
      "Last lot closed",
      "1 of 2 lots sold",
      "Sold for",
      "₦20,000.00",
      "Not sold",
      "Closed",
    ];
    for (const words of [...said, "Pickup", "3 Herbert Macaulay Way", "The terms of the house"])
      expect(text).toContain(words);
    for (const words of ["Closes", "First lot closes", "First bid", "Bid at", "Starting price"])
      expect(text).not.toContain(words);
    expect((await server.api("GET", `/api/sales/${sale._id}`)).body.sold).toBe(1);
    const titles = await Promise.all(
      ids.map(async (id) => (await server.api("GET", `/api/auctions/${id}`)).body.auction.title),
    );
    expect(text).toContain(
      `Results 1 of 2 lots sold. Lot Title Price 1 ${titles[0]} ₦20,000.00 2 ${titles[1]} Not sold`,
    );
  });
});
