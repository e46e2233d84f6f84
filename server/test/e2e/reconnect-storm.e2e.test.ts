// Tests a crowd whose sockets all break and reconnect at once, over both transports, while somebody bids: the server
// answers bids, needs few statements for the crowd, sends every version to every client, and tells the clients that it
// refuses when to try again.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AuctionState } from "../../src/auction/state.ts";
import { everyone, type Viewer } from "../../src/auction/view/viewer.ts";
import { findAuction } from "../../src/engine/reads/find-auctions.ts";
import { createReplay } from "../../src/live/replay.ts";
import { aroundStatements } from "../../src/platform/database/database.ts";
import { connect, type LiveClient, type Transport, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PER_TRANSPORT = 150;
/** As from a database far away, so that the crowd comes faster than it can be read for one by one. */
const READ_TAKES_MS = 40;
/** The statement that reads gaps. A job's statement has `cross join lateral` too. */
const gaps = /with ordinality as asked \(id, version, place\)/;
/** Accounts of tokens, auctions, gaps. */
const isForTheCrowd = (text: string): boolean =>
  /from "users" where|"auctions" inner join "users"/.test(text) || gaps.test(text);

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
    for (const kind of [/"users" where/, /"auctions" inner join/, gaps]) {
      expect(asked.some((text) => kind.test(text))).toBe(true);
    }
    // One each would be 750: 150 tokens, 300 auctions, 300 gaps.
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

  it("replays a gap version by version to one reader, and to a room with successive prices merged, each once", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    const { database: inUse } = server.server;
    const bidder = await connect(server, "/ws", { token: people[1]?.token });
    const bids = async (from: number, to: number): Promise<void> => {
      for (let amount = from; amount <= to; amount += 100) {
        await bidder.ask("bid:place", { auctionId, amount, commandId: randomUUID() });
      }
    };
    await bids(1100, 1500);
    await setStatus(server, admin, auctionId, "paused");
    await setStatus(server, admin, auctionId, "active");
    await bids(1600, 4000);
    bidder.close();

    const state = (await findAuction(inUse, auctionId)) as AuctionState;
    expect(state.version).toBe(33);
    const replay = createReplay(inUse);
    const replayed = await replay.toRoom(state, 1, Date.now());
    const frames = replayed?.(everyone) ?? [];
    expect(frames.map(({ type, data }) => [type, (data as { version: number }).version])).toEqual([
      ["auction:price", 6],
      ["auction:paused", 7],
      ["auction:resumed", 8],
      ["auction:price", 33],
      ["auction:countdown", 33],
    ]);
    expect(frames[0]?.data).toMatchObject({ fromVersion: 2, currentPrice: 1500, bidCount: 5 });
    expect(frames[3]?.data).toMatchObject({ fromVersion: 9, currentPrice: 4000, leader: { username: "p***1" } });
    const { bids: newest } = (frames[3]?.data ?? {}) as { bids?: { amount: number }[] };
    expect(newest?.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, i) => 4000 - 100 * i));

    statements = [];
    const readers: Viewer[] = [everyone, everyone, { kind: "user", id: people[1]?.id ?? "" }];
    const [one, two, own] = await Promise.all(readers.map((viewer) => replay.toReader(state, 1, viewer)));
    expect(statements.filter((text) => gaps.test(text))).toHaveLength(1);
    expect(one?.map(({ data }) => (data as { version: number }).version)).toEqual(
      Array.from({ length: 32 }, (_, i) => 2 + i),
    );
    expect(two).toBe(one);
    expect(own?.[0]?.data).toMatchObject({ bids: [{ bidder: { username: "You" } }] });
    expect(one?.[0]?.data).toMatchObject({ bids: [{ bidder: { username: "p***1" } }] });
    expect(await replay.toReader(state, 33, everyone)).toEqual([]);
    expect(await replay.toReader(state, 34, everyone)).toBeNull();
  });
});
