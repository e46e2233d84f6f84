// Tests from outside what sellers are paid: when, how much, once, and that everything that undoes or lowers a sale takes
// back exactly what was given.
import { randomUUID } from "node:crypto";
import type { HistoryEntry } from "@jara/shared/rest/admin-auctions";
import {
  type OwnSale,
  owedSellersAnswer,
  ownSalesAnswer,
  sellerStatementAnswer,
  staffSellerStatementAnswer,
} from "@jara/shared/rest/seller-sales";
import { expect, it } from "vitest";
import { expectLedgerHolds } from "../support/check-history.ts";
import { type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, expectShape, type TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { agree, consign, type TermsGiven } from "../support/given-consignment.ts";
import { pdfText } from "../support/pdf-text.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

describeEndToEnd("the proceeds of a seller's lot", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  let bola: Person;
  let seller: Person;
  beforeEachWithSettlements(
    (world) => {
      ({ server, steps, ada, bola } = world);
    },
    { because: "it shifts the clock by days" },
  );

  const get = (path: string, { token }: Person): Promise<ApiAnswer> => server.api("GET", `/api/${path}`, { token });
  const entriesOf = ({ id }: Person) =>
    server.query<{ cause: string; amount: number; note: string | null }>(
      `select cause, amount_minor::float8 as amount, note from ledger_entries
       where user_id = $1::text::uuid and cause in ('sale-proceeds', 'commission', 'seller-charge')
       order by created_at, reference`,
      [id],
    );
  const amountsOf = async (person: Person): Promise<number[]> => (await entriesOf(person)).map(({ amount }) => amount);
  /** Moves the clock. Sessions and proofs stay valid. */
  const later = async (ms: number): Promise<void> => {
    await server.shiftClock(ms);
    await server.query("update sessions set proved_at = clock_now(), expires_at = clock_now() + interval '7 days'");
  };
  /** Lets the jobs run once, and waits until the seller's entries come to this sum. */
  const settled = async (amountMinor: number): Promise<void> => {
    await later(1_000);
    await expect
      .poll(async () => (await amountsOf(seller)).reduce((sum, amount) => sum + amount, 0), { timeout: 15_000 })
      .toBe(amountMinor);
  };
  /** What the seller was told, in any order, because a reader of the log writes a part of it later. */
  const notices = async ({ id }: Person): Promise<string[]> => {
    const rows = await server.query<{ what: string }>(
      "select data ->> 'what' as what from outbox where user_id = $1::text::uuid and kind = 'own-lot'",
      [id],
    );
    return rows.map(({ what }) => what).sort();
  };
  const saleOf = async (auctionId: string): Promise<OwnSale> => {
    const { body } = await get("users/sales", seller);
    expectShape(ownSalesAnswer, body);
    return body.auctions.find(({ auction }: OwnSale) => auction._id === auctionId);
  };

  /** A lot of a new seller's, won by Ada for ₦2,000. */
  const won = async (terms: TermsGiven = {}, price = 2_000, details = {}) => {
    seller = await steps.newPerson("seller");
    const auction = await steps.newLot(details);
    const of = { auctionId: auction._id, sellerId: seller.id, staffId: steps.admin.id };
    const offerId = await consign(server.server.database, { ...of, ...terms });
    await steps.bid(bola, auction._id, price - 500);
    await steps.bid(ada, auction._id, price);
    await setStatus(server, steps.admin, auction._id, "ended");
    return { auction, offerId, of, settlement: await steps.newestOf(auction) };
  };
  const pay = ({ _id, remaining }: { _id: string; remaining: number }) =>
    steps.done(
      steps.post(`settlements/${_id}/payments`, { method: "transfer", amount: remaining, reference: randomUUID() }),
    );
  const handOver = async (settlementId: string): Promise<void> => {
    await steps.done(steps.post(`settlements/${settlementId}/ready`, { place: "12 Marina", hours: "9 to 5" }));
    const [row] = await server.query<{ code: string }>(
      "select pickup_code as code from settlements where id = $1::text::uuid",
      [settlementId],
    );
    await steps.done(steps.post(`settlements/${settlementId}/handed-over`, { code: row?.code }));
  };

  /** The staff's history of a lot that was handed over, paid out and refunded. */
  const expectHistory = async (auctionId: string): Promise<void> => {
    const read = async (query: string): Promise<{ entries: HistoryEntry[]; total: number }> =>
      await steps.done(get(`auctions/admin/${auctionId}/history?order=oldest&${query}`, steps.admin));
    const { entries, total } = await read("limit=100");
    expect(total).toBe(entries.length);
    const told = entries.filter(({ version }) => version === null).map(({ type, summary }) => [type, summary]);
    expect(told.slice(0, 2).toSorted()).toEqual([
      ["TermsAccepted", `The seller ${seller.username} accepted version 1 of the terms.`],
      [
        "TermsProposed",
        `${steps.admin.username} proposed version 1 of the terms to the seller ${seller.username}: a starting price of ₦1,000.00 and no reserve.`,
      ],
    ]);
    const later = [
      ["ReadyForPickup", `${steps.admin.username} made the lot ready for pickup at 12 Marina, 9 to 5.`],
      ["HandedOver", `${steps.admin.username} handed the lot over to the buyer.`],
      ["SellerPaid", `The seller ${seller.username} was paid ₦1,785.00.`],
      ["SellerPaymentTakenBack", `₦1,785.00 was taken back from the seller ${seller.username}.`],
    ];
    expect(told.filter(([type]) => later.some(([name]) => name === type))).toEqual(later);
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => read(`limit=5&page=${page}`)));
    expect(pages.flatMap((page) => page.entries).map(({ type, at }) => [type, at])).toEqual(
      entries.map(({ type, at }) => [type, at]).slice(0, 25),
    );
    const typesOf = async (kind: string) => (await read(`limit=100&kind=${kind}`)).entries.map(({ type }) => type);
    expect(await typesOf("status")).toEqual(expect.arrayContaining(["TermsProposed", "TermsAccepted"]));
    expect(await typesOf("payments")).toEqual(expect.arrayContaining(later.map(([type]) => type)));
    expect((await typesOf("bids")).filter((type) => type !== "BidPlaced")).toEqual([]);
    const file = await get(`auctions/admin/${auctionId}/history.csv`, steps.admin);
    for (const [, summary] of later) expect(file.text.split(`"${summary}"`)).toHaveLength(2);
  };

  it("come when the lot is handed over, less commission, VAT and charges, once, and never before the payment", async () => {
    const charges = [{ text: "Transport", amountMinor: 10_000 }];
    const { auction, settlement } = await won({ charges });
    await later(DAY_MS);
    expect(await saleOf(auction._id)).toMatchObject({ sale: { status: "unpaid", dueAt: null, net: 1_685 } });
    await pay(settlement);
    expect(await saleOf(auction._id)).toMatchObject({ sale: { status: "due", dueAt: expect.any(String) } });
    expect(await amountsOf(seller)).toEqual([]);
    // The staff read what a handover pays, and to whom.
    const desk = async () => (await steps.done(get(`settlements/${settlement._id}`, steps.admin))).seller;
    expect(await desk()).toEqual({ _id: seller.id, username: seller.username, net: 1_685, status: "due" });
    await handOver(settlement._id);
    await settled(168_500);
    expect(await desk()).toMatchObject({ net: 1_685, status: "credited" });
    await later(6 * DAY_MS);
    await settled(168_500);
    expect(await entriesOf(seller)).toEqual([
      { cause: "sale-proceeds", amount: 200_000, note: null },
      { cause: "commission", amount: -20_000, note: "Commission" },
      { cause: "commission", amount: -1_500, note: "VAT on the commission" },
      { cause: "seller-charge", amount: -10_000, note: "Transport" },
    ]);
    expect(await saleOf(auction._id)).toMatchObject({
      sale: { status: "credited", net: 1_685, isHandedOver: true, creditedAt: expect.any(String) },
    });
    await expect.poll(() => notices(seller)).toEqual(["credited", "handed-over", "paid", "sold"]);
    await expectLedgerHolds(server.server.database, seller.id);
  });

  it("come five days after the payment if the lot is not handed over, not a second earlier", async () => {
    const { settlement } = await won();
    await pay(settlement);
    await later(5 * DAY_MS - 60_000);
    await steps.done(get("users/sales", seller));
    expect(await amountsOf(seller)).toEqual([]);
    await later(60_000);
    await settled(178_500);
  });

  it("are taken back by a refund, below zero if need be, and then bar bids and withdrawals", async () => {
    const { auction, settlement } = await won();
    await pay(settlement);
    await handOver(settlement._id);
    await settled(178_500);
    // The seller has spent all of it.
    const balance = await steps.balanceOf(seller);
    const spent = { balance, action: "subtract", reason: "Paid out", method: "cash", reference: "R 1" };
    await steps.done(
      server.api("PUT", `/api/users/admin/balance/${seller.id}`, { token: steps.admin.token, body: spent }),
    );
    await steps.done(steps.post(`settlements/${settlement._id}/refund`, { to: "balance", reason: "It is damaged" }));
    await settled(0);
    expect(await steps.balanceOf(seller)).toBe(-1_785);
    await expectHistory(auction._id);
    const lot = await steps.newLot();
    const bid = await server.api("POST", "/api/bids", {
      token: seller.token,
      body: { auctionId: lot._id, amount: 2_000 },
    });
    expect([bid.status, bid.body.code]).toEqual([403, "INSUFFICIENT_BALANCE"]);
    expect((await get("users/withdrawals", seller)).body.withdrawable).toMatchObject({ amount: 0, balance: -1_785 });
    expect(await saleOf(auction._id)).toMatchObject({ auction: { status: "ended" }, sale: null });
    await expect
      .poll(() => notices(seller))
      .toEqual(["credited", "handed-over", "paid", "sold", "taken-back", "undone"]);
    await expectLedgerHolds(server.server.database, seller.id);
  });

  it("are taken back by a reversal, and come again with the same settlement's next payment", async () => {
    const { settlement } = await won();
    await pay(settlement);
    await later(5 * DAY_MS);
    await settled(178_500);
    await steps.done(steps.post(`settlements/${settlement._id}/reverse`, { reason: "The transfer never came" }));
    await settled(0);
    // The sale is not undone: the buyer owes it again.
    await expect.poll(() => notices(seller)).toEqual(["credited", "paid", "payment-reversed", "sold", "taken-back"]);
    const owed = (await steps.detailsOf(settlement._id)).settlement;
    const [told] = await server.query<{ data: object }>(
      "select data from outbox where user_id = $1::text::uuid and data ->> 'what' = 'payment-reversed'",
      [seller.id],
    );
    expect(told?.data).toMatchObject({ amount: 1_785, dueAt: owed.dueAt });
    await pay(owed);
    await later(5 * DAY_MS);
    await settled(178_500);
    expect(await amountsOf(seller)).toHaveLength(9);
  });

  it("are announced again to the seller if the buyer's forfeit is reversed", async () => {
    const { settlement } = await won();
    await later(8 * DAY_MS);
    await expect.poll(async () => (await steps.detailsOf(settlement._id)).settlement.status).toBe("forfeited");
    await steps.done(steps.post(`settlements/${settlement._id}/reverse`, { reason: "A mistake" }));
    await expect.poll(() => notices(seller)).toEqual(["forfeit-reversed", "not-paid", "sold"]);
  });

  it("fall with the price if a void lowers it, to the kobo", async () => {
    const { auction, settlement } = await won({ charges: [{ text: "Photos", amountMinor: 5_000 }] });
    await pay(settlement);
    await later(5 * DAY_MS);
    await settled(173_500);
    const shill = { userId: bola.id, reason: "fraud", note: "He drove the price up" };
    expect((await steps.post(`auctions/${auction._id}/void-bids`, shill)).status).toBe(200);
    const { price } = (await steps.detailsOf(settlement._id)).settlement;
    const fallen = Math.round(price * 100);
    const commission = Math.ceil(fallen / 10);
    await settled(fallen - commission - Math.ceil((commission * 750) / 10_000) - 5_000);
    await expectLedgerHolds(server.server.database, seller.id);
  });

  it("follow the terms that were accepted before the sale", async () => {
    const { offerId, of, settlement } = await won();
    await agree(server.server.database, { ...of, offerId, version: 2, commissionPoints: 9_000 });
    await pay(settlement);
    await later(5 * DAY_MS);
    await settled(178_500);
  });

  it("are the whole price without a commission, and nothing at 100%", async () => {
    const free = await won({ commissionPoints: 0 });
    await pay(free.settlement);
    await later(5 * DAY_MS);
    await settled(200_000);
    const none = await won({ commissionPoints: 10_000, charges: [{ text: "Transport", amountMinor: 1 }] });
    await pay(none.settlement);
    await later(5 * DAY_MS);
    await expect.poll(() => amountsOf(seller)).toEqual([200_000, -200_000]);
  });

  it("of a lot in dollars come in naira, and a later rate changes nothing of what is taken back", async () => {
    const { settlement } = await won({ currency: "USD" }, 2_000, { currency: "USD" });
    await pay(settlement);
    await later(5 * DAY_MS);
    const hammer = Math.ceil(Number((200_000 * 833.33).toFixed(4)));
    const commission = Math.ceil(hammer / 10);
    const net = hammer - commission - Math.ceil((commission * 750) / 10_000);
    await settled(net);
    await server.query("update exchange_rates set usd_to_ngn = 900, ngn_to_usd = 0.00111");
    await steps.done(steps.post(`settlements/${settlement._id}/refund`, { to: "balance", reason: "It is damaged" }));
    await settled(0);
  });

  it("of a Buy It Now are its price without the buyer's fee", async () => {
    seller = await steps.newPerson("seller");
    const auction = await steps.newLot({ buyItNowPrice: 5_000 });
    const of = { auctionId: auction._id, sellerId: seller.id, staffId: steps.admin.id };
    await consign(server.server.database, of);
    await steps.done(server.api("POST", `/api/auctions/${auction._id}/buy-it-now`, { token: ada.token }));
    await pay(await steps.newestOf(auction));
    await later(5 * DAY_MS);
    await settled(500_000 - 50_000 - 3_750);
  });

  const rename = (first: string, last: string) =>
    server.query("update users set first_name = $2, last_name = $3 where id = $1::text::uuid", [
      seller.id,
      first,
      last,
    ]);
  const paperOf = async (query = "") => {
    const headers = { authorization: `Bearer ${seller.token}` };
    const answer = await fetch(`${server.address}/api/users/seller-statement.pdf${query}`, { headers });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { bytes, text: (await pdfText(bytes)).text.replaceAll(/\s+/g, " ") };
  };
  const statementOf = async () => (await get("users/seller-statement", seller)).body;

  it("have a statement that gets a number once it is made as a file, and never changes: a payout makes another paper", async () => {
    const { settlement } = await won();
    expect((await paperOf()).text, "the name of the agreement, where the account has none").toContain("Carol Eze");
    await rename("Sade", "Obi");
    await pay(settlement);
    await later(5 * DAY_MS);
    await settled(178_500);
    // Staff who bid on the lot have it left out, and issue nothing.
    const role = { token: steps.admin.token, body: { role: "admin" } };
    await steps.done(server.api("PUT", `/api/users/admin/role/${bola.id}`, role));
    const left = { isPartial: true, statement: { entries: [], isIssued: false } };
    expect((await get(`admin/sellers/${seller.id}`, bola)).body).toMatchObject(left);
    const theirs = await fetch(`${server.address}/api/admin/sellers/${seller.id}/statement.pdf`, {
      headers: { authorization: `Bearer ${bola.token}` },
    });
    expect((await pdfText(new Uint8Array(await theirs.arrayBuffer()))).text).toContain("Without a number");
    expect(await statementOf()).toMatchObject({ isIssued: false, payouts: [] });
    const [first, again] = await Promise.all([paperOf(), paperOf()]);
    const { number, isIssued } = await statementOf();
    expect([number, isIssued]).toEqual([expect.stringMatching(/^S-\d{4}-\d{6}$/), true]);
    for (const words of [number, "Sade Obi", "Nothing was paid out"]) expect(first.text).toContain(words);
    expect(Buffer.compare(first.bytes, again.bytes), "the same paper").toBe(0);
    // A new name changes no paper that was issued.
    await rename("Sade", "Balogun");
    expect(Buffer.compare((await paperOf()).bytes, first.bytes)).toBe(0);
    await server.query(paidOut, [seller.id]);
    const after = await statementOf();
    expect(after).toMatchObject({ isIssued: false, entries: [{}, {}, {}] });
    expect(after.payouts).toMatchObject([{ amount: 1_000, account: "Zenith Bank, account ending in 6780" }]);
    const { text } = await paperOf();
    const second = (await statementOf()).number;
    expect(Number(second.slice(7))).toBeGreaterThan(Number(number.slice(7)));
    for (const words of [second, "Sade Balogun", "Zenith Bank, account ending in 6780", "₦1,000.00"])
      expect(text).toContain(words);
    expect(text).not.toContain("0123456780");
  });

  it("have a paper of its own for each period, also with the same entries", async () => {
    const { settlement } = await won();
    await pay(settlement);
    await later(5 * DAY_MS);
    await settled(178_500);
    const numberIn = async (query: string) => (await paperOf(query)).text.match(/S-\d{4}-\d{6}/)?.[0];
    const [long, short] = ["?from=2000-01-01&to=2100-01-31", "?from=2000-01-02&to=2100-01-31"];
    const first = await paperOf(long);
    expect(await get(`users/seller-statement${short}`, seller)).toMatchObject({
      body: { isIssued: false, entries: [{}, {}, {}] },
    });
    const second = await paperOf(short);
    expect(first.text).toContain("1 January 2000");
    expect(second.text).toContain("2 January 2000");
    const numbers = [await numberIn(long), await numberIn(short), await numberIn("")];
    expect(new Set(numbers).size).toBe(3);
    expect(numbers).not.toContain(undefined);
    for (const [query, { bytes }] of [
      [long, first],
      [short, second],
    ] as const)
      expect(Buffer.compare((await paperOf(query)).bytes, bytes), "the same paper").toBe(0);
  });

  it("are on the statement before the seller is paid, with what is taken off, the day and the reason", async () => {
    const { auction, settlement } = await won({ charges: [{ text: "Transport", amountMinor: 10_000 }] });
    const lines = [2_000, -200, -15, -100].map((amount) => expect.objectContaining({ amount }));
    const unpaid = { auction: { _id: auction._id, title: auction.title }, commissionPercent: 10, lines, net: 1_685 };
    expect(await statementOf()).toMatchObject({ owed: 0, net: 0, unpaidLots: [{ ...unpaid, dueAt: null }] });
    const waiting = (await paperOf()).text;
    for (const words of [
      "Not yet paid to the seller",
      "The buyer has not paid yet",
      "Charges: Transport",
      "Once the buyers have paid: ₦1,685.00",
      "Nothing was paid to the balance or to the bank",
    ])
      expect(waiting).toContain(words);
    await pay(settlement);
    const { dueAt } = (await saleOf(auction._id)).sale ?? {};
    expect(await statementOf()).toMatchObject({ owed: 1_685, net: 0, unpaidLots: [{ ...unpaid, dueAt }] });
    const due = (await paperOf()).text;
    for (const words of ["Waits until", "or until the buyer collects it", "Owed to the seller now: ₦1,685.00"])
      expect(due).toContain(words);
    expect(due).not.toContain("is on the balance");
    await later(5 * DAY_MS);
    await settled(168_500);
    expect(await statementOf()).toMatchObject({ owed: 0, net: 1_685, unpaidLots: [] });
    expect((await paperOf()).text).not.toContain("Not yet paid");
  });

  it("are on the seller's statement, as JSON, CSV and PDF, and among what the house owes until they are paid", async () => {
    const { auction, settlement } = await won();
    await rename("Sade", "Obi");
    await pay(settlement);
    const owed = await get("admin/sellers", steps.admin);
    expectShape(owedSellersAnswer, owed.body);
    const [own] = owed.body.sellers.filter(({ user }: { user: { _id: string } }) => user._id === seller.id);
    expect(own).toMatchObject({ owed: 1_785, lots: 1 });
    expect((await get("users/seller-statement", seller)).body).toMatchObject({ entries: [], owed: 1_785 });
    await later(5 * DAY_MS);
    await settled(178_500);
    const { body } = await get("users/seller-statement", seller);
    expectShape(sellerStatementAnswer, body);
    expect(body).toMatchObject({ prices: 2_000, taken: -215, net: 1_785, owed: 0 });
    expect(body.entries).toHaveLength(3);
    expect((await get("users/seller-statement?from=2030-01-01&to=2030-01-31", seller)).body).toMatchObject({
      number: `2030-01-${seller.id.slice(0, 8).toUpperCase()}`,
      isIssued: false,
      entries: [],
    });
    expect((await get("users/seller-statement.csv", seller)).text).toContain(
      `"${auction.title}","Price of a sold lot",2000.00,"sale-proceeds"`,
    );
    const headers = { authorization: `Bearer ${seller.token}` };
    const pdf = await fetch(`${server.address}/api/users/seller-statement.pdf`, { headers });
    expect((await pdfText(new Uint8Array(await pdf.arrayBuffer()))).text).toContain("VAT on the commission");
    expect((await get("admin/sellers.csv", steps.admin)).text).toContain(`"${seller.username}","${auction.title}"`);
    expect((await get("admin/sellers", seller)).status).toBe(403);

    // The staff see the same by seller, and the house's share.
    const sums = { prices: 2_000, commission: 200, vat: 15, charges: 0, net: 1_785 };
    const { paid } = (await get("admin/sellers", steps.admin)).body;
    expect(paid.sellers).toContainEqual({
      user: { _id: seller.id, username: seller.username, name: "Sade Obi" },
      ...sums,
    });
    const none = (await get("admin/sellers?from=2030-01-01&to=2030-01-31", steps.admin)).body.paid;
    expect(none).toMatchObject({ sellers: [], commission: 0, net: 0 });
    const forStaff = await get(`admin/sellers/${seller.id}`, steps.admin);
    expectShape(staffSellerStatementAnswer, forStaff.body);
    expect(forStaff.body.statement).toMatchObject({ taken: -215, net: 1_785, entries: body.entries });
    // Staff have it as a file too, which speaks of the seller.
    const file = (who: Person) =>
      fetch(`${server.address}/api/admin/sellers/${seller.id}/statement.pdf`, {
        headers: { authorization: `Bearer ${who.token}` },
      });
    const { text } = await pdfText(new Uint8Array(await (await file(steps.admin)).arrayBuffer()));
    // A column cuts a long title.
    for (const words of [
      "Sade Obi",
      seller.username,
      auction.title.slice(0, 20),
      "Paid to the balance",
      "Still owed on",
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/\byour?\b/);
    expect((await file(seller)).status).toBe(403);
    expect((await get(`admin/sellers/${seller.id}`, seller)).status).toBe(403);
    expect((await get(`admin/sellers/${randomUUID()}`, steps.admin)).status).toBe(404);
  });
});

const paidOut = `
  with account as (
    insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox, created_at,
      usable_at)
    values (gen_random_uuid(), $1::text::uuid, '057', 'Zenith Bank', '0123456780', 'OBI SADE', true, now(), now())
    returning id
  )
  insert into withdrawals (id, user_id, bank_account_id, amount_minor, status, reference, is_sandbox, created_at, closed_at)
  select gen_random_uuid(), $1::text::uuid, id, 100000, 'paid', 'W-' || $1, true, now(), now() from account`;
