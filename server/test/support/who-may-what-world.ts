// Sets up the test of the table of permissions: a server with stand-ins for Google and Paystack, one caller of each
// kind, and what they own, so that every call has an object.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import type { Role } from "@jara/shared/permissions";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { hash } from "@node-rs/argon2";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import { withoutBackground } from "../../src/platform/jobs/in-background.ts";
import { CLIENT_ID, type GoogleProvider, startGoogle } from "./e2e-google.ts";
import { makePerson, openAuction, type Person, setStatus } from "./e2e-people.ts";
import { type ApiAnswer, type ApiCall, startTestServer, type TestServer } from "./e2e-server.ts";
import { type FakePaystack, PAYSTACK_KEY, startFakePaystack } from "./fake-paystack.ts";
import { writeReceipt } from "./given-receipts.ts";
import type { Asker } from "./who-may-what.ts";

export const PASSWORD = "correct horse";

/** The server and the data that exist before the calls. */
export interface World {
  readonly server: TestServer;
  readonly google: GoogleProvider;
  readonly paystack: FakePaystack;
  readonly people: Readonly<Record<Exclude<Asker, "visitor" | "void">, Person>>;
  /** Registered by password. */
  readonly registered: string;
  /**
   * The seller's auctions: with the owner's bid and maximum; without a bid; a draft; won by the owner; one to bid on, ever
   * higher; one with bids of the owner, another user and the other administrator.
   */
  readonly ids: Readonly<Record<"lot" | "unbid" | "draft" | "unfinished" | "won" | "contest" | "interested", string>>;
  /** The owner's, for what they won; stuck. */
  readonly settlement: string;
  /** The owner's, for an auction that the other administrator had bid on as a user. */
  readonly ofInterested: string;
  /** A second chance that is offered to the owner. */
  readonly offer: string;
  /** The owner's. */
  readonly topUp: string;
  /** The owner's, about the auctions of these names. */
  readonly receipts: Readonly<Record<"won" | "interested", string>>;
  /** Invoices of the owner with one lot each. */
  readonly invoices: Readonly<Record<"won" | "interested", string>>;
}

/** The body of a save of an unfinished lot. */
export const unfinished = (revision = 0, details: object = {}): object => ({
  revision,
  content: {
    title: "Half a drum",
    description: "",
    categories: [],
    condition: "good",
    location: "",
    currency: "NGN",
    startingPrice: "",
    bidIncrement: "1.00",
    reservePrice: "",
    buyItNowPrice: "",
    startTime: "",
    endTime: "",
    duration: "24",
    softCloseWindow: "120",
    softCloseCap: "30",
    media: [],
    ...details,
  },
});
export const unfinishedLot = async (server: TestServer, { token }: Person, details: object = {}): Promise<string> => {
  const id = randomUUID();
  await ok(server, "PUT", `/api/lot-drafts/${id}`, { token, body: unfinished(0, details) });
  return id;
};

let last = 0;
export const unique = (stem: string): string => `${stem}${++last}`;
/** Above all that was bid before. */
export const higher = (): number => 2_000 * ++last;

export const openWorld = async (): Promise<World & { close(): Promise<void> }> => {
  const [google, paystack] = [await startGoogle(), await startFakePaystack()];
  const server = await startTestServer({
    // Few, because each plans every statement of every call for itself.
    connections: 2,
    config: {
      google: { clientId: CLIENT_ID, secret: "the-client-secret", issuer: google.issuer },
      paystack: { secretKey: PAYSTACK_KEY, url: paystack.url },
      // No server answers at this address: rates wait, or do not, as the test says.
      ratesUrl: "http://127.0.0.1:9/rates",
    },
  });
  const person = (name: string, role: Role, isVerified = true): Promise<Person> =>
    makePerson(server, name, { role, isVerified, isSettled: role !== "user" || name === "admin" });
  const people = {
    unverified: await person("unverified", "user", false),
    owner: await person("owner", "user"),
    other: await person("other", "user"),
    seller: await person("seller", "admin"),
    admin: await person("admin", "user"),
    cataloguer: await person("cataloguer", "cataloguer"),
    cashier: await person("cashier", "cashier"),
    manager: await person("manager", "manager"),
    demoted: await person("demoted", "admin"),
  };
  await server.query("update users set first_name = 'Ada', last_name = 'Okafor', password_hash = $1", [
    await hash(PASSWORD),
  ]);
  const { owner, seller } = people;
  const registered = "registered@people.test";
  const account = { username: "registered", email: registered, password: PASSWORD };
  await ok(server, "POST", "/api/auth/register", { body: account });
  const open = async (details: Partial<CreateAuctionBody> = {}) =>
    (await openAuction(server, seller, { buyItNowPrice: 9_000, ...details }))._id;
  const later = new Date((await server.databaseNow()) + 3_600_000).toISOString();
  const ids = {
    lot: await open(),
    unbid: await open(),
    draft: await open({ startTime: later }),
    contest: (await openAuction(server, seller))._id,
    interested: await open(),
    unfinished: await unfinishedLot(server, seller),
  };
  await ok(server, "POST", "/api/bids", {
    token: people.other.token,
    body: { auctionId: ids.interested, amount: 1_200 },
  });
  await bid(server, owner, ids.interested);
  await ok(server, "POST", "/api/bids", {
    token: people.admin.token,
    body: { auctionId: ids.interested, amount: 2_000 },
  });
  const both = await open();
  await ok(server, "POST", "/api/bids", { token: people.admin.token, body: { auctionId: both, amount: 1_100 } });
  const { settlement: ofInterested } = await win(server, people, both);
  // Without the record of the change, so that this person counts as the second one of another's change of money.
  await server.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
    people.admin.id,
  ]);
  await bid(server, owner, ids.lot);
  await ok(server, "POST", "/api/maxbids", {
    token: owner.token,
    body: { auctionId: ids.lot, maxAmount: 2_987.43, currency: "NGN" },
  });
  const { auctionId: won, settlement } = await win(server, people);
  const { body } = await ok(server, "POST", "/api/payments/top-ups", { token: owner.token, body: { amount: 500 } });
  const topUp: string = body.reference;
  const receipts = {
    won: await writeReceipt(server, { userId: owner.id, auctionId: won }),
    interested: await writeReceipt(server, { userId: owner.id, auctionId: ids.interested }),
  };
  await numberReceipts(server.server.database);
  const invoices = {
    won: await invoiceOf(server, owner, settlement),
    interested: await invoiceOf(server, owner, ofInterested),
  };
  return {
    server,
    google,
    paystack,
    people,
    registered,
    ids: { ...ids, won },
    settlement,
    topUp,
    receipts,
    invoices,
    ofInterested,
    offer: await offerSecondChance(server, people),
    async close() {
      await server.close();
      await google.stop();
      await paystack.close();
    },
  };
};

let lastInvoice = 0;
/** An invoice of one lot alone, so that nobody has an interest in another lot of it. */
export const invoiceOf = async (server: TestServer, { id: owner }: Person, settlement: string): Promise<string> => {
  const id = randomUUID();
  lastInvoice += 1;
  await server.query(
    `with made as (
       insert into invoices (id, buyer_id, day, currency, year, number, buyer, house_version, created_at)
       values ($1::text::uuid, $2::text::uuid, '2020-01-01'::date + $4::text::int, 'NGN', 2020, $4::text::int, '{"name": "Owner", "username": "owner", "email": "owner@example.com", "address": null}', 0, now())
     )
     insert into invoice_lots (settlement_id, invoice_id, auction_id)
     select id, $1::text::uuid, auction_id from settlements where id = $3::text::uuid
     -- The lot may be on the invoice that was issued with its deposit's receipt.
     on conflict (settlement_id) do update set invoice_id = excluded.invoice_id`,
    [id, owner, settlement, String(lastInvoice)],
  );
  return id;
};

/** A call may write these although it is refused or only reads: null for a whole table, else what it must leave of a row. */
const exceptions: Readonly<Record<string, string | null>> = {
  // A failed log-in, and the outcome that is remembered for a command that comes again.
  login_failures: null,
  commands: null,
  // A download that is allowed leaves an entry.
  admin_actions: "case when action <> 'file downloaded' then t::text end",
  // A look at one's own payment asks about it.
  top_ups: "to_jsonb(t) - 'checked_at'",
  // An invoice is made when it is first asked for.
  invoices: null,
  invoice_lots: null,
  receipt_numbers: null,
};

/** A digest of each table and of the uploaded files. */
const digests = async ({ query, config }: TestServer): Promise<Map<string, string>> => {
  const tables = await query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const looks = tables
    .filter(({ name }) => exceptions[name] !== null)
    // A sum, because to sort the rows of all tables takes most of the time of a call.
    .map(({ name }) => {
      const row = exceptions[name] ?? "t::text";
      return `select '${name}' as name, sum(hashtextextended((${row})::text, 0)::numeric)::text as digest from ${name} t`;
    });
  const rows = await query<{ name: string; digest: string }>(looks.join(" union all "));
  const { folder } = config.media;
  const files = existsSync(folder) ? readdirSync(folder).sort().join() : "";
  return new Map([...rows.map(({ name, digest }) => [name, digest] as const), ["uploaded files", files]]);
};

/** The tables that differ after the calls. No background work runs meanwhile, so only the calls can have changed them. */
export const changedBy = (server: TestServer, calls: () => Promise<unknown>): Promise<string[]> =>
  withoutBackground(async () => {
    const before = await digests(server);
    await calls();
    return [...(await digests(server))].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
  });

export const ok = async (server: TestServer, method: string, path: string, call: ApiCall): Promise<ApiAnswer> => {
  const answer = await server.api(method, path, call);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
};
const bid = (server: TestServer, { token }: Person, auctionId: string) =>
  ok(server, "POST", "/api/bids", { token, body: { auctionId, amount: 1_500 } });

/** An auction that the owner won, and its settlement, which is stuck. */
export const win = async (
  server: TestServer,
  { owner, seller }: World["people"],
  known?: string,
): Promise<{ auctionId: string; settlement: string }> => {
  const auctionId = known ?? (await openAuction(server, seller))._id;
  await bid(server, owner, auctionId);
  await setStatus(server, seller, auctionId, "ended");
  const [row] = await server.query<{ id: string }>(
    `update settlements set attempts = 5, stuck_at = clock_now(), last_error = 'test' where auction_id = $1::text::uuid
     returning id`,
    [auctionId],
  );
  if (!row) throw new Error("nothing was won");
  return { auctionId, settlement: row.id };
};

/** The settlement of an auction whose winner's bids were voided. Somebody else had bid less. */
export const voidedWin = async (
  server: TestServer,
  { seller }: World["people"],
  winner: Person,
  runnerUp: Person,
): Promise<string> => {
  const { _id: auctionId } = await openAuction(server, seller);
  await ok(server, "POST", "/api/bids", { token: runnerUp.token, body: { auctionId, amount: 1_200 } });
  await bid(server, winner, auctionId);
  await setStatus(server, seller, auctionId, "ended");
  const body = { userId: winner.id, reason: "fraud" };
  await ok(server, "POST", `/api/auctions/${auctionId}/void-bids`, { token: seller.token, body });
  const [row] = await server.query<{ id: string }>("select id from settlements where auction_id = $1::text::uuid", [
    auctionId,
  ]);
  if (!row) throw new Error("nothing was won");
  return row.id;
};

/** The id of an offer to the owner as the runner-up. */
export const offerSecondChance = async (server: TestServer, people: World["people"]): Promise<string> => {
  const settlement = await voidedWin(server, people, people.other, people.owner);
  await ok(server, "POST", `/api/settlements/${settlement}/second-chance`, { token: people.seller.token });
  const { body } = await ok(server, "GET", "/api/users/second-chances", { token: people.owner.token });
  return body.offers.at(-1)._id;
};
