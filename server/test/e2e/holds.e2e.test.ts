// Tests `BALANCE_RULE=hold` on a server: only the owner is notified of bound money, at whichever node they are
// connected, and their profile shows it.
import { profileAnswer } from "@jara/shared/rest/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ServersTogether, startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { bid, connect, type LiveClient, setMax, settled, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const clients: LiveClient[] = [];
const join = async (
  server: TestServer,
  transport: (typeof transports)[number],
  person: Person,
): Promise<LiveClient> => {
  const client = await connect(server, transport, { token: person.token });
  clients.push(client);
  return client;
};
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const availableTo = async (server: TestServer, { token }: Person): Promise<number> => {
  const { body } = await server.api("GET", "/api/users/profile", { token });
  expectShape(profileAnswer, body);
  return body.user.available;
};

let people = 0;
const givenPeople = async (server: TestServer) => ({
  ada: await makePerson(server, `ada-${++people}`, { balance: 1000 }),
  bola: await makePerson(server, `bola-${people}`, { balance: 1000 }),
});

describeEndToEnd("a server whose bids reserve money", () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ config: { balanceRule: "hold" } });
    admin = await makePerson(server, "root", { role: "admin" });
  });
  afterAll(() => server?.close());

  describe.each(transports)("over %s", (transport) => {
    let ada: Person;
    let bola: Person;
    beforeEach(async () => {
      ({ ada, bola } = await givenPeople(server));
    });

    it("sends the available amount only to the bidder and to the outbid person", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const [own, rival] = [await join(server, transport, ada), await join(server, transport, bola)];
      await bid(own, auctionId, 1100);
      expect(await own.next("balance:changed")).toEqual({ balance: 1000, available: 780 });
      expect(await availableTo(server, ada)).toBe(780);
      await settled(rival);
      expect(rival.of("balance:changed")).toEqual([]);
      await bid(rival, auctionId, 1200);
      expect(await own.next("balance:changed", ({ available }) => available === 1000)).toMatchObject({ balance: 1000 });
      expect(await rival.next("balance:changed")).toEqual({ balance: 1000, available: 760 });
      expect([await availableTo(server, ada), await availableTo(server, bola)]).toEqual([1000, 760]);
      expect([own, rival].map((client) => client.of("balance:changed").length)).toEqual([2, 1]);
    });

    it("refuses a bid with bound money, names the bound amount, and reports it for Buy It Now", async () => {
      const [one, two] = [await openAuction(server, admin), await openAuction(server, admin, { buyItNowPrice: 4000 })];
      const own = await join(server, transport, ada);
      await setMax(own, one._id, 2000);
      expect(await bid(own, two._id, 3001)).toMatchObject({
        error: {
          code: "INSUFFICIENT_BALANCE",
          required: 600.2,
          balance: 600,
          message: expect.stringContaining("₦400.00 of your balance of ₦1,000.00 is bound"),
        },
      });
      const { body } = await server.api("GET", `/api/auctions/${two._id}/buy-it-now-status`, { token: ada.token });
      expect(body).toMatchObject({ available: false, reason: "insufficient-balance" });
    });
  });
});

describe.skipIf(!canHaveNodes())("reservations at two nodes", () => {
  let nodes: ServersTogether;
  beforeAll(async () => {
    nodes = await startServersTogether(2, { balanceRule: "hold" });
  });
  afterAll(() => nodes?.close());

  it("publish the available amount to a person who is outbid through the other node", async () => {
    const [here, there] = nodes.servers as [TestServer, TestServer];
    const admin = await makePerson(here, "root", { role: "admin" });
    const { ada, bola } = await givenPeople(here);
    const { _id: auctionId } = await openAuction(here, admin);
    const own = await join(here, "socket.io", ada);
    await bid(own, auctionId, 1100);
    expect(await own.next("balance:changed")).toEqual({ balance: 1000, available: 780 });
    await bid(await join(there, "/ws", bola), auctionId, 1200);
    expect(await own.next("balance:changed", ({ available }) => available === 1000)).toMatchObject({ balance: 1000 });
  });
});
