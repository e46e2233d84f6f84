// Tests the evidence of refused attempts from outside: each is in the lot's history once, with its cause, whichever way
// it came; no maximum is revealed; a flood stays small; and one call answers everything that one bidder tried.
import { randomUUID } from "node:crypto";
import { complaintAnswer, historyAnswer } from "@jara/shared/rest/admin-auctions";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { evictAttempts } from "../../src/features/auctions/refused-attempts/queries.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { logIsRead } from "../support/read-log.ts";
import { endIn } from "../support/seed.ts";

const server = await sharedServer();

describeEndToEnd("refused attempts", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });

  const bidder = () => makePerson(server, `chidi-${randomUUID().slice(0, 8)}`);
  const lot = async (details: object = {}) => (await openAuction(server, admin, details))._id as string;
  const get = (path: string) => server.api("GET", path, { token: admin.token });
  const history = async (auctionId: string, query = "refused=true&order=oldest") => {
    const { body } = await get(`/api/auctions/admin/${auctionId}/history?${query}`);
    expectShape(historyAnswer, body);
    return body as { entries: { type: string; summary: string; actor: { id: string } | null }[]; total: number };
  };
  const refusedOf = async (auctionId: string, count: number) =>
    await vi.waitFor(
      async () => {
        const { entries, total } = await history(auctionId, "kind=refused&order=oldest");
        expect([entries.length, total]).toEqual([count, count]);
        return entries;
      },
      { timeout: 45_000, interval: 100 },
    );
  const setStatus = (auctionId: string, body: object) =>
    server.api("PATCH", `/api/auctions/admin/${auctionId}/status`, { token: admin.token, body });

  it.each(ways)("are in the history with their cause, between what was accepted (%s)", async (way) => {
    const auctionId = await lot();
    const chidi = await bidder();
    const [amount, low] = [9_000, 1];
    expect((await say(server, way, chidi, "bid:place", { auctionId, amount: low })).body.code).toBe("BID_TOO_LOW");
    expect((await say(server, way, chidi, "bid:place", { auctionId, amount })).ok).toBe(true);
    const maximum = { auctionId, maxAmount: 1_234, currency: "NGN" as const };
    expect((await say(server, way, chidi, "maxbid:set", maximum)).body.code).toBe("MAX_BID_TOO_LOW");
    await refusedOf(auctionId, 2);
    const { entries, total } = await history(auctionId);
    expect(entries.map(({ type }) => type)).toEqual(["AuctionCreated", "Refused", "BidPlaced", "Refused"]);
    expect(total).toBe(4);
    expect(entries[1]?.summary).toMatch(/^Refused bid of ₦1\.00: too low, at least ₦[\d,.]+ was needed\.$/);
    expect(entries[3]?.summary).toBe("Refused maximum: it was not above the price.");
    expect(entries[3]?.actor?.id).toBe(chidi.id);
    expect(JSON.stringify(entries)).not.toMatch(/1,?234/);
    expect((await history(auctionId, "order=oldest")).entries.map(({ type }) => type)).toEqual([
      "AuctionCreated",
      "BidPlaced",
    ]);
    const pages = [];
    for (const page of [1, 2]) pages.push(...(await history(auctionId, `refused=true&limit=2&page=${page}`)).entries);
    expect(pages).toEqual([...entries].reverse());
    const { body } = await server.api("GET", `/api/bids/auction/${auctionId}`);
    expect(body.total).toBe(1);
  });

  it("say by how much a bid came too late, and what the balance lacked", async () => {
    const auctionId = await lot();
    const [chidi, poor] = [
      await bidder(),
      await makePerson(server, `poor-${randomUUID().slice(0, 8)}`, { balance: 0 }),
    ];
    expect((await say(server, "REST", poor, "bid:place", { auctionId, amount: 9_000 })).body.code).toBe(
      "INSUFFICIENT_BALANCE",
    );
    await endIn(server.server.database, auctionId, 0);
    await vi.waitFor(async () => expect((await get(`/api/auctions/${auctionId}`)).body.auction.status).toBe("ended"), {
      timeout: 45_000,
      interval: 50,
    });
    expect((await say(server, "REST", chidi, "bid:place", { auctionId, amount: 31_000 })).body.code).toBe(
      "AUCTION_ENDED",
    );
    const [first, second] = await refusedOf(auctionId, 2);
    expect(first?.summary).toBe("Refused bid of ₦9,000.00: the balance was too low.");
    expect(second?.summary).toMatch(/^Refused bid of ₦31,000\.00: too late by \d\.\d{3} s\.$/);
  });

  it("are one for a command that is sent again, and are counted in a flood", async () => {
    const auctionId = await lot();
    const [chidi, ada] = [await bidder(), await bidder()];
    const commandId = randomUUID();
    for (let n = 0; n < 3; n++) await say(server, "REST", chidi, "bid:place", { auctionId, amount: 1, commandId });
    await refusedOf(auctionId, 1);
    for (let n = 0; n < 40; n++) await say(server, "REST", ada, "bid:place", { auctionId, amount: 1 });
    const entries = await refusedOf(auctionId, 21);
    await vi.waitFor(async () => {
      const { entries: now } = await history(auctionId, "kind=refused&order=oldest");
      expect(now.at(-1)?.summary).toMatch(/20 more like it followed\.$/);
    }, 15_000);
    expect(entries.filter(({ actor }) => actor?.id === ada.id)).toHaveLength(20);
  });

  it("are removed after 90 days, and not a day before", async () => {
    const auctionId = await lot();
    const chidi = await bidder();
    for (const amount of [1, 2]) await say(server, "REST", chidi, "bid:place", { auctionId, amount });
    await refusedOf(auctionId, 2);
    await server.query(
      `update refused_attempts set at = clock_timestamp() - case when amount_minor = 100 then interval '91 days'
         else interval '89 days' end where auction_id = $1::text::uuid`,
      [auctionId],
    );
    await evictAttempts(server.server.database, 1_000);
    expect((await refusedOf(auctionId, 1))[0]?.summary).toContain("₦2.00");
  });

  it("are in the file, in Lagos time and UTC, with amounts as numbers", async () => {
    const auctionId = await lot();
    const chidi = await bidder();
    await say(server, "REST", chidi, "bid:place", { auctionId, amount: 9_000 });
    await say(server, "REST", chidi, "bid:place", { auctionId, amount: 1 });
    await refusedOf(auctionId, 1);
    expect((await setStatus(auctionId, { status: "ended", reason: "=The hall closes" })).status).toBe(200);
    const { text } = await get(`/api/auctions/admin/${auctionId}/history.csv`);
    const [head = "", ...lines] = text.replace("\ufeff", "").trim().split("\r\n");
    expect(head.split(",").slice(0, 7)).toEqual(
      ["time (Lagos)", "time (UTC)", "who", "what", "type", "amount", "price after"].map((name) => `"${name}"`),
    );
    const bid = lines.find((line) => line.includes('"BidPlaced"')) ?? "";
    expect(bid).toContain(',"BidPlaced",9000.00,9000.00,"NGN",');
    expect(lines.find((line) => line.includes('"Refused"'))).toContain(',"Refused",1.00,"","NGN","BID_TOO_LOW"');
    expect(lines.at(-1)).toContain(`"'=The hall closes"`);
    const [lagos = "", utc = ""] = bid.split(",").map((cell) => cell.replaceAll('"', ""));
    expect(Date.parse(utc) - Date.parse(`${lagos.replace(" ", "T")}Z`)).toBe(-3_600_000);
  });

  it("stand beside the reasons of the staff, which bidders do not read", async () => {
    const auctionId = await lot();
    const reason = "The owner took it back";
    for (const body of [
      { status: "cancelled", reason },
      { status: "active", reason: "The owner changed her mind" },
      { status: "ended" },
    ])
      expect((await setStatus(auctionId, body)).status).toBe(200);
    const { entries } = await history(auctionId, "kind=status&order=oldest");
    expect(entries.map(({ summary }) => summary.match(/Reason: “(.*)”/)?.[1])).toEqual(
      [undefined, reason, "The owner changed her mind", undefined].slice(0, entries.length),
    );
    const { text } = await server.api("GET", `/api/auctions/${auctionId}`);
    expect(text).not.toContain("owner");
    for (const wrong of ["", "x".repeat(501), 7])
      expect((await setStatus(auctionId, { status: "active", reason: wrong })).status).toBe(400);
  });

  it("make a complaint's page: one bidder, one lot, everything in order, and a note in the audit log", async () => {
    const auctionId = await lot();
    const [chidi, ada] = [await bidder(), await bidder()];
    await say(server, "REST", chidi, "bid:place", { auctionId, amount: 9_000 });
    await say(server, "REST", ada, "maxbid:set", { auctionId, maxAmount: 50_000, currency: "NGN" });
    await say(server, "REST", chidi, "bid:place", { auctionId, amount: 1 });
    await refusedOf(auctionId, 1);
    const complaint = async (query = "") => {
      const { status, body } = await get(`/api/auctions/admin/${auctionId}/complaint${query}`);
      expect(status).toBe(200);
      expectShape(complaintAnswer, body);
      return body;
    };
    const overview = await complaint();
    expect(overview.entries).toEqual([]);
    expect(overview.people).toContainEqual(expect.objectContaining({ _id: chidi.id, accepted: 1, refused: 1 }));
    const { entries } = await complaint(`?userId=${chidi.id}`);
    const answered = entries.filter(({ kind }: { kind: string }) => kind !== "told");
    expect(answered.map(({ kind }: { kind: string }) => kind)).toEqual(["accepted", "refused"]);
    expect(answered[0].text).toContain("₦9,000.00");
    expect(JSON.stringify(entries)).not.toMatch(/50,?000/);
    const times = entries.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
    expect(overview.auction.endedAt).toBeNull();
    await setStatus(auctionId, { status: "ended" });
    const { endedAt } = (await complaint()).auction;
    expect(Math.abs(Date.parse(endedAt) - (await server.databaseNow()))).toBeLessThan(60_000);
    const [logged] = await server.query<{ rows: number }>(
      "select count(*)::int as rows from admin_actions where action = 'complaint read' and auction_id = $1::text::uuid",
      [auctionId],
    );
    expect(logged?.rows).toBe(1);
    expect((await get(`/api/auctions/admin/${auctionId}/complaint?userId=nobody`)).status).toBeGreaterThanOrEqual(400);
  });

  describe("a complaint's page of a lot that is open", () => {
    const complaintOf = async (auctionId: string, { id }: Person): Promise<string[]> => {
      const { status, body } = await get(`/api/auctions/admin/${auctionId}/complaint?userId=${id}`);
      expect(status).toBe(200);
      return body.entries.map(({ text }: { text: string }) => text);
    };
    /** Each maximum is below the minimum bid, so that it makes no bid. */
    const hide = async (auctionId: string, maxAmount: number): Promise<Person> => {
      const person = await bidder();
      const set = await say(server, "REST", person, "maxbid:set", { auctionId, maxAmount, currency: "NGN" });
      expect(set.ok).toBe(true);
      return person;
    };
    const edit = async (auctionId: string, body: object): Promise<void> => {
      const { status, text } = await server.api("PUT", `/api/auctions/admin/${auctionId}`, {
        token: admin.token,
        body,
      });
      expect(status, text).toBe(200);
    };

    it("shows nothing of a person who has only a maximum, after an edit and a void", async () => {
      const auctionId = await lot();
      const [chidi, bola] = [await bidder(), await bidder()];
      await say(server, "REST", chidi, "bid:place", { auctionId, amount: 1_100 });
      await say(server, "REST", bola, "bid:place", { auctionId, amount: 1_200 });
      const hidden = await hide(auctionId, 1_250);
      await edit(auctionId, { description: "A drum from Ibadan, with a crack." });
      const voided = await server.api("POST", `/api/auctions/${auctionId}/void-bids`, {
        token: admin.token,
        body: { userId: chidi.id, reason: "mistaken-amount" },
      });
      expect(voided.status, voided.text).toBe(200);
      await logIsRead(server);
      const mails = await server.query<{ kind: string }>(
        "select kind from outbox where user_id = $1::text::uuid and auction_id = $2::text::uuid order by created_at",
        [hidden.id, auctionId],
      );
      // The void changed neither the price nor the leader, so nobody else gets a mail about it.
      expect(mails.map(({ kind }) => kind)).toEqual(["lot-changed"]);
      expect(await complaintOf(auctionId, hidden)).toEqual([]);
      // A person with bids has the same mail, and it is listed.
      const entries = await complaintOf(auctionId, bola);
      expect(entries).toContainEqual(expect.stringContaining("A mail (lot changed)"));
      await setStatus(auctionId, { status: "ended" });
      expect(JSON.stringify(await complaintOf(auctionId, hidden))).toContain("A mail (lot changed)");
    });

    it("shows nothing of a person who has only a maximum, after the currency changed", async () => {
      const auctionId = await lot();
      const hidden = await hide(auctionId, 1_050);
      await edit(auctionId, { currency: "USD" });
      await logIsRead(server);
      expect(await complaintOf(auctionId, hidden)).toEqual([]);
    });
  });
});
