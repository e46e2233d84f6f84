// Tests the evidence of commands that never reached the engine, because a sale's terms or a rate limit refused them, on
// every transport. A flood is one entry with a count, and never displaces the evidence of somebody else.
import { randomUUID } from "node:crypto";
import { complaintAnswer, historyAnswer } from "@jara/shared/rest/admin-auctions";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { salesOn } from "../support/e2e-sales.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, type Way, ways } from "../support/e2e-ways.ts";

describeEndToEnd("attempts that are refused on their way to the engine", () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ config: { hasRateLimits: true } });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(() => server?.close());

  const { publishedSale } = salesOn(() => ({ server, admin }));
  const bidder = () => makePerson(server, `chidi-${randomUUID().slice(0, 8)}`);
  const get = (path: string) => server.api("GET", path, { token: admin.token });
  const history = async (auctionId: string): Promise<{ summary: string; actor: { id: string } }[]> => {
    const { body } = await get(`/api/auctions/admin/${auctionId}/history?kind=refused&order=oldest&limit=100`);
    expectShape(historyAnswer, body);
    return body.entries;
  };
  const eventually = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 45_000, interval: 100 });
  const complaintOf = async (auctionId: string, { id }: Person): Promise<string[]> => {
    const { body } = await get(`/api/auctions/admin/${auctionId}/complaint?userId=${id}`);
    expectShape(complaintAnswer, body);
    return body.entries
      .filter(({ kind }: { kind: string }) => kind === "refused")
      .map(({ text }: { text: string }) => text);
  };

  it.each(ways)("are kept where the terms of the sale were not accepted, and no maximum is told (%s)", async (way) => {
    const { sale, ids } = await publishedSale(1, { asksTerms: true, terms: "Cash only." }, { buyItNowPrice: 90_000 });
    const [auctionId = ""] = ids;
    const ada = await bidder();
    const commandId = randomUUID();
    const low = { auctionId, amount: 1, commandId };
    for (const answer of [
      await say(server, way, ada, "bid:place", low),
      await say(server, way, ada, "maxbid:set", { auctionId, maxAmount: 71_234, currency: "NGN" }),
      await say(server, way, ada, "buy-it-now", { auctionId }),
    ])
      expect(answer.body.code).toBe("TERMS_NOT_ACCEPTED");
    const body = { version: 1 };
    expect((await server.api("POST", `/api/sales/${sale._id}/accept-terms`, { token: ada.token, body })).status).toBe(
      200,
    );
    // The same command again, now decided: what became of it is another attempt.
    expect((await say(server, way, ada, "bid:place", low)).body.code).toBe("BID_TOO_LOW");
    const why = "the bidder had not accepted the terms of the sale";
    const summaries = await eventually(async () => {
      const shown = (await history(auctionId)).map(({ summary }) => summary);
      expect(shown).toHaveLength(4);
      return shown;
    });
    expect(summaries.slice(0, 3)).toEqual([
      `Refused bid of ₦1.00: ${why}.`,
      `Refused maximum: ${why}.`,
      `Refused Buy It Now: ${why}.`,
    ]);
    expect(summaries[3]).toMatch(/^Refused bid of ₦1\.00: too low/);
    expect(await complaintOf(auctionId, ada)).toEqual(summaries);
    const { text } = await get(`/api/auctions/admin/${auctionId}/history.csv`);
    expect(text).toContain('"TERMS_NOT_ACCEPTED"');
    expect(text + JSON.stringify(summaries)).not.toMatch(/71,?234/);
  });

  /** Sends the bid so many times, each as a command of its own. Returns how many a limit refused. */
  const flood = async (way: Way, who: Person, auctionId: string, times: number): Promise<number> => {
    const each = Array.from({ length: times }, () => ({ auctionId, amount: 1 }));
    const codes = async (): Promise<string[]> => {
      if (way === "REST") {
        const said = await Promise.all(each.map((data) => say(server, way, who, "bid:place", data)));
        return said.map(({ body }) => body.code);
      }
      const client = await connect(server, way, { token: who.token });
      const answers = await Promise.all(
        each.map((data) => client.send("bid:place", { ...data, commandId: randomUUID() })),
      );
      client.close();
      return answers.map((answer) => (answer.ok ? "" : answer.error.code));
    };
    const answered = await codes();
    expect(new Set(answered)).toEqual(new Set(["BID_TOO_LOW", "RATE_LIMITED"]));
    return answered.filter((code) => code === "RATE_LIMITED").length;
  };

  it.each(ways)("are one entry with a count where a limit refused them (%s)", async (way) => {
    const auctionId = (await openAuction(server, admin))._id as string;
    const [chidi, ada] = [await bidder(), await bidder()];
    // So many that the limit refuses most, although the allowance comes back while a busy machine answers.
    const limited = await flood(way, chidi, auctionId, 400);
    expect(limited).toBeGreaterThan(50);
    await say(server, way, ada, "bid:place", { auctionId, amount: 1 });
    const entries = await eventually(async () => {
      const shown = await history(auctionId);
      expect(shown.filter(({ actor }) => actor.id === ada.id)).toHaveLength(1);
      expect(shown.filter(({ summary }) => summary.endsWith(` ${limited - 1} more like it followed.`))).toHaveLength(1);
      return shown;
    });
    const floods = entries.filter(({ summary }) => summary.includes("too many commands came at once"));
    expect(floods.map(({ actor }) => actor.id)).toEqual([chidi.id]);
    // 20 of those that were decided, the flood, and the other person's.
    expect(entries).toHaveLength(22);
    expect((await complaintOf(auctionId, chidi)).filter((text) => text.includes("too many commands"))).toHaveLength(1);
  });

  it("are not kept on lots that do not exist, and lose nobody else's", async () => {
    const auctionId = (await openAuction(server, admin))._id as string;
    const [chidi, ada] = [await bidder(), await bidder()];
    await flood("/ws", chidi, auctionId, 220);
    const client = await connect(server, "/ws", { token: chidi.token });
    for (const unknown of ["no-id-at-all", randomUUID(), "'; drop table bids"]) {
      const answer = await client.send("bid:place", { auctionId: unknown, amount: 1, commandId: randomUUID() });
      expect(answer.ok).toBe(false);
    }
    client.close();
    await say(server, "REST", ada, "bid:place", { auctionId, amount: 1 });
    await eventually(async () =>
      expect((await history(auctionId)).filter(({ actor }) => actor.id === ada.id)).toHaveLength(1),
    );
    const [row] = await server.query<{ rows: number }>(
      `select count(*)::int as rows from refused_attempts r where not exists (
         select from auctions where auctions.id = r.auction_id)`,
    );
    expect(row?.rows).toBe(0);
  });
});
