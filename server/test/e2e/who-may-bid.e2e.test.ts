// Tests who may bid through the real server: what the site or a sale asks is asked on every way a bid arrives, staff
// decide, and what was bid before stays.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { BiddingRequirements } from "@jara/shared/bidding-requirements";
import type { Sale } from "@jara/shared/rest/sales";
import type { Setting } from "@jara/shared/rest/site-settings";
import { bidderOfUserAnswer, biddersAnswer, documentAnswer, mayBidAnswer } from "@jara/shared/rest/who-may-bid";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { salesOn } from "../support/e2e-sales.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { picture } from "../support/sample-media.ts";

const none: BiddingRequirements = { phone: false, document: false, approval: false };
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

describeEndToEnd("who may bid", () => {
  let place: FreshDatabase;
  let server: TestServer;
  /** Another server over the same database. */
  let there: TestServer;
  let admin: Person;
  let manager: Person;
  beforeAll(async () => {
    place = await makeDatabase();
    server = await startTestServer({ at: place });
    there = await startTestServer({ at: place });
    admin = await makePerson(server, "admin", { role: "admin" });
    manager = await makePerson(server, "mary", { role: "manager" });
  });
  afterAll(async () => {
    if (there !== server) await there?.close();
    await server?.close();
    await place?.drop();
  });
  beforeEach(() => siteAsks({}));

  const { publishedSale, makeSale } = salesOn(() => ({ server, admin }));
  const bidder = (options = {}) => makePerson(server, `ada-${randomUUID().slice(0, 8)}`, options);
  const newLot = (details = {}) => openAuction(server, admin, { buyItNowPrice: 90_000, ...details });
  const put = async (asked: Partial<BiddingRequirements>, on = server) => {
    const { body } = await on.api("GET", "/api/admin/settings", { token: admin.token });
    const { version, value } = body.settings.find(({ section }: Setting) => section === "who-may-bid");
    const wanted = { ...none, ...asked };
    if (isDeepStrictEqual(value, wanted)) return null;
    const change = { section: "who-may-bid", version, value: wanted, reason: "A test" };
    return await on.api("PUT", "/api/admin/settings", { token: admin.token, body: change });
  };
  const siteAsks = async (asked: Partial<BiddingRequirements>) => {
    const answer = await put(asked);
    if (answer) expect([answer.status, answer.text]).toEqual([200, answer.text]);
  };
  const call = (who: Person, method: string, path: string, body?: object) =>
    server.api(method, `/api${path}`, { token: who.token, ...(body && { body }) });
  const bid = (who: Person, auctionId: string, amount = 5_000, node = server) =>
    say(node, "REST", who, "bid:place", { auctionId, amount });
  const codeOf = async (answer: ReturnType<typeof bid>) => {
    const { ok, body } = await answer;
    return ok ? "ok" : body.code;
  };
  const mayBid = async (who: Person, auctionId: string) => {
    const { body } = await call(who, "GET", `/auctions/${auctionId}/may-bid`);
    expectShape(mayBidAnswer, body);
    return body;
  };
  const verifyPhone = async (who: Person, phone = `0803${String(Math.random()).slice(2, 9)}`) => {
    await call(who, "POST", "/users/phone/code", { phone });
    const { body } = await server.api("GET", "/dev/sms.json");
    const done = await call(who, "POST", "/users/phone/confirm", { phone, code: body.messages[0].text.slice(0, 6) });
    expect(done.status).toBe(200);
  };
  const send = async (who: Person, bytes: Uint8Array<ArrayBuffer>, name = "card.jpg") => {
    const form = new FormData();
    form.set("file", new Blob([bytes]), name);
    const answer = await fetch(`${server.address}/api/users/bidder-document`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${who.token}` },
    });
    return { status: answer.status, body: (await answer.json()) as { status?: string; code?: string } };
  };
  const card = async () => new Uint8Array(await picture(900, 600).jpeg().toBuffer());
  const decide = (what: "document" | "approval", who: Person, body: object, actor = manager) =>
    call(actor, "POST", `/admin/bidders/${who.id}/${what}`, body);
  const listed = async (kind: string, state = "waiting") => {
    const { body } = await call(manager, "GET", `/admin/bidders?kind=${kind}&state=${state}&limit=100`);
    expectShape(biddersAnswer, body);
    return body.bidders as { user: { _id: string }; revision: number; shares: { what: string }[] }[];
  };
  const waiting = async (kind: string, who: Person) => (await listed(kind)).find(({ user }) => user._id === who.id);

  const mailsTo = async ({ id }: Person, kind: string): Promise<unknown[]> => {
    const mails = await server.query<{ data: unknown }>(
      "select data from outbox where user_id = $1::text::uuid and kind = $2::text order by created_at, id",
      [id, kind],
    );
    return mails.map(({ data }) => data);
  };

  it.each(ways)("is asked before a bid, a maximum and Buy It Now, which go on afterwards (%s)", async (way) => {
    const { _id: auctionId } = await newLot();
    const ada = await bidder();
    await siteAsks({ phone: true });
    const commandId = randomUUID();
    const tries = [
      () => say(server, way, ada, "bid:place", { auctionId, amount: 5_000, commandId }),
      () => say(server, way, ada, "maxbid:set", { auctionId, maxAmount: 9_000, currency: "NGN" }),
      () => say(server, way, ada, "buy-it-now", { auctionId }),
    ];
    const refused = { code: "BIDDER_NOT_APPROVED", missing: ["phone"] };
    for (const attempt of tries) expect(await attempt()).toEqual({ ok: false, body: expect.objectContaining(refused) });
    expect(await mayBid(ada, auctionId)).toMatchObject({ asks: { ...none, phone: true }, missing: ["phone"] });
    await verifyPhone(ada);
    expect((await mayBid(ada, auctionId)).missing).toEqual([]);
    for (const attempt of tries.slice(0, 2)) expect(await attempt()).toMatchObject({ ok: true });
  });

  it("is a document that staff read and approve, and that nobody else can read", async () => {
    const { _id: auctionId } = await newLot();
    const [ada, bisi] = [await bidder(), await bidder()];
    await siteAsks({ document: true });
    expect(await send(ada, await card())).toMatchObject({ status: 201, body: { status: "waiting" } });
    expect(await codeOf(bid(ada, auctionId))).toBe("BIDDER_NOT_APPROVED");
    const read = (who: Person) => call(who, "GET", `/admin/bidders/${ada.id}/document`);
    const { body: file } = await read(manager);
    expectShape(documentAnswer, file);
    // It was encoded anew: a WebP, without what the upload carried.
    expect([file.kind, Buffer.from(file.file, "base64").subarray(8, 12).toString()]).toEqual(["picture", "WEBP"]);
    const cashier = await makePerson(server, "cashy", { role: "cashier" });
    for (const who of [ada, bisi, cashier]) expect((await read(who)).status).toBe(403);
    expect((await call(bisi, "GET", "/users/bidder-document")).status).toBe(404);
    expect((await call(ada, "GET", "/users/bidder-document")).body).toEqual(file);

    const seen = (await waiting("documents", ada))?.revision ?? 0;
    const declined = await decide("document", ada, { status: "declined", reason: "Too dark", revision: seen });
    expectShape(bidderOfUserAnswer, declined.body);
    expect((await mayBid(ada, auctionId)).document).toEqual({ status: "declined", reason: "Too dark" });
    // Staff must not approve a file that was replaced after they looked.
    expect((await send(ada, new Uint8Array(PDF), "card.pdf")).status).toBe(201);
    expect((await decide("document", ada, { status: "approved", revision: seen })).body.code).toBe("VALUE_CHANGED");
    const now = (await waiting("documents", ada))?.revision ?? 0;
    expect((await decide("document", ada, { status: "approved", revision: now })).status).toBe(200);
    expect(await codeOf(bid(ada, auctionId))).toBe("ok");
    expect((await send(ada, await card())).body.code).toBe("ALREADY_EXISTS");
    // A decision that was refused sent nothing.
    expect(await mailsTo(ada, "bidder-document")).toEqual([{ reason: "Too dark" }, { reason: null }]);
  });

  it("takes only pictures and PDF files of at most 5 MB, by their content", async () => {
    const ada = await bidder();
    const statuses = async (...files: Uint8Array<ArrayBuffer>[]) =>
      (await Promise.all(files.map((file) => send(ada, file, "card.pdf")))).map(({ status }) => status);
    const script = new TextEncoder().encode("<script>alert(1)</script>");
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await statuses(script, svg, new Uint8Array(0))).toEqual([415, 415, 400]);
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    large.set(PDF);
    expect(await statuses(large)).toEqual([413]);
    const unverified = await bidder({ isVerified: false });
    expect((await send(unverified, await card())).body.code).toBe("EMAIL_NOT_VERIFIED");
  });

  it("is an approval with a limit for each bid, maximum and purchase, with dollars at the current rate", async () => {
    const { _id: auctionId } = await newLot();
    const { _id: inDollars } = await newLot({ currency: "USD", buyItNowPrice: 900, startingPrice: 1, bidIncrement: 1 });
    const ada = await bidder();
    await siteAsks({ approval: true });
    for (const _ of ["first", "again"]) {
      const { body } = await call(ada, "POST", `/auctions/${auctionId}/ask-approval`);
      expect(body).toMatchObject({ missing: ["approval"], approval: { status: "waiting" } });
    }
    const { revision = 0 } = (await waiting("approvals", ada)) ?? {};
    expect((await decide("approval", ada, { status: "approved", limit: 20_000, revision })).status).toBe(200);
    expect(await mayBid(ada, auctionId)).toMatchObject({ missing: [], limit: 20_000 });
    const tooMuch = { code: "BIDDER_NOT_APPROVED", missing: [], limit: 20_000 };
    const max = (amount: number) =>
      say(server, "/ws", ada, "maxbid:set", { auctionId, maxAmount: amount, currency: "NGN" });
    expect((await bid(ada, auctionId, 20_000.01)).body).toMatchObject(tooMuch);
    expect((await max(20_001)).body).toMatchObject(tooMuch);
    expect((await say(server, "REST", ada, "buy-it-now", { auctionId })).body).toMatchObject(tooMuch);
    // 24 dollars are 19,999.92 naira.
    expect((await bid(ada, inDollars, 25)).body).toMatchObject(tooMuch);
    expect(await codeOf(bid(ada, inDollars, 24))).toBe("ok");
    expect(await codeOf(max(20_000))).toBe("ok");
    // The refusals are evidence, and none names the maximum's amount.
    const { body } = await call(admin, "GET", `/auctions/admin/${auctionId}/history`);
    expect(JSON.stringify(body)).not.toContain("20001");

    expect((await decide("approval", ada, { status: "declined", reason: "No payment", revision })).body.code).toBe(
      "VALUE_CHANGED",
    );
    const declined = { status: "declined", reason: "No payment", revision: revision + 1 };
    expect((await decide("approval", ada, declined)).status).toBe(200);
    expect(await codeOf(bid(ada, auctionId, 19_000))).toBe("BIDDER_NOT_APPROVED");
    expect((await mayBid(ada, auctionId)).approval).toEqual({ status: "declined", reason: "No payment" });
    const again = { status: "approved", limit: null, revision: revision + 2 };
    expect((await decide("approval", ada, again)).status).toBe(200);
    expect((await decide("approval", ada, { ...again, limit: 5_000, revision: revision + 3 })).status).toBe(200);
    expect(await mailsTo(ada, "bidder-approval")).toEqual([
      { status: "approved", reason: null, limit: 20_000, sale: null },
      { status: "declined", reason: "No payment", limit: null, sale: null },
      { status: "approved", reason: null, limit: null, sale: null },
      { status: "changed", reason: null, limit: 5_000, sale: null },
    ]);
  });

  it("is said for a whole sale before it opens, to visitors too, and asked for there", async () => {
    const asking = { requirements: { ...none, phone: true, approval: true } };
    const { sale, ids } = await publishedSale(1, asking);
    const path = `/sales/${sale._id}/may-bid`;
    const { body: visitor } = await server.api("GET", `/api${path}`);
    expectShape(mayBidAnswer, visitor);
    expect(visitor).toMatchObject({ asks: asking.requirements, missing: ["phone", "approval"], approval: null });
    const ada = await bidder();
    await verifyPhone(ada);
    expect((await call(ada, "GET", path)).body).toMatchObject({ missing: ["approval"], approval: null });
    for (const _ of ["once", "twice"]) {
      const { status, body } = await call(ada, "POST", `/sales/${sale._id}/ask-approval`);
      expect([status, body.saleId, body.approval]).toEqual([200, sale._id, { status: "waiting", reason: null }]);
    }
    const approve = { status: "approved", limit: 50_000, saleId: sale._id, revision: 1 };
    expect((await decide("approval", ada, approve)).status).toBe(200);
    expect((await call(ada, "GET", path)).body).toMatchObject({ missing: [], limit: 50_000 });
    expect(await mayBid(ada, ids[0] ?? "")).toMatchObject({ missing: [], limit: 50_000 });

    expect((await server.api("POST", `/api/sales/${sale._id}/ask-approval`)).status).toBe(401);
    for (const id of [randomUUID(), "nothing"]) {
      expect((await server.api("GET", `/api/sales/${id}/may-bid`)).status).toBe(404);
      expect((await call(ada, "POST", `/sales/${id}/ask-approval`)).status).toBe(404);
    }
    expect((await server.api("GET", `/api/sales/${(await makeSale(asking))._id}/may-bid`)).status).toBe(404);
  });

  it("is what a sale asks for its own lots, and what the site asks where the sale has no rule of its own", async () => {
    const asking = { requirements: { ...none, approval: true } };
    const { sale, ids } = await publishedSale(1, asking);
    const { ids: free } = await publishedSale(1, { requirements: none });
    const [[inSale = ""], [open = ""]] = [ids, free];
    const { _id: alone } = await newLot();
    const ada = await bidder();
    const outcomes = async () =>
      await Promise.all([inSale, open, alone].map((id, n) => codeOf(bid(ada, id, 5_000 + n))));
    expect(await outcomes()).toEqual(["BIDDER_NOT_APPROVED", "ok", "ok"]);
    const { body: asked } = await call(ada, "POST", `/auctions/${inSale}/ask-approval`);
    expect(asked).toMatchObject({ saleId: sale._id, approval: { status: "waiting" } });
    const approve = { status: "approved", limit: null, saleId: sale._id, revision: 1 };
    expect((await decide("approval", ada, approve)).status).toBe(200);
    expect(await codeOf(bid(ada, inSale, 6_000))).toBe("ok");
    // Approved in one sale is not approved on the site.
    await siteAsks({ approval: true });
    const bisi = await bidder();
    expect(await codeOf(bid(ada, alone, 20_000))).toBe("BIDDER_NOT_APPROVED");
    expect((await decide("approval", bisi, { status: "approved", revision: 0 })).status).toBe(200);
    expect([await codeOf(bid(bisi, alone, 21_000)), await codeOf(bid(bisi, inSale, 21_000))]).toEqual(["ok", "ok"]);
    // The sale's decision comes first.
    const no = { status: "declined", reason: "Not here", saleId: sale._id, revision: 0 };
    expect((await decide("approval", bisi, no)).status).toBe(200);
    expect(await codeOf(bid(bisi, inSale, 22_000))).toBe("BIDDER_NOT_APPROVED");
  });

  it("can be asked for while people have bids, which stay binding, and reaches every server and page", async () => {
    const { sale, ids } = await publishedSale(1);
    const [auctionId = ""] = ids;
    const [ada, bisi] = [await bidder(), await bidder()];
    expect((await say(server, "REST", ada, "maxbid:set", { auctionId, maxAmount: 50_000, currency: "NGN" })).ok).toBe(
      true,
    );
    // The other server learns within a second that the site asks for nothing any more.
    await vi.waitFor(async () => expect(await codeOf(bid(bisi, auctionId, 2_000, there))).toBe("ok"), {
      timeout: 45_000,
    });
    const page = await connect(there, "socket.io", { token: bisi.token });
    const { revision } = (await call(admin, "GET", `/sales/${sale._id}`)).body.sale as Sale;
    const change = { revision, requirements: { ...none, phone: true } };
    const cataloguer = await makePerson(server, "cathy", { role: "cataloguer" });
    expect((await call(cataloguer, "PUT", `/sales/${sale._id}`, change)).status).toBe(403);
    expect((await call(admin, "PUT", `/sales/${sale._id}`, change)).status).toBe(200);
    await page.next("list:changed", ({ list }) => list === "own-bidder-checks");
    page.close();
    expect(await codeOf(bid(bisi, auctionId, 9_000, there))).toBe("BIDDER_NOT_APPROVED");
    // The maximum of the bidder who does not qualify any more still bids.
    const chidi = await bidder();
    await verifyPhone(chidi);
    const answer = await bid(chidi, auctionId, 20_000, there);
    expect([answer.ok, answer.body.auction?.isLeading]).toEqual([true, false]);
    const { body } = await call(chidi, "GET", `/auctions/${auctionId}`);
    expect(body.auction.currentPrice).toBeGreaterThanOrEqual(20_000);
  });

  it("leaves to the engine what it refuses anyway, and repeats the first answer to a repeated command", async () => {
    const { _id: auctionId } = await newLot();
    const ada = await bidder();
    const commandId = randomUUID();
    const repeated = () => say(server, "REST", ada, "bid:place", { auctionId, amount: 5_000, commandId });
    const first = await repeated();
    await siteAsks({ phone: true });
    expect(await repeated()).toEqual(first);
    expect(await codeOf(bid(await bidder({ isVerified: false }), auctionId))).toBe("EMAIL_NOT_VERIFIED");
    await call(admin, "PATCH", `/auctions/admin/${auctionId}/status`, { status: "paused" });
    expect(await codeOf(bid(await bidder(), auctionId))).toBe("AUCTION_PAUSED");
  });

  it("is decided by staff with the right, and by nobody about themselves", async () => {
    await siteAsks({ approval: true });
    const { _id: auctionId } = await newLot();
    const ada = await bidder();
    await call(ada, "POST", `/auctions/${auctionId}/ask-approval`);
    const approve = { status: "approved", revision: 1 };
    for (const role of ["cataloguer", "cashier"] as const) {
      const helper = await makePerson(server, `${role}-x`, { role });
      expect((await decide("approval", ada, approve, helper)).status).toBe(403);
    }
    expect((await decide("approval", ada, approve, ada)).status).toBe(403);
    expect((await decide("approval", manager, { ...approve, revision: 0 })).body.code).toBe("CONFLICT_OF_INTEREST");
    const both = await Promise.all([
      decide("approval", ada, approve),
      decide("approval", ada, { status: "declined", reason: "Unknown", revision: 1 }, admin),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await decide("approval", { ...ada, id: randomUUID() }, approve)).status).toBe(404);
  });

  it("warns staff of a phone, a bank account and a device that people share", async () => {
    const [ada, bisi] = [await bidder(), await bidder()];
    for (const who of [ada, bisi]) {
      await verifyPhone(who, "0803 555 1234");
      await server.query(
        `insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox,
           created_at, usable_at)
         values (gen_random_uuid(), $1::text::uuid, '057', 'Zenith Bank', '1012345678', 'ADA', true, clock_now(),
           clock_now())`,
        [who.id],
      );
      await server.query(
        "update sessions set user_agent = 'A rare browser', device = 'Rare', network = '102.89.x.x' where id = $1::text::uuid",
        [who.sessionId],
      );
    }
    const { body } = await call(manager, "GET", `/admin/bidders/${ada.id}`);
    expectShape(bidderOfUserAnswer, body);
    const user = { _id: bisi.id, username: bisi.username, isBanned: false };
    expect(body.shares).toEqual([
      { what: "phone", detail: "+234803…1234", user },
      { what: "bank account", detail: "Zenith Bank …5678", user },
      { what: "device", detail: "Rare, 102.89.x.x", user },
    ]);
    expect((await call(manager, "GET", `/admin/bidders/${(await bidder()).id}`)).body.shares).toEqual([]);
  });

  it("keeps no document longer than 90 days after the decision", async () => {
    const ada = await bidder();
    await send(ada, await card());
    expect((await decide("document", ada, { status: "approved", revision: 1 })).status).toBe(200);
    await server.query(
      "update bidder_documents set decided_at = clock_now() - interval '91 days' where user_id = $1::text::uuid",
      [ada.id],
    );
    await vi.waitFor(async () => expect((await call(ada, "GET", "/users/bidder-document")).status).toBe(404), {
      timeout: 45_000,
      interval: 200,
    });
  });

  it("asks for no phone in production without a provider, on the site or in a sale", async () => {
    const { whyNotValue } = await import("../../src/features/site-settings/check-value.ts");
    const current = { "who-may-bid": none } as never;
    const site = { current, fixed: {}, looksLike: () => false };
    const value = { ...none, phone: true };
    expect(whyNotValue("who-may-bid", value, { ...site, sendsSms: false })).toMatch(/TERMII_API_KEY/);
    expect(whyNotValue("who-may-bid", value, { ...site, sendsSms: true })).toBeNull();
  });
});
