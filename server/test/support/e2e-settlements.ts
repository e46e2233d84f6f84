// Sets up settlements for end-to-end tests: an administrator and lots that were won, forfeited, bought or
// ended below their reserve. It is not about the desk page of the staff.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { type Settlement, settlementDetailsAnswer } from "@jara/shared/rest/settlements";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { makePerson, openAuction, type Person, setStatus } from "./e2e-people.ts";
import { type ApiAnswer, expectShape, sharedServer, startTestServer, type TestServer } from "./e2e-server.ts";
import { dueIn } from "./seed.ts";

export interface Sold {
  readonly auction: Auction;
  readonly settlement: Settlement;
}

export const settlementSteps = async (server: TestServer) => {
  let people = 0;
  const newPerson = (name: string, options: Parameters<typeof makePerson>[2] = {}): Promise<Person> =>
    makePerson(server, `${name}-${++people}`, options);
  const admin = await newPerson("admin", { role: "admin" });

  /** Calls as the administrator, with a key of its own, unless they are given. */
  const post = (
    path: string,
    body?: object,
    { person = admin, key = randomUUID() as string } = {},
  ): Promise<ApiAnswer> =>
    server.api("POST", `/api/${path}`, {
      token: person.token,
      headers: { "idempotency-key": key },
      ...(body && { body }),
    });
  const done = async (answer: Promise<ApiAnswer>): Promise<ApiAnswer["body"]> => {
    const { status, body } = await answer;
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };
  const refused = async (answer: Promise<ApiAnswer>): Promise<[number, string]> => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const detailsOf = async (id: string) => {
    const body = await done(server.api("GET", `/api/settlements/${id}`, { token: admin.token }));
    expectShape(settlementDetailsAnswer, body);
    return settlementDetailsAnswer.parse(body);
  };
  const newLot = (details: Partial<CreateAuctionBody> = {}): Promise<Auction> =>
    openAuction(server, admin, { title: `Lot ${randomUUID()}`, ...details });
  const bid = async (person: Person, auctionId: string, amount: number): Promise<void> => {
    const answer = await server.api("POST", "/api/bids", { token: person.token, body: { auctionId, amount } });
    expect(answer.status).toBe(201);
  };
  const newestOf = async ({ title }: Pick<Auction, "title">): Promise<Settlement> => {
    const path = `/api/settlements?q=${encodeURIComponent(title)}&limit=100`;
    const body = await done(server.api("GET", path, { token: admin.token }));
    return body.settlements.toSorted((a: Settlement, b: Settlement) => b.createdAt.localeCompare(a.createdAt))[0];
  };
  const ended = async (bids: readonly (readonly [Person, number])[], details: Partial<CreateAuctionBody> = {}) => {
    const auction = await newLot(details);
    for (const [person, amount] of bids) await bid(person, auction._id, amount);
    await setStatus(server, admin, auction._id, "ended");
    return auction;
  };
  /** Won by the last bidder. */
  const won = async (
    bids: readonly (readonly [Person, number])[],
    details?: Partial<CreateAuctionBody>,
  ): Promise<Sold> => {
    const auction = await ended(bids, details);
    return { auction, settlement: await newestOf(auction) };
  };
  const until = async (id: string, status: Settlement["status"]): Promise<Settlement> => {
    // The job looks every two seconds, and at once after the clock was set.
    if (!server.isShared) await server.shiftClock(1_000);
    await expect.poll(async () => (await detailsOf(id)).settlement.status).toBe(status);
    return (await detailsOf(id)).settlement;
  };
  const forfeited = async (bids: readonly (readonly [Person, number])[]): Promise<Sold> => {
    const { auction, settlement } = await won(bids);
    await dueIn(server.server.database, auction._id, -1);
    return { auction, settlement: await until(settlement._id, "forfeited") };
  };
  const bought = async (buyer: Person, buyItNowPrice = 5000): Promise<Sold> => {
    const auction = await newLot({ buyItNowPrice });
    await done(server.api("POST", `/api/auctions/${auction._id}/buy-it-now`, { token: buyer.token }));
    return { auction, settlement: await newestOf(auction) };
  };
  const auctionOf = async (auctionId: string): Promise<Auction> =>
    (await done(server.api("GET", `/api/auctions/${auctionId}`, { token: admin.token }))).auction;
  /** An administrator who bid on the lot as a user before. */
  const interestedIn = async (auctionId: string, amount: number): Promise<Person> => {
    const person = await newPerson("interested");
    await bid(person, auctionId, amount);
    await done(
      server.api("PUT", `/api/users/admin/role/${person.id}`, { token: admin.token, body: { role: "admin" } }),
    );
    return person;
  };
  const balanceOf = async ({ token }: Person): Promise<number> =>
    (await done(server.api("GET", "/api/users/profile", { token }))).user.balance;

  /**
   * Moves the end of the lot's open offer into the past, row and log alike. The scheduled end moves by a millisecond, so that
   * an engine that knows the auction learns of it.
   */
  const offerEnds = (auctionId: string) =>
    server.query(
      `with moved as (
         update second_chances set expires_at = date_trunc('milliseconds', clock_now()) - interval '1 second'
         where auction_id = $1::text::uuid and status = 'open'
         returning auction_id, (extract(epoch from expires_at) * 1000)::bigint as ms
       ), logged as (
         update auction_events e set events = jsonb_set(e.events::jsonb, '{0,expiresAt}', to_jsonb(moved.ms))
         from moved join auctions a on a.id = moved.auction_id
         where e.auction_id = a.id and e.revision = a.revision
       ), nudged as (
         update auctions a set ends_at = a.ends_at - interval '1 millisecond'
         from moved where a.id = moved.auction_id returning a.id, (extract(epoch from a.ends_at) * 1000)::bigint as ms
       )
       update auction_events e set events = jsonb_set(e.events::jsonb, '{0,endsAt}', to_jsonb(nudged.ms))
       from nudged where e.auction_id = nudged.id and e.revision = 1`,
      [auctionId],
    );

  return {
    server,
    admin,
    newPerson,
    post,
    done,
    refused,
    detailsOf,
    newLot,
    bid,
    newestOf,
    ended,
    won,
    until,
    forfeited,
    bought,
    offerEnds,
    auctionOf,
    interestedIn,
    balanceOf,
  };
};
export type SettlementSteps = Awaited<ReturnType<typeof settlementSteps>>;

export interface SettlementsWorld {
  readonly server: TestServer;
  readonly steps: SettlementSteps;
  readonly ada: Person;
  readonly bola: Person;
}

/**
 * Makes an administrator for the suite, and gives each test two new people: on the shared server, unless `own` says why on
 * another one.
 */
export const beforeEachWithSettlements = (
  given: (world: SettlementsWorld) => void,
  own?: { readonly because: string },
): void => {
  let server: TestServer;
  let steps: SettlementSteps;
  beforeAll(async () => {
    server = own ? await startTestServer(own) : await sharedServer();
    steps = await settlementSteps(server);
  });
  afterAll(() => (own ? server?.close() : undefined));
  beforeEach(async () => {
    given({ server, steps, ada: await steps.newPerson("adaeze"), bola: await steps.newPerson("bolanle") });
  });
};
