// Tests that clients which ask for catch-ups and read none of the answers take a bounded amount of memory, by the
// server's own count, over each way of the live API, and that readers get everything in order meanwhile and afterwards.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOLD_BYTES, SLOW_BYTES } from "../../src/live/command-queue.ts";
import { LONGEST_BYTES } from "../../src/live/replays.ts";
import { type NonReader, openNonReader, type Way, ways } from "../../trust/unread/non-readers.ts";
import { bid, connect, type LiveClient } from "../support/e2e-live.ts";
import { scrape, sumOf } from "../support/e2e-metrics.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const BIDS = 110;
const SINCE = 12;
/** As docs/api-limits.md says them: what one connection may have unread, its waiting commands included. */
const LOST_BYTES = 4 * SLOW_BYTES;

describeEndToEnd("connections that do not read", () => {
  let server: TestServer;
  let bidder: LiveClient;
  let auctionId: string;
  let placed = 0;
  const open: NonReader[] = [];

  beforeAll(async () => {
    server = await startTestServer({ because: "it measures memory" });
    ({ _id: auctionId } = await openAuction(server, await makePerson(server, "seller", { role: "admin" })));
    bidder = await connect(server, "/ws", { token: (await makePerson(server, "bidder")).token });
    for (; placed < BIDS; placed += 1) await bid(bidder, auctionId, 1_100 + 100 * placed);
  });
  afterAll(async () => {
    for (const one of open) one.close();
    bidder?.close();
    await server?.close();
  });

  const openMany = async (way: Way, count: number, asks: number): Promise<NonReader[]> => {
    const asking = { address: server.address, from: "127.0.0.1", auctionId, sinceVersion: SINCE, asks };
    const opened = await Promise.all(Array.from({ length: count }, () => openNonReader(way, asking)));
    open.push(...opened);
    return opened;
  };
  const unreadOf = async (): Promise<number> => sumOf(await scrape(server), "jara_unread_bytes");
  /** Returns the most that was unread until the connections had all that they get, and what is unread then. */
  const watchUnread = async (atLeast: number): Promise<{ most: number; now: number }> => {
    let [most, now, calm] = [0, 0, 0];
    while (calm < 8) {
      const before = now;
      now = await unreadOf();
      most = Math.max(most, now);
      calm = now === before && most >= atLeast ? calm + 1 : 0;
    }
    return { most, now };
  };
  const readInOrder = async (): Promise<void> => {
    const reader = await connect(server, "socket.io");
    const { auction, events } = await reader.ask("auction:watch", { auctionId, sinceVersion: placed - 50 });
    expect(events?.map(({ data }) => (data as { version: number }).version)).toEqual(
      Array.from({ length: auction.version - (placed - 50) }, (_, n) => placed - 49 + n),
    );
    const last = auction.version + 5;
    for (let n = 0; n < 5; n += 1, placed += 1)
      expect(await bid(bidder, auctionId, 1_100 + 100 * placed)).toMatchObject({ ok: true });
    await reader.next("auction:price", ({ version }) => version === last);
    const prices = reader.of("auction:price");
    expect(prices.map(({ version }) => version)).toEqual(
      prices.map(({ version }) => version).toSorted((a, b) => a - b),
    );
    reader.close();
  };

  describe.each(ways)("over %s", (way) => {
    it("has at most one answer too many unread of a hundred connections that each ask for twenty catch-ups", async () => {
      const before = await unreadOf();
      const readers = await openMany(way, 100, 20);
      for (const reader of readers) reader.ask();
      const { now } = await watchUnread(before + 100 * HOLD_BYTES);
      // What is held is unread bytes and the commands that wait.
      expect(now - before).toBeLessThan(100 * (HOLD_BYTES + LONGEST_BYTES));
      await readInOrder();
      for (const reader of readers) reader.close();
      await expect.poll(unreadOf).toBeLessThan(before + 100_000);
    });
  });

  // One request of HTTP polling is too short for a thousand.
  it.each(["socket.io", "/ws"] as const)(
    "closes a connection over %s that asks for a thousand catch-ups and does not read",
    async (way) => {
      const before = await unreadOf();
      const closed = sumOf(await scrape(server), "jara_slow_readers_cut_off_total");
      const [reader] = await openMany(way, 1, 1_000);
      reader?.ask();
      let most = 0;
      await expect
        .poll(
          async () => {
            most = Math.max(most, (await unreadOf()) - before);
            return sumOf(await scrape(server), "jara_slow_readers_cut_off_total");
          },
          { interval: 5 },
        )
        .toBe(closed + 1);
      // A thousand waiting commands, which come within one look.
      expect(most).toBeLessThan(LOST_BYTES + 1_000 * 1_024 + LONGEST_BYTES);
      await readInOrder();
    },
  );
});
