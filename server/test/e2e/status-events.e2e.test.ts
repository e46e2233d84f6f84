// Checks the tables of "What each change of status sends" of docs/socket-api.md: makes each change and compares the
// events that a watcher, a follower of the listing, the leader or winner and a buyer get with the row. Also checks the
// page's list of gaps that are not replayed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { auctionStatuses } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { connect, type LiveClient, settled } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { type SettlementSteps, settlementSteps } from "../support/e2e-settlements.ts";
import { logIsRead } from "../support/read-log.ts";
import { deadlineIn, dueIn, endIn } from "../support/seed.ts";

const page = readFileSync(path.join(projectRoot, "docs/socket-api.md"), "utf8");
const [, table = ""] = page.split("## What each change of status sends");
const rowsOf = (pattern: RegExp) =>
  [...table.matchAll(pattern)].map(
    ([, name = "", ...cells]) =>
      [name, cells.map((cell) => [...cell.matchAll(/`([\w:-]+)`/g)].map(([, event]) => event))] as const,
  );
/** A row may name several statuses before the arrow and after it. */
const byAdministrators = rowsOf(/^\| ([\w, ]+ → [\w, ]+) \|(.*)\|(.*)\|(.*)\|$/gm).flatMap(([name, events]) => {
  const [from = [], to = []] = name.split(" → ").map((names) => names.split(", "));
  return from.flatMap((one) => to.map((other) => [one, other, events] as const));
});
const bySteps = rowsOf(/^\| (the \w.*?|its \w.*?|somebody .*?) \|(.*)\|(.*)\|(.*)\|(.*)\|$/gm);
const ofWins = rowsOf(/^\| ((?:the|a part of the) (?:win|staff|runner-up)\b[^|]*?) \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm);

/** The page leaves them out. */
const leftOut = new Set([
  "auction:countdown",
  "auction:viewers",
  "notification:created",
  "notifications:read",
  "list:changed",
]);

const auctionOf = ({ data }: PushFrame): unknown =>
  "auctionId" in data ? data.auctionId : "auction" in data ? data.auction._id : undefined;

/** The names of the events that the client got of these auctions, sorted. */
const namesOf = ({ frames }: LiveClient, fits: (auctionId: unknown) => boolean = () => true): string[] => {
  const types = frames.filter((frame) => fits(auctionOf(frame))).map(({ type }) => type);
  return [...new Set(types)].filter((type) => !leftOut.has(type)).sort();
};

const server = await sharedServer();

describe("the table of status changes in docs/socket-api.md", () => {
  let admin: Person;
  let bidder: Person;
  let rival: Person;
  let buyer: Person;
  let desk: SettlementSteps;
  /** The auctions that `settle` makes. */
  const others = new Set<unknown>();
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    bidder = await makePerson(server, "bidder");
    rival = await makePerson(server, "rival");
    buyer = await makePerson(server, "buyer");
    desk = await settlementSteps(server);
    for (const token of [undefined, undefined, bidder.token, buyer.token]) {
      clients.push(await connect(server, "socket.io", { token }));
    }
    await clients[1]?.ask("auctions:watch", {});
  });
  afterAll(async () => {
    for (const client of clients) client.close();
  });

  const { bidOn, make, settle, eventsOf } = {
    bidOn: async (auctionId: string, { token }: Person): Promise<void> => {
      const { status } = await server.api("POST", "/api/bids", { token, body: { auctionId, amount: 1100 } });
      expect(status).toBe(201);
    },
    /** An auction of that status, with a leader if it was ever open. */
    make: async (status: string, leader = bidder): Promise<string> => {
      const { _id } = await openAuction(server, admin, { buyItNowPrice: 5000 });
      if (status !== "draft") await bidOn(_id, leader);
      if (status !== "active") await setStatus(server, admin, _id, status);
      return _id;
    },
    /**
     * Bidders' events come once the log is read. The listing's price of an auction waits up to 250 ms. One of another
     * auction that waits since now is sent after all that waits already; then each client has got all that was sent
     * before its answer.
     */
    settle: async (): Promise<void> => {
      await logIsRead(server);
      const { _id: auctionId } = await openAuction(server, admin);
      for (const amount of [1100, 1200]) {
        const { status } = await server.api("POST", "/api/bids", { token: rival.token, body: { auctionId, amount } });
        expect(status).toBe(201);
      }
      const isLast = (price: { auctionId: string; version: number }) =>
        price.auctionId === auctionId && price.version === 3;
      await clients[1]?.next("auction:price", isLast);
      await Promise.all(clients.map((client) => client.ask("clock:sync", { t0: 1 })));
      others.add(auctionId);
    },
    /** The names of the events that each client gets of this change, sorted. */
    eventsOf: async (change: () => Promise<unknown>): Promise<string[][]> => {
      await settle();
      for (const client of clients) client.forget();
      await change();
      await settle();
      return clients.map((client) => namesOf(client, (id) => !others.has(id)));
    },
  };

  it("has a row for each change from a status to another", () => {
    const all = auctionStatuses.flatMap((from) => auctionStatuses.map((to) => `${from} → ${to}`));
    const named = byAdministrators.map(([from, to]) => `${from} → ${to}`);
    expect(named.sort()).toEqual(all.filter((change) => !/^(\w+) → \1$/.test(change)).sort());
  });

  describe("a change by an administrator", () => {
    /**
     * The events that each client gets of each change. All are made at once, because each look waits for the listing's
     * interval, and each has a leader of its own, because `balance:changed` names no auction.
     */
    const seen = new Map<string, string[][]>();
    beforeAll(async () => {
      const made = await Promise.all(
        byAdministrators.map(async ([from, to]) => {
          const person = await makePerson(server, "leader");
          const leader = await connect(server, "socket.io", { token: person.token });
          return { from, to, leader, auctionId: await make(from, person) };
        }),
      );
      const [watcher, listing] = clients as [LiveClient, LiveClient];
      for (const { from, auctionId } of made) if (from !== "draft") await watcher.ask("auction:watch", { auctionId });
      await settle();
      for (const client of [watcher, listing, ...made.map(({ leader }) => leader)]) client.forget();
      const answers = await Promise.all(made.map(({ to, auctionId }) => setStatus(server, admin, auctionId, to)));
      expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200));
      await settle();
      for (const { from, to, leader, auctionId } of made) {
        await settled(leader);
        const ofIt = [watcher, listing].map((client) => namesOf(client, (id) => id === auctionId));
        seen.set(`${from} → ${to}`, [...ofIt, namesOf(leader)]);
        leader.close();
      }
    });

    it.each(byAdministrators)("names the events of %s → %s", (from, to, expected) => {
      expect(seen.get(`${from} → ${to}`)).toEqual(expected.map((names) => [...names].sort()));
    });
  });

  /** Resolves once the listing knows the status. */
  const becomes = (auctionId: string, status: string) =>
    clients[1]?.next("auction:status", (event) => event.auctionId === auctionId && event.status === status);
  const buy = (auctionId: string) =>
    server.api("POST", `/api/auctions/${auctionId}/buy-it-now`, { token: buyer.token });
  /** Each step: its row, the statuses that an auction has before it, and what makes it. */
  const steps: Record<
    string,
    { given: (auctionId: string) => Promise<unknown>; step: (auctionId: string) => unknown }
  > = {
    "the end time comes": {
      given: async () => {},
      step: async (auctionId) => {
        await endIn(server.server.database, auctionId, 0);
        await becomes(auctionId, "ended");
      },
    },
    "somebody buys it with Buy It Now (active → paused)": { given: async () => {}, step: buy },
    "the purchase is not paid in time (paused → active)": {
      given: buy,
      step: async (auctionId) => {
        await deadlineIn(server.server.database, auctionId, 0);
        await becomes(auctionId, "active");
      },
    },
    "the purchase is paid in part": {
      given: buy,
      step: async (auctionId) => {
        const { body } = await server.api("GET", `/api/auctions/${auctionId}/win`, { token: buyer.token });
        await desk.done(desk.post(`settlements/${body.win._id}/payments`, { method: "cash", amount: 10 }));
      },
    },
    "the purchase is paid (paused → sold)": {
      given: buy,
      step: (auctionId) => setStatus(server, admin, auctionId, "sold"),
    },
    "its payment is taken back (sold → paused)": {
      given: async (auctionId) => {
        await buy(auctionId);
        await setStatus(server, admin, auctionId, "sold");
      },
      step: async (auctionId) => {
        const { body } = await server.api("GET", `/api/auctions/${auctionId}/win`, { token: buyer.token });
        const reversed = { token: admin.token, body: { reason: "The transfer bounced" } };
        expect((await server.api("POST", `/api/settlements/${body.win._id}/reverse`, reversed)).status).toBe(200);
      },
    },
  };
  const START = "the start time of a draft comes";

  it("has a row for each step of the clock and of purchases", () =>
    expect(bySteps.map(([name]) => name).sort()).toEqual([START, ...Object.keys(steps)].sort()));

  it.each(bySteps)("names the events when %s", async (name, expected) => {
    const { given, step } = steps[name] ?? {};
    let auctionId = "";
    if (given) {
      // Each purchase is of a person without other open purchases and without forfeited ones.
      buyer = await makePerson(server, `buyer-${bySteps.findIndex(([row]) => row === name)}`);
      clients[3]?.close();
      clients[3] = await connect(server, "socket.io", { token: buyer.token });
      auctionId = await make("active");
      await given(auctionId);
      await clients[0]?.ask("auction:watch", { auctionId });
    }
    const events = await eventsOf(async () => {
      if (step) return await step(auctionId);
      const startTime = new Date((await server.databaseNow()) + 3_000).toISOString();
      return await becomes((await openAuction(server, admin, { startTime }))._id, "active");
    });
    expect(events).toEqual(expected.map((names) => [...names].sort()));
    const { frames = [] } = clients[3] ?? {};
    expect([name, frames.filter(({ type }) => type === "purchase:changed").length]).toEqual([
      name,
      expected[3]?.includes("purchase:changed") ? 1 : 0,
    ]);
  });

  it.each(["draft", "cancelled"])(
    "sends maxbid:removed to the owner of a maximum when it becomes %s",
    async (status) => {
      const auctionId = await make("active");
      const body = { auctionId, maxAmount: 1500, currency: "NGN" };
      expect((await server.api("POST", "/api/maxbids", { token: bidder.token, body })).status).toBe(200);
      const [, , toOwner] = await eventsOf(() => setStatus(server, admin, auctionId, status));
      expect(toOwner).toEqual(["auction:mine", "auction:status", "maxbid:removed"]);
    },
  );

  it("sends the whole auction before the pause that undoes a paid purchase", async () => {
    const everyones = buyer;
    onTestFinished(() => {
      buyer = everyones;
    });
    buyer = await desk.newPerson("undone-buyer");
    const auctionId = await make("active");
    await buy(auctionId);
    await setStatus(server, admin, auctionId, "sold");
    await clients[0]?.ask("auction:watch", { auctionId });
    const [toWatcher] = await eventsOf(() => setStatus(server, admin, auctionId, "paused"));
    expect(toWatcher).toEqual(["auction:paused", "auction:updated"]);
    expect(clients[0]?.of("auction:updated").at(-1)?.auction).toMatchObject({ currentPrice: 1100, winner: null });
  });

  const edit = (auctionId: string, body: object) =>
    desk.done(server.api("PUT", `/api/auctions/admin/${auctionId}`, { token: admin.token, body }));
  const laterEnd = () => ({ endTime: new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString() });
  const voidBids = (auctionId: string, { id: userId }: Person) =>
    desk.done(desk.post(`auctions/${auctionId}/void-bids`, { userId, reason: "mistaken-amount", note: "A slip" }));
  const changes: Record<string, (auctionId: string) => Promise<unknown>> = {
    bid: async (auctionId) => {
      const { body } = await server.api("GET", `/api/auctions/${auctionId}`);
      await desk.bid(rival, auctionId, body.auction.minimumBid);
    },
    "end edit": (auctionId) => edit(auctionId, laterEnd()),
    "content edit": (auctionId) => edit(auctionId, { title: `Lot ${Date.now()}` }),
    void: (auctionId) => voidBids(auctionId, bidder),
  };
  const gaps: [steps: string, isReplayed: boolean][] = [
    ["bid, paused, active, bid, ended", true],
    ["bid, content edit, bid, content edit", true],
    ["paused, content edit", true],
    ["end edit, content edit", true],
    ["content edit, paused", true],
    ["sold", true],
    ["cancelled", false],
    ["draft, active", false],
    ["ended, active", true],
    ["void", false],
    ["bid, void, bid", false],
    ["void | bid, paused", true],
    ["void | paused, active, bid", true],
  ];
  it.each(gaps)("replays a gap as the page says: %s: %s", async (steps, isReplayed) => {
    const auctionId = await make("active");
    const [missed = "", known] = steps.split(" | ").reverse();
    const carryOut = async (names: string) => {
      for (const name of names.split(", ")) {
        const change = changes[name] ?? ((id: string) => desk.done(setStatus(server, admin, id, name)));
        await change(auctionId);
      }
    };
    if (known) await carryOut(known);
    const version = async () => (await desk.auctionOf(auctionId)).version;
    const sinceVersion = await version();
    await carryOut(missed);
    const answer = await clients[0]?.ask("auction:watch", { auctionId, sinceVersion, compact: true });
    expect([answer?.auction.version, answer?.events !== undefined]).toEqual([await version(), isReplayed]);
    const price = answer?.events?.find(({ type }) => type === "auction:price");
    // The page says that replayed prices have their bids, to compact readers too.
    if (price) expect(price.data).toHaveProperty("bids");
  });

  /** Each change of a win: what was before it, and what makes it. `post` calls for a member of the staff. */
  const winSteps: Record<
    string,
    { given?: (person: Person) => Promise<string>; step: (winId: string, auctionId: string, person: Person) => unknown }
  > = {
    "the win is paid (ended → sold)": {
      step: (winId) => desk.done(desk.post(`settlements/${winId}/payment-received`, {})),
    },
    "a part of the win is paid, or the staff set another deadline": {
      step: (winId) => desk.done(desk.post(`settlements/${winId}/payments`, { method: "cash", amount: 10 })),
    },
    "the win's payment is taken back (sold → ended)": {
      given: async (person) => {
        const { auction, settlement } = await desk.won([[person, 1100]]);
        await desk.done(desk.post(`settlements/${settlement._id}/payment-received`, {}));
        return auction._id;
      },
      step: (winId) => desk.done(desk.post(`settlements/${winId}/reverse`, { reason: "The transfer bounced" })),
    },
    "the win is waived": { step: (winId) => desk.done(desk.post(`settlements/${winId}/waive`, {})) },
    "the win is not paid in time": {
      step: async (winId, auctionId) => {
        await dueIn(server.server.database, auctionId, -1);
        await desk.until(winId, "forfeited");
      },
    },
    "the staff sell to the highest bidder below the reserve": {
      given: async (person) => (await desk.ended([[person, 1100]], { reservePrice: 9000 }))._id,
      step: (_winId, auctionId) => desk.done(desk.post(`admin/auctions/${auctionId}/sell-to-highest-bidder`)),
    },
    "the runner-up accepts a second chance": {
      given: async (person) => {
        const { auction, settlement } = await desk.forfeited([
          [person, 1100],
          [await desk.newPerson("defaulter"), 1200],
        ]);
        await desk.done(desk.post(`settlements/${settlement._id}/second-chance`));
        return auction._id;
      },
      step: async (_winId, _auctionId, person) => {
        const { body } = await server.api("GET", "/api/users/second-chances", { token: person.token });
        await desk.done(desk.post(`second-chances/${body.offers[0]._id}/accept`, undefined, { person }));
      },
    },
  };

  it("has a row for each change of a win", () =>
    expect(ofWins.map(([name]) => name).sort()).toEqual(Object.keys(winSteps).sort()));

  it.each(ofWins)("names the events when %s", async (name, expected) => {
    const { given, step } = winSteps[name] ?? {};
    const person = await desk.newPerson("winner");
    const auctionId = (await given?.(person)) ?? (await desk.won([[person, 1100]])).auction._id;
    const win = (await server.api("GET", `/api/auctions/${auctionId}/win`, { token: person.token })).body.win;
    const [leaders] = clients.splice(2, 1, await connect(server, "socket.io", { token: person.token }));
    onTestFinished(() => {
      for (const winners of clients.splice(2, 1, leaders as LiveClient)) winners.close();
    });
    await clients[0]?.ask("auction:watch", { auctionId });
    const [toWatcher, toListing, toPerson] = await eventsOf(async () => await step?.(win?._id, auctionId, person));
    expect([toWatcher, toListing, toPerson]).toEqual(expected.map((names) => [...names].sort()));
  });
});
