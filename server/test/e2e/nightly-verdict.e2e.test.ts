// Tests the nightly verdict of a whole site: the demo market passes the check, and everybody can read and check the
// result.
import { expect, it, onTestFinished, vi } from "vitest";
import { openSource } from "../../../load/src/public-log/source.ts";
import { verifySite } from "../../../load/src/public-log/verify-site.ts";
import { firstBegan } from "../../src/features/public-log/heads.ts";
import { makeVerdict } from "../../src/features/public-log/verdicts/nightly-verdict.ts";
import { createRunCheck } from "../../src/features/public-log/verdicts/run-check.ts";
import { endOfLagosDay, lagosDay } from "../../src/platform/lib/lagos-time.ts";
import { seedDemo } from "../../src/tools/demo/seed.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { makeDatabase } from "../support/fresh-database.ts";

const HOUR_MS = 3_600_000;
const SLOW_MS = 300_000;

describeEndToEnd("the nightly verdict of a site", () => {
  /** The bids of the demo market are moved into the past before its log begins, as at the start of a real site. */
  const openDemo = async (): Promise<TestServer> => {
    const at = await makeDatabase();
    onTestFinished(() => at.drop());
    const unlogged = await startTestServer({ at, config: { log: null } });
    await seedDemo(unlogged.server, () => {});
    await unlogged.close();
    const server = await startTestServer({ at });
    onTestFinished(() => server.close());
    await vi.waitFor(
      async () => {
        const [lots] = await server.query<{ logged: number; behind: number }>(
          `select count(*) filter (where is_logged)::int as logged, count(*) filter (where not is_logged)::int as behind
           from (select exists (select from log_lots l where l.auction_id = a.id and l.version = a.version) as is_logged
             from auctions a where status <> 'draft') lots`,
        );
        expect(lots).toMatchObject({ behind: 0 });
        expect(lots?.logged).toBeGreaterThan(10);
      },
      { timeout: 60_000, interval: 200 },
    );
    return server;
  };

  it("is good for the demo market, and everybody can read it and check it", { timeout: SLOW_MS }, async () => {
    const server = await openDemo();
    const { database } = server.server;
    const { log: keys, publicUrl } = server.config;
    if (!keys) throw new Error("the site has no key");
    const began = await firstBegan(database);
    const url = "http://localhost:3000/log/verdicts";
    expect((await server.api("GET", "/log")).body.verdicts).toEqual({ url, last: null });
    const made = await makeVerdict(
      {
        database,
        keys,
        site: publicUrl,
        againAfterMs: 10,
        // The night after the day on which the log began, whatever time it is.
        clock: { now: () => endOfLagosDay(lagosDay(began)) + 2 * HOUR_MS },
        runCheck: createRunCheck(database.url),
        log: { warn: console.warn, error: console.warn },
      },
      new AbortController().signal,
    );
    expect(made).toBe(true);

    const { body } = await server.api("GET", "/log/verdicts?limit=5");
    expect(body.pagination).toEqual({ current: 1, pages: 1, total: 1, limit: 5 });
    const [{ note, date, result }] = body.verdicts;
    expect(date).toBe(lagosDay(began));
    const [row] = await server.query<{ details: string }>("select details from log_verdicts");
    expect([result, row?.details], note).toEqual(["good", "[]"]);
    expect((await server.api("GET", "/log")).body.verdicts).toEqual({
      url,
      last: { log: 1, number: 1, date, result: "good" },
    });
    for (const [where, caching] of [
      [`/log/verdicts/${date}`, "no-cache"],
      ["/log/1/verdicts/1", "public, max-age=31536000, immutable"],
    ] as const) {
      const answer = await server.api("GET", where);
      expect([answer.status, answer.text, answer.headers.get("cache-control")]).toEqual([200, note, caching]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
    for (const where of ["/log/verdicts/2020-01-01", "/log/1/verdicts/2", "/log/2/verdicts/1"]) {
      expect((await server.api("GET", where)).status).toBe(404);
    }

    const state = { format: "jara-verifier-v1" as const, site: server.address, keys: [], checkpoints: {} };
    const options = { keys: [], others: [], lot: null, receipts: null, hasTiles: false, compared: 0, witnesses: [] };
    const run = await verifySite(openSource(server.address, null), state, { ...options, now: Date.now() });
    expect(run.findings.hasFault).toBe(false);
    expect(run.verdicts?.newest).toMatchObject([{ number: 1, date, result: "good" }]);
    // The verifier remembers it. An operator who exchanges or removes it is caught.
    const faults = async (): Promise<string[]> => {
      const again = await verifySite(openSource(server.address, null), run.next, { ...options, now: Date.now() });
      return again.findings.all.filter(({ kind: is }) => is === "fault").map(({ sentence }) => sentence);
    };
    expect(await faults()).toEqual([]);
    await server.query("update log_verdicts set note = replace(note, 'result: good', 'result: bad')");
    expect(await faults()).toContain(
      `Verdict 1 on ${date} does not carry the signature of a key that belongs to the house.`,
    );
    await server.query("delete from log_verdicts");
    expect(await faults()).toEqual([
      `The house had signed verdict 1 of localhost:3000/log/1/verdict on ${date}, and shows it no more.`,
    ]);
  });
});
