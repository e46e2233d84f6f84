// Tests a crowd whose sockets all break and reconnect at once, over both transports, while somebody bids: the server
// answers bids, needs few statements for the crowd, sends every version to every client, and tells the clients that it
// refuses when to try again.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aroundStatements } from "../../src/platform/database/database.ts";
import { connect, type LiveClient, type Transport, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PER_TRANSPORT = 150;
/** As from a database far away, so that the crowd comes faster than it can be read for one by one. */
const READ_TAKES_MS = 40;
/** The statement that asks whether the bidders of gaps still have an account. */
const deleted = /from "users" where .*"deleted_at" is not null/;
/** Accounts of tokens, auctions, bidders of gaps. */
const isForTheCrowd = (text: string): boolean => /from "users" where|"auctions" inner join "users"/.test(text);

describeEndToEnd("a reconnect storm", () => {
  let server: TestServer;
  let admin: Person;
  const people: Person[] = [];
  let statements: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({ because: "it makes the database slow" });
    admin = await makePerson(server, "admin", { role: "admin" });
    for (let i = 0; i < 20; i += 1) people.push(await makePerson(server, `person${i}`));
    const { database: inUse } = server.server;
    const observed = aroundStatements({ ...inUse }, async (run, text) => {
      statements.push(text);
      if (isForTheCrowd(text)) await sleep(READ_TAKES_MS);
      return await run();
    });
    Object.assign(inUse, observed);
  });
  afterAll(() => server?.close());

  interface Watcher {
    readonly transport: Transport;
    readonly person: Person | undefined;
    client: LiveClient;
    version: number;
  }

  const watch = async (watcher: Omit<Watcher, "client">, auctionId: string): Promise<Watcher> => {
    const { transport, person, version } = watcher;
    const client = await connect(server, transport, { token: person?.token });
    const answer = await client.ask("auction:watch", { auctionId, ...(version > 0 && { sinceVersion: version }) });
    const missed = answer.auction.version - version;
    if (version > 0 && missed <= 100) {
      const replayed = answer.events?.map(({ data }) => (data as { version: number }).version);
      expect(replayed).toEqual(Array.from({ length: missed }, (_, i) => version + 1 + i));
    }
    return { ...watcher, client, version: answer.auction.version };
  };
  /** Returns the last version that the client received. Throws if one before it is missing. */
  const seen = ({ client, version }: Watcher): number =>
    client.of("auction:price").reduce((at, event) => {
      const { fromVersion = event.version } = event as { fromVersion?: number; version: number };
      expect(fromVersion).toBeLessThanOrEqual(at + 1);
      return Math.max(at, event.version);
    }, version);

  it("restores everybody without a gap and with few statements, while the server answers bids", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    const crowd = transports.flatMap((transport) =>
      Array.from({ length: PER_TRANSPORT }, (_, i) => ({
        transport,
        person: i % 2 === 0 ? people[i % people.length] : undefined,
        version: 0,
      })),
    );
    const before = await Promise.all(crowd.map((one) => watch(one, auctionId)));
    const bidder = await connect(server, "socket.io", { token: people[1]?.token });
    let bids = 0;
    const bid = async (): Promise<void> => {
      const amount = 1100 + 100 * bids;
      await bidder.ask("bid:place", { auctionId, amount, commandId: randomUUID() });
      bids += 1;
    };
    await bid();
    await Promise.all(before.map(({ client }) => client.next("auction:price")));
    const lost = before.map((watcher) => ({ ...watcher, version: seen(watcher) }));
    for (const { client } of before) client.close();
    await Promise.all(before.map(({ client }) => client.closed));
    await bid();

    statements = [];
    let isOver = false;
    const bidding = (async () => {
      for (; !isOver; await sleep(50)) await bid();
    })();
    const back = await Promise.all(lost.map((one) => watch(one, auctionId)));
    const asked = statements.filter(isForTheCrowd);
    const batches = statements.filter((text) => /insert into auction_events/.test(text));
    isOver = true;
    await bidding;
    expect(batches.length).toBeGreaterThan(0);
    for (const kind of [/"users" where/, /"auctions" inner join/, deleted]) {
      expect(asked.some((text) => kind.test(text))).toBe(true);
    }
    // One each would be 750: 150 tokens, 300 auctions, 300 gaps with their bidders.
    expect(asked.length).toBeLessThan(300);

    const last = (await server.api("GET", `/api/auctions/${auctionId}`)).body.auction;
    expect(last.bidCount).toBe(bids);
    await Promise.all(
      back
        .filter(({ version }) => version < last.version)
        .map(({ client }) => client.next("auction:price", ({ version }) => version === last.version)),
    );
    expect(back.map(seen)).toEqual(back.map(() => last.version));
    for (const { client } of back) client.close();
    bidder.close();
  });
});
