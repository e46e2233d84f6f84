// Tests compact watching over both transports and by polling: fewer price events, without bids, but the same versions.
// The reader's own events and the end are not delayed.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";

const server = await sharedServer();

describe.each([...transports, "polling"] as const)("compact watching over %s", (transport) => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const clients: LiveClient[] = [];
  const open = async (person: Person | null): Promise<LiveClient> => {
    const client = await connect(server, transport, { token: person?.token });
    clients.push(client);
    return client;
  };
  const bid = async (person: Person, auctionId: string, amount: number): Promise<void> => {
    const answer = await server.api("POST", "/api/bids", { token: person.token, body: { auctionId, amount } });
    expect(answer.status).toBe(201);
  };
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    [ada, bola] = [await makePerson(server, "adaeze"), await makePerson(server, "bola")];
  });
  afterAll(async () => {
    for (const client of clients) client.close();
  });

  // The merging is the same for every transport, and takes seconds.
  it.each(transport === "/ws" ? [transport] : [])(
    "merges prices for seconds while others get each one, and ends with the same version (%s)",
    async () => {
      const { _id } = await openAuction(server, admin);
      const [saver, other] = [await open(null), await open(null)];
      await saver.ask("auction:watch", { auctionId: _id, compact: true });
      await other.ask("auction:watch", { auctionId: _id });
      for (let n = 1; n <= 6; n += 1) {
        await bid(n % 2 ? ada : bola, _id, 10_000 + n * 1_000);
        await sleep(80);
      }
      await vi.waitFor(() => expect(other.of("auction:price").at(-1)).toMatchObject({ currentPrice: 16_000 }), 15_000);
      expect(other.of("auction:price").length).toBeGreaterThanOrEqual(5);
      expect(saver.of("auction:price")).toHaveLength(1);
      await vi.waitFor(() => expect(saver.of("auction:price")).toHaveLength(2), 10_000);
      const [first, last] = saver.of("auction:price");
      expect(last).toMatchObject({ currentPrice: 16_000, fromVersion: (first?.version ?? 0) + 1 });
      expect(last).not.toHaveProperty("bids");
    },
  );

  it("tells a bidder at once that they were outbid, and everybody at once that the lot ended", async () => {
    const { _id } = await openAuction(server, admin);
    const saver = await open(ada);
    await saver.ask("auction:watch", { auctionId: _id, compact: true });
    await bid(ada, _id, 11_000);
    await bid(bola, _id, 12_000);
    await saver.next("bid:outbid");
    await setStatus(server, admin, _id, "ended");
    await saver.next("auction:ended");
    expect(saver.of("bid:outbid")).toHaveLength(1);
    // The price that outbid them waits for later prices to merge with, and is sent just before the end.
    const received = saver.frames.filter(({ data }) => "auctionId" in data && data.auctionId === _id);
    expect(
      received
        .map(({ type }) => type)
        .filter((type) => /price|outbid|:ended/.test(type))
        .slice(-3),
    ).toEqual(["bid:outbid", "auction:price", "auction:ended"]);
    expect(saver.of("auction:price").at(-1)).toMatchObject({ currentPrice: 12_000 });
  });

  it("switches one auction between all events and compact ones, and gives each of them once", async () => {
    const { _id } = await openAuction(server, admin);
    const [client, other] = [await open(null), await open(null)];
    await other.ask("auction:watch", { auctionId: _id, compact: true });
    await client.ask("auction:watch", { auctionId: _id, compact: true });
    await client.ask("auction:watch", { auctionId: _id });
    await bid(ada, _id, 11_000);
    await vi.waitFor(() => expect(client.of("auction:price")).toHaveLength(1), 15_000);
    expect(client.of("auction:price")[0]).toHaveProperty("bids");
    await client.ask("auction:unwatch", { auctionId: _id });
    await bid(bola, _id, 12_000);
    // The end takes the price that waits with it, so nothing of the auction can come after it.
    await setStatus(server, admin, _id, "ended");
    await other.next("auction:ended");
    expect(other.of("auction:price").at(-1)).toMatchObject({ currentPrice: 12_000 });
    await client.ask("clock:sync", { t0: 0 });
    expect(client.of("auction:price")).toHaveLength(1);
    expect(client.of("auction:ended")).toEqual([]);
  });

  it("gives a compact reader of the listing the first price at once and the next ones much later", async () => {
    const { _id } = await openAuction(server, admin);
    const [saver, other] = [await open(null), await open(null)];
    const pricesOf = (client: LiveClient) => client.of("auction:price").filter(({ auctionId }) => auctionId === _id);
    await saver.ask("auctions:watch", { compact: true });
    await other.ask("auctions:watch", {});
    for (const amount of [11_000, 12_000, 13_000]) {
      await bid(amount === 12_000 ? bola : ada, _id, amount);
      await sleep(300);
    }
    await vi.waitFor(() => expect(pricesOf(other).length).toBeGreaterThanOrEqual(2), 15_000);
    expect(pricesOf(saver)).toHaveLength(1);
    await setStatus(server, admin, _id, "paused");
    await saver.next("auction:status", ({ auctionId }) => auctionId === _id);
    expect(pricesOf(saver).at(-1)).toMatchObject({ currentPrice: 13_000 });
  });
});
