// Tests three real server processes over one PostgreSQL and one Redis: a command at any node, its events at all nodes,
// while Redis fails and a node is killed. It is long, because the three processes are started once for all of it.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectHistoryHolds, logOf } from "../support/check-history.ts";
import { violations } from "../support/e2e-contract.ts";
import { bid, connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { type Node, type Nodes, openNodes } from "../support/e2e-nodes.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { shiftClock } from "../support/shift-clock.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

/** Ending in the same second. */
const AUCTIONS = 200;
const STARTING = 20;

describe.skipIf(!canHaveNodes())("three nodes", () => {
  let nodes: Nodes;
  let all: [Node, Node, Node];
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const open: LiveClient[] = [];

  const join = async (node: Node, person?: Person, transport = transports[open.length % 2]): Promise<LiveClient> => {
    const client = await connect(node, transport ?? "/ws", { token: person?.token });
    open.push(client);
    return client;
  };
  const watching = async (node: Node, auctionId: string): Promise<LiveClient> => {
    const client = await join(node);
    await client.ask("auction:watch", { auctionId });
    return client;
  };
  const versionsOf = (client: LiveClient, auctionId: string): number[] =>
    client.frames.flatMap(({ data }) =>
      "auctionId" in data && data.auctionId === auctionId && "version" in data ? [data.version] : [],
    );
  const expectGrowing = (client: LiveClient, auctionId: string): void => {
    const versions = versionsOf(client, auctionId);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  };
  /** Returns the last version of each auction that the watcher received. Throws if it missed one without noticing. */
  const seenBy = (watcher: { version: Map<string, number>; clients: LiveClient[] }, ids: readonly string[]) =>
    new Map(
      ids.map((auctionId) => {
        const prices = watcher.clients.at(-1)?.of("auction:price") ?? [];
        let at = watcher.version.get(auctionId) ?? 0;
        for (const { auctionId: id, version, fromVersion } of prices) {
          if (id !== auctionId) continue;
          expect(fromVersion).toBeLessThanOrEqual(at + 1);
          at = Math.max(at, version);
        }
        return [auctionId, at];
      }),
    );
  const databaseNow = async (): Promise<number> => {
    const [row] = await nodes.database.query<{ at: number }>(
      "select (extract(epoch from clock_now()) * 1000)::float8 as at",
    );
    return row?.at ?? Number.NaN;
  };

  beforeAll(async () => {
    nodes = await openNodes();
    all = await Promise.all([nodes.start(), nodes.start(), nodes.start()]);
    admin = await makePerson(all[0], "admin", { role: "admin" });
    ada = await makePerson(all[0], "adaeze");
    bola = await makePerson(all[0], "bolanle");
  }, 120_000);
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
    expect(violations.splice(0)).toEqual([]);
  });
  afterAll(() => nodes?.close());

  it("serves one user at three nodes: a socket at one, a maximum at another, an outbid event at the third", async () => {
    const [one, two, three] = all;
    const { _id: auctionId } = await openAuction(two, admin);
    const watchers = await Promise.all([...all, ...all].map((node) => watching(node, auctionId)));
    const adaAtOne = await join(one, ada);
    const set = await two.api("POST", "/api/maxbids", {
      token: ada.token,
      body: { auctionId, maxAmount: 2000, currency: "NGN" },
    });
    expect(set.body.auction).toMatchObject({ currentPrice: 1100, isLeading: true });
    expect(await bid(await join(three, bola), auctionId, 2100)).toMatchObject({ auction: { isLeading: true } });
    expect(await adaAtOne.next("bid:outbid")).toMatchObject({ auctionId, currentPrice: 2100, minimumBid: 2200 });
    for (const watcher of watchers) {
      const last = await watcher.next("auction:price", ({ currentPrice }) => currentPrice === 2100);
      expect(last).toMatchObject({ leader: { username: "b***e" }, version: 3 });
      expectGrowing(watcher, auctionId);
    }
    expect((await one.api("GET", `/api/maxbids/auction/${auctionId}`, { token: ada.token })).body.maxBid).toMatchObject(
      {
        maxAmount: 2000,
        autoBidCount: 1,
      },
    );
  });

  it("carries out a command once when it is sent to all nodes under one id", async () => {
    const { _id: auctionId } = await openAuction(all[0], admin);
    const clients = await Promise.all(all.map((node) => join(node, ada)));
    const commandId = randomUUID();
    const answers = await Promise.all(clients.map((client) => bid(client, auctionId, 1500, commandId)));
    expect(answers[0]).toMatchObject({ ok: true, bid: { amount: 1500 } });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await bid(clients[1] as LiveClient, auctionId, 1600, commandId)).toMatchObject({
      error: { code: "COMMAND_ID_REUSED" },
    });
    expect((await expectHistoryHolds(nodes.database, auctionId)).bidCount).toBe(1);
  });

  it("closes and starts each auction once, at its time, and notifies everybody once", async () => {
    const at = Math.ceil((await databaseNow()) / 1000) * 1000 + 600_000;
    const endTime = new Date(at).toISOString();
    const nodeOf = (i: number): Node => all[i % 3] as Node;
    const made = async (count: number, details: object): Promise<string[]> => {
      const auctions = Array.from({ length: count }, (_, i) => openAuction(nodeOf(i), admin, details));
      return (await Promise.all(auctions)).map(({ _id }) => _id);
    };
    const [ending, starting] = await Promise.all([
      made(AUCTIONS, { endTime }),
      made(STARTING, { startTime: endTime, duration: 2 }),
    ]);
    const watchers = await Promise.all(all.map((node) => join(node)));
    await Promise.all(watchers.map((watcher) => watcher.ask("auctions:watch", {})));
    await Promise.all(
      watchers.flatMap((watcher) => ending.map((auctionId) => watcher.ask("auction:watch", { auctionId }))),
    );
    const bidders = await Promise.all(all.map((node) => join(node, ada)));
    const sold = ending.filter((_, i) => i % 10 === 0);
    await Promise.all(sold.map((auctionId, i) => bid(bidders[(i + 1) % 3] as LiveClient, auctionId, 1100)));
    // Each node notices within a second that the clock was set.
    await shiftClock(nodes.database, at - (await databaseNow()));

    for (const watcher of watchers) {
      for (const id of ending) await watcher.next("auction:ended", ({ auctionId }) => auctionId === id);
      for (const id of starting) await watcher.next("auction:created", ({ auction }) => auction._id === id);
    }
    for (const id of [...ending, ...starting]) {
      const changes = (await logOf(nodes.database, id)).filter(({ events }) =>
        events.some(({ type }) => type === "AuctionEnded" || type === "AuctionStarted"),
      );
      expect(changes).toHaveLength(1);
      expect(changes[0]?.at).toBeGreaterThanOrEqual(at);
    }
    const stored = await Promise.all(ending.map((id) => expectHistoryHolds(nodes.database, id)));
    expect(stored.filter(({ winner }) => winner?.id === ada.id).map(({ id }) => id)).toEqual(sold);
    for (const watcher of watchers) {
      expect(
        watcher
          .of("auction:ended")
          .map(({ auctionId }) => auctionId)
          .sort(),
      ).toEqual([...ending].sort());
      // A node whose heartbeats are late, as after an outage of Redis, tells its readers of new lots again. They ignore
      // what they have.
      const begun = new Set(watcher.of("auction:created").map(({ auction }) => auction._id));
      expect([...begun].filter((id) => starting.includes(id)).sort()).toEqual([...starting].sort());
    }
  });

  describe.each(["killed", "frozen"])("Redis is %s and comes back", (how) => {
    it("the nodes commit bids, publish them within seconds, and publish nothing old afterwards", async () => {
      const [one, two, three] = all;
      // The clock may be ten minutes on since the other admin logged in, and ending a lot with bids needs a fresh log-in.
      const closer = await makePerson(one, `closer-${how}`, { role: "admin" });
      const { _id: auctionId } = await openAuction(one, admin);
      const { _id: endedId } = await openAuction(one, admin);
      const watchers = await Promise.all([...all, ...all].map((node) => watching(node, auctionId)));
      const winnerAtThree = await join(three, ada);
      const [adaAtOne, bolaAtTwo] = [await join(one, ada), await join(two, bola)];
      await adaAtOne.ask("auction:watch", { auctionId });
      await bid(adaAtOne, endedId, 1100);

      if (how === "killed") await nodes.redis.stop();
      else nodes.redis.freeze();
      const everywhere = async (price: number): Promise<number> => {
        const since = performance.now();
        for (const watcher of watchers) {
          await watcher.next("auction:price", ({ currentPrice }) => currentPrice === price);
        }
        return performance.now() - since;
      };
      const tookMs: number[] = [];
      for (let price = 1100; price < 1500; price += 100) {
        const client = price % 200 === 0 ? adaAtOne : bolaAtTwo;
        expect(await bid(client, auctionId, price)).toMatchObject({ ok: true });
        tookMs.push(await everywhere(price));
        if (price === 1100) continue;
        // The events about the lead and its loss have no contiguous versions, so wait for each.
        const isOurs = (event: { auctionId: string }) => event.auctionId === auctionId;
        const version = (price - 900) / 100;
        const own = await adaAtOne.next("auction:mine", (mine) => isOurs(mine) && mine.version === version);
        expect(own.isLeading).toBe(client === adaAtOne);
        if (own.isLeading) continue;
        await adaAtOne.next("bid:outbid", (outbid) => isOurs(outbid) && outbid.currentPrice === price);
      }
      await setStatus(two, closer, endedId, "ended");
      await winnerAtThree.next("win:changed", (won) => won.auctionId === endedId && won.status === "open");

      if (how === "killed") await nodes.redis.start();
      else nodes.redis.thaw();
      for (let price = 1500; price < 1700; price += 100) {
        expect(await bid(price % 200 === 0 ? adaAtOne : bolaAtTwo, auctionId, price)).toMatchObject({ ok: true });
        await everywhere(price);
      }
      process.stdout.write(
        `  Redis ${how}: a bid reached all watchers within ${tookMs.map((ms) => ms.toFixed(0)).join(", ")} ms\n`,
      );
      for (const watcher of watchers) {
        expectGrowing(watcher, auctionId);
        const prices = watcher.of("auction:price").map(({ currentPrice }) => currentPrice);
        expect(new Set(prices).size).toBe(prices.length);
      }
      expect(all.map((node) => node.ended())).toEqual([null, null, null]);
    });
  });

  it("loses and doubles nothing when a node is killed and another is added under load", async () => {
    const [one, two, three] = all;
    const people = await Promise.all(Array.from({ length: 9 }, (_, i) => makePerson(one, `bidder${i}`)));
    const auctionIds = (await Promise.all([openAuction(one, admin), openAuction(two, admin)])).map(({ _id }) => _id);
    const living = new Set<Node>([one, two, three]);
    const anyNode = (): Node => [...living][Math.floor(Math.random() * living.size)] as Node;

    // --- watchers: some stay where they are, some lose their node and come back to another with what they have
    const watchers: { version: Map<string, number>; clients: LiveClient[] }[] = [];
    const watch = async (watcher: (typeof watchers)[number], node: Node): Promise<void> => {
      const client = await join(node);
      watcher.clients.push(client);
      for (const auctionId of auctionIds) {
        const sinceVersion = watcher.version.get(auctionId);
        const { auction } = await client.ask("auction:watch", { auctionId, ...(sinceVersion && { sinceVersion }) });
        expect(auction.version).toBeGreaterThanOrEqual(sinceVersion ?? 1);
        watcher.version.set(auctionId, auction.version);
      }
    };
    const newWatcher = async (node: Node): Promise<(typeof watchers)[number]> => {
      const watcher = { version: new Map<string, number>(), clients: [] };
      watchers.push(watcher);
      await watch(watcher, node);
      return watcher;
    };
    await Promise.all([one, two, two, three, one, three].map(newWatcher));

    // --- bidders: each command is sent, under one id, to one node after the other until one has answered
    let isOver = false;
    const known = new Map(auctionIds.map((id) => [id, 1000]));
    const accepted: { bidId: string; auctionId: string; amount: number; userId: string }[] = [];
    let refused = 0;
    let resent = 0;
    const bidUntilOver = async (person: Person): Promise<void> => {
      let client: LiveClient | null = null;
      for (let i = 0; !isOver; i += 1) {
        const auctionId = auctionIds[i % 2] as string;
        const amount = (known.get(auctionId) ?? 1000) + 100;
        const commandId = randomUUID();
        for (;;) {
          try {
            client ??= await connect(anyNode(), transports[i % 2] ?? "/ws", { token: person.token });
            const data = { auctionId, commandId };
            const asked: Promise<{ ok: boolean; bid?: { _id: string }; error?: { code: string } }> =
              i % 5 === 4
                ? client.send("maxbid:set", { ...data, maxAmount: amount + 300, currency: "NGN" })
                : client.send("bid:place", { ...data, amount });
            const lost = client.closed.then(() => Promise.reject(new Error("the node is gone")));
            const answer = await Promise.race([asked, lost]);
            if (answer.error?.code === "UNAVAILABLE") throw new Error("nothing is known of it");
            if (answer.bid) accepted.push({ bidId: answer.bid._id, auctionId, amount, userId: person.id });
            if (answer.ok) known.set(auctionId, Math.max(known.get(auctionId) ?? 0, amount));
            else refused += 1;
            if (answer.error) expect(["BID_TOO_LOW", "MAX_BID_TOO_LOW"]).toContain(answer.error.code);
            const { currentPrice } = (await fetchPrice(auctionId)) ?? {};
            if (currentPrice !== undefined) known.set(auctionId, currentPrice);
            break;
          } catch (error) {
            if (error instanceof Error && error.name === "AssertionError") throw error;
            resent += 1;
            client?.close();
            client = null;
            await sleep(20);
          }
        }
        // To another node now and then.
        if (i % 7 === 6) {
          client?.close();
          client = null;
        }
      }
      client?.close();
    };
    const fetchPrice = (auctionId: string): Promise<{ currentPrice: number } | undefined> =>
      anyNode()
        .api("GET", `/api/auctions/${auctionId}`)
        .then(
          ({ body }) => body.auction,
          () => undefined,
        );
    const bidding = Promise.all(people.map(bidUntilOver));
    const acceptedAtLeast = async (count: number): Promise<void> => {
      while (accepted.length < count) await sleep(10);
    };

    await acceptedAtLeast(30);
    living.delete(two);
    await two.kill();
    for (const watcher of watchers.slice(1, 3)) {
      watcher.version = seenBy(watcher, auctionIds);
      await watch(watcher, anyNode());
    }
    const four = await nodes.start();
    living.add(four);
    all = [one, four, three];
    await newWatcher(four);
    await acceptedAtLeast(accepted.length + 50);
    isOver = true;
    await bidding;

    // --- every command that was answered has its one effect
    const rows = await nodes.database.query<{ id: string; bidderId: string; amount: number }>(
      `select auction_id || '-' || number as id, bidder_id as "bidderId", (amount_minor / 100)::float8 as amount
       from bids where kind = 'manual' and auction_id = any($1::text::uuid[])`,
      [`{${auctionIds.join(",")}}`],
    );
    const asStored = accepted.map(({ bidId: id, userId: bidderId, amount }) => ({ id, bidderId, amount }));
    const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
    expect(rows.sort(byId)).toEqual(asStored.sort(byId));
    for (const auctionId of auctionIds) {
      const stored = await expectHistoryHolds(nodes.database, auctionId);
      const own = stored.maxBids.get(stored.leader?.id ?? "")?.amountMinor ?? 0;
      const others = [...stored.maxBids.values()].filter(({ owner }) => owner.id !== stored.leader?.id);
      for (const { amountMinor } of others) expect(amountMinor).toBeLessThanOrEqual(Math.max(own, stored.priceMinor));
      await Promise.all(
        watchers.map(async (watcher) => {
          const client = watcher.clients.at(-1) as LiveClient;
          if ((watcher.version.get(auctionId) ?? 0) < stored.version) {
            await client.next(
              "auction:price",
              (event) => event.auctionId === auctionId && event.version === stored.version,
            );
          }
          expectGrowing(client, auctionId);
          expect(seenBy(watcher, auctionIds).get(auctionId)).toBe(stored.version);
        }),
      );
    }
    expect([one, three, four].map((node) => node.ended())).toEqual([null, null, null]);
    process.stdout.write(
      `  under load: ${accepted.length} bids accepted, ${refused} refused, ${resent} sent again to another node\n`,
    );
  });
});
