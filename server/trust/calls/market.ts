// Makes in a running server without rate limits what makes calls dear: a lot with many bids, pictures and questions, a
// published sale, and people with long statements, receipts, won lots and watchlists.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { hash } from "@node-rs/argon2";
import { makePerson, openAuction, type Person, setStatus } from "../../test/support/e2e-people.ts";
import type { ApiCall, TestServer } from "../../test/support/e2e-server.ts";
import { picture } from "../../test/support/sample-media.ts";
import type { Values } from "./catalogue.ts";

export interface Sizes {
  readonly people: number;
  /** They belong to the dear lot. */
  readonly bids: number;
  /** Bids of each person elsewhere, as many as a page of their own bids has. */
  readonly ownBids: number;
  readonly saleLots: number;
  /** A statement as a PDF file has at most 2,000. */
  readonly ledgerEntries: number;
  readonly watched: number;
}
export const DEAR: Sizes = { people: 10, bids: 120, ownBids: 100, saleLots: 100, ledgerEntries: 1_900, watched: 200 };

type MarketServer = Pick<TestServer, "address" | "query" | "api">;

const PASSWORD = "four unlikely words of a bidder";
const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const AT_ONCE = 10;
const WINS = 3;

/** The values of each person. */
export const makeMarket = async (server: MarketServer, sizes: Sizes): Promise<readonly Values[]> => {
  const admin = await makePerson(server, "dear-seller", { role: "admin", isSettled: true });
  const people = await Promise.all(Array.from({ length: sizes.people }, (_, n) => makePerson(server, `dear-${n}`)));
  const shared = {
    ...(await makeLots(server, admin, people, sizes)),
    nobody: randomUUID(),
    legalPage: "terms",
    one: "1",
  };
  await server.query("update users set password_hash = $1 where username like 'dear-%'", [await hash(PASSWORD)]);
  const values: Values[] = [];
  const { lots, ...known } = shared;
  for (const person of people) values.push({ ...known, ...(await makeDear(server, admin, person, sizes, shared)) });
  const { number, size } = await logWith(server, shared.lot, sizes.bids);
  return values.map((one) => ({ ...one, log: String(number), tile: size < 256 ? `000.p/${size}` : "000" }));
};

const LOG_GROWS_WITHIN_MS = 60_000;

/** Resolves when the public log has the bids of the lot. It may first have to take in a large market, and grows meanwhile. */
const logWith = async (
  server: MarketServer,
  lot: string,
  bids: number,
): Promise<{ readonly number: number; readonly size: number }> => {
  const entries = async () => (await server.api("GET", `/api/auctions/${lot}/proof`)).body?.leaves?.length ?? 0;
  for (let [before, grewAt] = [-1, Date.now()]; ; await sleep(100)) {
    const [log] = (await server.api("GET", "/log")).body?.logs ?? [];
    if (log && (await entries()) >= bids) return log;
    if (log && log.size > before) [before, grewAt] = [log.size, Date.now()];
    if (Date.now() - grewAt > LOG_GROWS_WITHIN_MS) throw new Error("the public log did not get the bids");
  }
};

const call = async (server: MarketServer, method: string, path: string, { token }: Person, more: ApiCall = {}) => {
  const answer = await server.api(method, path, { token, ...more });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer.body;
};

const manyTimes = async <T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let n = 0; n < count; n += AT_ONCE)
    made.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, i) => one(n + i)))));
  return made;
};

const upload = async (server: MarketServer, admin: Person, n: number): Promise<string> => {
  const form = new FormData();
  const bytes = await picture(1_200 + n, 900)
    .png()
    .toBuffer();
  form.set("file", new Blob([new Uint8Array(bytes)]), "drum.png");
  const request = new Response(form);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const raw = new Uint8Array(await request.arrayBuffer());
  return (await call(server, "POST", "/api/upload/single", admin, { raw, headers })).file.url;
};

const makeLots = async (server: MarketServer, admin: Person, people: readonly Person[], sizes: Sizes) => {
  const description = "A talking drum from Ibadan, carved by hand, with its beater and a long history. ".repeat(12);
  const urls = await manyTimes(10, (n) => upload(server, admin, n));
  const media = urls.map((url) => ({ url, type: "image" as const }));
  const endTime = inHours(150);
  const { _id: lot } = await openAuction(server, admin, { description, media, endTime });
  const { _id: contest } = await openAuction(server, admin, { endTime });
  const drafts = { startTime: inHours(48), endTime: inHours(72), description };
  const saleLots = await manyTimes(
    sizes.saleLots,
    async (n) => (await openAuction(server, admin, { ...drafts, title: `Drum ${n}`, media: media.slice(0, 3) }))._id,
  );
  const others = await manyTimes(
    Math.max(0, sizes.watched - sizes.saleLots),
    async (n) => (await openAuction(server, admin, { title: `Mask ${n}`, description, endTime }))._id,
  );
  const sale = (
    await call(server, "POST", "/api/sales", admin, {
      body: { title: "Drums", terms: description, asksTerms: true, closesAt: inHours(150) },
    })
  ).sale;
  await call(server, "PUT", `/api/sales/${sale._id}/lots`, admin, {
    body: { revision: sale.revision, auctionIds: saleLots },
  });
  await call(server, "POST", `/api/sales/${sale._id}/publish`, admin);
  for (let n = 0; n < sizes.bids; n++) {
    const bidder = people[n % people.length];
    if (bidder) await call(server, "POST", "/api/bids", bidder, { body: { auctionId: lot, amount: 1_100 + 100 * n } });
  }
  const { auction } = (await server.api("GET", `/api/auctions/${lot}`)).body;
  const since = String(Math.max(1, auction.version - 99));
  return {
    lot,
    contest,
    sale: sale._id as string,
    since,
    picture: urls[0]?.split("/").at(-1) ?? "",
    lots: [...saleLots, ...others],
    hundred: [...saleLots, ...others].slice(0, 100).join(","),
  };
};

type Shared = Awaited<ReturnType<typeof makeLots>>;

/** Gives a person everything that is long or dear to read. */
const makeDear = async (server: MarketServer, admin: Person, person: Person, sizes: Sizes, shared: Shared) => {
  const as = (method: string, path: string, body?: object) => call(server, method, path, person, { body });
  await server.query(
    `insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
     select gen_random_uuid(), u.id, case when n % 2 = 1 then 100 else -100 end, u.balance_minor + (n % 2) * 100, 'test',
       now() - interval '20 days' + n * interval '1 minute'
     from users u, generate_series(1, $2::text::int / 2 * 2) n where u.id = $1::text::uuid`,
    [person.id, String(sizes.ledgerEntries)],
  );
  for (let n = 0; n < WINS; n++) {
    const { _id: auctionId } = await openAuction(server, admin, { title: `Won ${n}` });
    await as("POST", "/api/bids", { auctionId, amount: 2_000 });
    await setStatus(server, admin, auctionId, "ended");
  }
  const { _id: ownLot } = await openAuction(server, admin, { title: "Bid on often" });
  for (let n = 0; n < sizes.ownBids; n++) await as("POST", "/api/bids", { auctionId: ownLot, amount: 1_100 + 100 * n });
  const { purchases } = await as("GET", "/api/users/purchases");
  for (const { _id } of purchases.slice(1)) await as("POST", `/api/settlements/${_id}/payments`, { method: "balance" });
  const receiptsOf = async () => (await as("GET", "/api/users/receipts")).receipts;
  for (const until = Date.now() + 60_000; (await receiptsOf()).length === 0; await sleep(100))
    if (Date.now() > until) throw new Error("there are no receipts");
  for (let n = 0; n < sizes.watched; n += 100)
    await as("POST", "/api/watchlist", { auctionIds: shared.lots.slice(n, Math.min(n + 100, sizes.watched)) });
  for (let n = 0; n < 20; n++)
    await as("POST", "/api/saved-searches", { name: `Search ${n}`, query: { search: `drum ${n}` }, alert: "off" });
  const { savedSearches } = await as("GET", "/api/saved-searches");
  // Above the price, and below the minimum bid, so that it stays and does not act.
  const highest = 1_000 + 100 * sizes.bids;
  const { maxBid } = await as("POST", "/api/maxbids", {
    auctionId: shared.lot,
    maxAmount: highest + 50,
    currency: "NGN",
  });
  const [account] = await server.query<{ id: string }>(
    `insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox, created_at,
       usable_at)
     values (gen_random_uuid(), $1::text::uuid, '057', 'Zenith Bank', '0123456789', 'OKAFOR ADA', true, now(), now())
     returning id`,
    [person.id],
  );
  const { reference } = await as("POST", "/api/payments/top-ups", { amount: 5_000 });
  await server.query(
    `insert into bidder_documents (user_id, status, kind, file, uploaded_at, revision)
     values ($1::text::uuid, 'waiting', 'pdf', '%PDF', now(), 1)`,
    [person.id],
  );
  return {
    token: person.token,
    email: person.email,
    password: PASSWORD,
    receipt: (await receiptsOf())[0]._id,
    invoice: (await as("GET", "/api/users/invoices")).invoices[0]._id,
    savedSearch: savedSearches[0]._id,
    maxBid: maxBid._id,
    settlement: purchases[0]._id,
    offer: (await as("POST", "/api/offers", { title: "An old drum" })).offer._id,
    agreement: await signedAgreement(server, admin, person),
    topUp: reference,
    bankAccount: account?.id ?? "",
    withdrawal: randomUUID(),
  };
};

const signedAgreement = async (server: MarketServer, admin: Person, seller: Person): Promise<string> => {
  const entered = { seller: seller.email, title: "A drum" };
  const { offer } = await call(server, "POST", "/api/admin/offers", admin, { body: entered });
  const prices = { startingPrice: 3_000, currency: "NGN", commissionPercent: 10, leastCommission: 200, charges: [] };
  const accept = `/api/admin/offers/${offer._id}/accept`;
  const { agreement } = await call(server, "POST", accept, admin, { body: prices });
  const signature = { name: "Ada Okafor", termsVersion: SELLER_TERMS_VERSION };
  await call(server, "POST", `/api/agreements/${agreement._id}/accept`, seller, { body: signature });
  return agreement._id;
};
