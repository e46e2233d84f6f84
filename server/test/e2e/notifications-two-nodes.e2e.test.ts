// Tests notifications between two nodes: a new notification, and that one was read, reach the devices at the other
// node, with Redis and without.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

describe.skipIf(!canHaveNodes())("notifications between two nodes", () => {
  let nodes: TwoNodes;
  let admin: Person;
  let people = 0;
  beforeAll(async () => {
    nodes = await startTwoNodes();
    admin = await makePerson(nodes.here, "admin", { role: "admin" });
  });
  afterAll(() => nodes?.close());

  const bid = async (who: Person, auctionId: string, amount: number) => {
    const { status } = await nodes.here.api("POST", "/api/bids", { token: who.token, body: { auctionId, amount } });
    expect(status).toBe(201);
  };

  /** Ada has a device at the other node. The bids, and the reading, go through this one. */
  const notify = async (transport: (typeof transports)[number]): Promise<void> => {
    people += 1;
    const [ada, bola] = [await makePerson(nodes.here, `ada-${people}`), await makePerson(nodes.here, `bola-${people}`)];
    const device: LiveClient = await connect(nodes.there, transport, { token: ada.token });
    const { _id: auctionId } = await openAuction(nodes.here, admin);
    await bid(ada, auctionId, 1100);
    await bid(bola, auctionId, 1200);
    const { notification, unread } = await device.next("notification:created");
    expect([notification.auctionId, unread]).toEqual([auctionId, 1]);
    device.forget();
    const { status } = await nodes.here.api("POST", "/api/notifications/read", {
      token: ada.token,
      body: { all: true },
    });
    expect(status).toBe(200);
    expect((await device.next("notifications:read", (event) => event.unread === 0)).unread).toBe(0);
    expect(device.of("notification:created"), "nothing is told twice").toEqual([]);
    device.close();
  };

  it.each(transports)("reach a device at the other node, and so does reading, over %s", notify);

  it.each(transports)("reach it while Redis is away, over %s", async (transport) => {
    onTestFinished(() => nodes.redis.start());
    await nodes.redis.stop();
    await notify(transport);
  });
});
