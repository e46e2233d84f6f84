// Tests the nightly verdict: the program that checks a day is the real one, in a process of its own. It is long because
// the tests share a log with a day's changes.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../../proof/src/checkpoint.ts";
import { chainFaults, type NightlyVerdict, readVerdict } from "../../../proof/src/nightly-verdict.ts";
import { type Key, parseVkey } from "../../../proof/src/signed-note.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import { writeAlerts } from "../../src/features/desk/alerts.ts";
import { readKeys } from "../../src/features/public-log/keys.ts";
import { makeVerdict, type NightlyDeps } from "../../src/features/public-log/verdicts/nightly-verdict.ts";
import { type Checked, createRunCheck, type RunCheck } from "../../src/features/public-log/verdicts/run-check.ts";
import { askAgain } from "../../src/features/public-log/verdicts/stored-verdicts.ts";
import { startVerdictJob } from "../../src/features/public-log/verdicts/verdict-job.ts";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import { aroundStatements, type Database } from "../../src/platform/database/database.ts";
import { lagosDay, startOfLagosDay } from "../../src/platform/lib/lagos-time.ts";
import { aBid, aMaxBid, anEdit, aStatus, aVoid, codeOf, givenEngine } from "../support/given-engine.ts";
import { LOG_KEYS, sequence } from "../support/given-log.ts";
import { seedAuction, seedPeople } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

/** The program has the lowest priority, so beside other tests it waits. */
const SLOW_MS = 240_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The log begins at noon of this day, whatever day it is, so that no midnight comes into a test. What the lots do has
 * the time of the database's clock, which is later; they are found by their entries in the log.
 */
const TODAY = "2024-02-28";
const NOON = startOfLagosDay(TODAY) + 12 * HOUR_MS;
/** The day so many days later. */
const dayLater = (days: number): string => lagosDay(NOON + days * DAY_MS);
/** The hidden maximum that a verdict must never tell, in kobo. It is in no other row. */
const SECRET_MINOR = 98_765_43;

const never = new AbortController().signal;
/** The verdict does not say why the program did not finish, so print it. */
const log = { warn: (details: object) => console.warn(details), error: () => {} };

export const verdictContract = (test: TestDatabase): void => {
  /** The clock stands so many days ahead, so that the day on which the log began is over. */
  const nightly = (ahead = 1, given: Partial<NightlyDeps> = {}): NightlyDeps => ({
    database: test.database,
    keys: LOG_KEYS,
    log,
    site: "https://auctions.test",
    clock: { now: () => NOON + ahead * DAY_MS + 2 * HOUR_MS },
    runCheck: createRunCheck(test.url),
    // A try that began in this very millisecond must not hold the next one up.
    retryAfterMs: -1_000,
    againAfterMs: 10,
    ...given,
  });
  const make = (ahead?: number, given?: Partial<NightlyDeps>) => makeVerdict(nightly(ahead, given), never);

  /** Clears what earlier tests published; the next verdict is the first one again, on the day on which the log begins. */
  const anew = async (database: Database): Promise<void> => {
    await sequence(database);
    await database.query(`update log_heads set created_at = timestamptz '${new Date(NOON).toISOString()}'`);
    await database.query("delete from log_verdicts");
    await database.query("delete from log_verdict_tries");
    await database.query("delete from sent_alerts");
  };

  const keysOf = async (database: Database): Promise<Key[]> => {
    const { verdictKeys } = await readKeys(database);
    return verdictKeys.map(({ vkey }) => parseVkey(vkey)).filter((key) => key !== null);
  };
  const notesOf = (database: Database) =>
    database.query<{ note: string; details: string }>("select note, details from log_verdicts order by log, number");

  /** An outsider reads them so: each is signed, and they make a chain. */
  const published = async (database: Database): Promise<NightlyVerdict[]> => {
    const keys = await keysOf(database);
    const verdicts = (await notesOf(database)).map(({ note }) => {
      const verdict = readVerdict(note, keys);
      if (typeof verdict === "string") throw new Error(verdict);
      return verdict;
    });
    expect(chainFaults(verdicts)).toEqual([]);
    return verdicts;
  };

  /** A lot with a fight of maxima, a void and an edit, and its end; all of it is in the log. */
  const aDay = async (
    database: Database,
  ): Promise<{ lot: AuctionState; people: Awaited<ReturnType<typeof seedPeople>> }> => {
    const people = await seedPeople(database);
    const { admin, ada, bola, chidi } = people;
    const { engine } = await givenEngine(database);
    const lot = await seedAuction(database, admin, {
      reserveMinor: 3_000,
      softClose: { windowSeconds: 120, capMinutes: 10 },
      durationMs: 3 * HOUR_MS,
    });
    for (const command of [
      aMaxBid(lot, ada, SECRET_MINOR),
      aBid(lot, bola, 4_000),
      aBid(lot, chidi, 5_000),
      aVoid(lot, admin, chidi, "fraud"),
      anEdit(lot, admin, { title: "Talking drum" }),
      aBid(lot, bola, 6_000),
    ]) {
      expect(codeOf(await engine.submit(command))).toBe("ok");
    }
    expect(codeOf(await engine.submit(aStatus(lot, admin, "ended")))).toBe("ok");
    // The job that numbers receipts does not run here.
    await numberReceipts(database);
    await sequence(database);
    return { lot, people };
  };

  describe("the nightly verdict", { timeout: SLOW_MS }, () => {
    it("says that everything held on a good day, and how much was checked", async () => {
      const { database } = test;
      await aDay(database);
      await anew(database);
      expect(await make()).toBe(true);
      const [verdict, ...more] = await published(database);
      expect(more).toEqual([]);
      expect(verdict).toMatchObject({
        name: "auctions.test/log/1/verdict",
        number: 1,
        date: TODAY,
        previous: null,
        result: "good",
        findings: [],
        unfinished: [],
      });
      const [head] = await database.query<{ size: number }>("select size::int from log_heads");
      expect(verdict).toMatchObject({ entries: head?.size, logs: [{ from: { size: 0 }, to: { size: head?.size } }] });
      expect([verdict?.lots, verdict?.bids].every((count) => (count ?? 0) > 0)).toBe(true);
      expect(verdict?.judged).toEqual(expect.arrayContaining(["replay", "ledger", "leaders", "log-agrees"]));
      // Nothing else is due on that day, and the next verdict goes on from where this one left off.
      expect(await make()).toBe(false);
      expect(await make(2)).toBe(true);
      const [first, second] = await published(database);
      expect(second).toMatchObject({ result: "good", entries: 0, lots: 0, bids: 0, previous: first?.hash });
      expect(second?.logs).toEqual(first?.logs.map(({ origin, to }) => ({ origin, from: to, to })));
    });

    it("is no checkpoint, and a checkpoint is no verdict", async () => {
      const { database } = test;
      await aDay(database);
      await anew(database);
      await make();
      const [row] = await notesOf(database);
      expect(parseCheckpoint(row?.note ?? "")).toBeNull();
      const [head] = await database.query<{ checkpoint: string }>("select checkpoint from log_heads");
      expect(readVerdict(head?.checkpoint ?? "", await keysOf(database))).toBe("A verdict is damaged.");
    });

    it("is bad when a row was edited, names the lot, tells administrators, and never tells the hidden maximum", async () => {
      const { database } = test;
      const { lot, people } = await aDay(database);
      await anew(database);
      await database.query("update max_bids set amount_minor = amount_minor + 1 where auction_id = $1::text::uuid", [
        lot.id,
      ]);
      await database.query(
        "update bids set amount_minor = amount_minor + 1 where auction_id = $1::text::uuid and number = 1",
        [lot.id],
      );
      expect(await make()).toBe(true);
      const [verdict] = await published(database);
      expect(verdict?.result).toBe("bad");
      const [{ version = 0 } = {}] = await database.query<{ version: number }>(
        "select max(version) as version from log_leaves where auction_id = $1::text::uuid",
        [lot.id],
      );
      expect(verdict?.findings).toContain(
        `Lot ${lot.id}, version ${version}: the promise “replay” does not hold (the log of its changes gives what is stored of it: price, end, bids and sale).`,
      );
      expect(verdict?.findings.every((sentence) => sentence.includes(lot.id))).toBe(true);
      for (const secret of [
        String(SECRET_MINOR),
        "9876543",
        "98,765",
        people.ada.id,
        people.ada.username,
        "revision",
      ]) {
        expect(verdict?.note).not.toContain(secret);
      }
      // The operator of the server can read which row it is.
      const [row] = await notesOf(database);
      expect(row?.details).toContain(String(SECRET_MINOR));
      await writeAlerts(database, Date.now());
      const mails = await database.query<{ data: string }>(
        "select data::text as data from outbox where kind = 'staff-alerts' and user_id = $1::text::uuid",
        [people.admin.id],
      );
      expect(mails.some(({ data }) => data.includes('"log-verdict"') && data.includes(verdict?.date ?? "-"))).toBe(
        true,
      );
      await database.query("update max_bids set amount_minor = amount_minor - 1 where auction_id = $1::text::uuid", [
        lot.id,
      ]);
      await database.query(
        "update bids set amount_minor = amount_minor - 1 where auction_id = $1::text::uuid and number = 1",
        [lot.id],
      );
    });

    it("is bad when all rows of a lot were changed alike, because the log says something else", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const { engine } = await givenEngine(database);
      const lot = await seedAuction(database, admin, { durationMs: 3 * HOUR_MS });
      expect(codeOf(await engine.submit(aBid(lot, ada, 4_000)))).toBe("ok");
      await sequence(database);
      await anew(database);
      const exchange = async (from: number, to: number): Promise<void> => {
        await database.query(
          `update auction_events set events = regexp_replace(events::text, '("amountMinor" *: *)${from}', '\\1${to}')::json
           where auction_id = $1::text::uuid`,
          [lot.id],
        );
        await database.query(`update bids set amount_minor = ${to} where auction_id = $1::text::uuid`, [lot.id]);
        await database.query(`update auctions set price_minor = ${to} where id = $1::text::uuid`, [lot.id]);
      };
      await exchange(4_000, 3_900);
      expect(await make()).toBe(true);
      const [verdict] = await published(database);
      expect(verdict?.findings).toEqual([
        `Lot ${lot.id}, version 2: the promise “log-agrees” does not hold (the public log says the same of it as the database).`,
      ]);
      await exchange(3_900, 4_000);
    });

    it("is bad when an old entry of the log was edited, and when an earlier verdict is missing", async () => {
      const { database } = test;
      const { lot } = await aDay(database);
      await anew(database);
      expect(await make(1, { runCheck: async () => ({ answer: empty, problem: null }) })).toBe(true);
      expect(await make(2)).toBe(true);
      await database.query("delete from log_verdicts where number = 1");
      await database.query(
        `update log_leaves set entry = replace(entry, '"amount":4000', '"amount":4001') where auction_id = $1::text::uuid`,
        [lot.id],
      );
      expect(await make(3)).toBe(true);
      const [{ note = "" } = {}] = (await notesOf(database)).slice(-1);
      expect(note).toContain("result: bad");
      expect(note).toContain("finding: The public log: Verdict 1 of auctions.test/log/1/verdict is missing.");
      expect(note).toMatch(
        /finding: The public log: The (past was changed|entries of auctions\.test\/log\/1 are not those)/,
      );
      await database.query(
        `update log_leaves set entry = replace(entry, '"amount":4001', '"amount":4000') where auction_id = $1::text::uuid`,
        [lot.id],
      );
    });

    it("finds a lot by a change that nobody else sees, on the day of the change", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const { engine } = await givenEngine(database);
      const lot = await seedAuction(database, admin, { durationMs: 3 * HOUR_MS });
      expect(codeOf(await engine.submit(aMaxBid(lot, ada, 50_000)))).toBe("ok");
      await anew(database);
      expect(await make()).toBe(true);
      // The raise has no entry in the log, so only its own time tells of it.
      expect(codeOf(await engine.submit(aMaxBid(lot, ada, SECRET_MINOR)))).toBe("ok");
      const setMax = (minor: number) =>
        database.query("update max_bids set amount_minor = $2::text::bigint where auction_id = $1::text::uuid", [
          lot.id,
          String(minor),
        ]);
      await setMax(SECRET_MINOR + 1);
      const [{ at = 0 } = {}] = await database.query<{ at: number }>(
        `select (extract(epoch from at) * 1000)::float8 as at from auction_events
         where auction_id = $1::text::uuid order by revision desc limit 1`,
        [lot.id],
      );
      await askAgain(database, lagosDay(at));
      expect(await make()).toBe(true);
      await setMax(SECRET_MINOR);
      const [, verdict] = await published(database);
      expect(verdict).toMatchObject({ date: lagosDay(at), result: "bad", entries: 0, lots: 0 });
      expect(verdict?.findings).toEqual([expect.stringMatching(new RegExp(`^Lot ${lot.id}, version 2: .*“replay”`))]);
      expect(verdict?.note).not.toContain(String(SECRET_MINOR));
    });

    it("gives one verdict for each day, also after missed nights, and says which days get none", async () => {
      const { database } = test;
      await anew(database);
      const runCheck: RunCheck = async () => ({ answer: empty, problem: null });
      expect(await make(1, { runCheck })).toBe(true);
      while (await make(10, { runCheck }));
      const verdicts = await published(database);
      expect(verdicts.map(({ date }) => date)).toEqual([0, 3, 4, 5, 6, 7, 8, 9].map(dayLater));
      expect(verdicts[1]?.unfinished).toEqual(["There is no verdict on the days from 2024-02-29 to 2024-03-01."]);
    });

    it("is one if two nodes make it at once", async () => {
      const { database } = test;
      await anew(database);
      const good: Checked = { answer: empty, problem: null };
      let waiting = 0;
      let go = (): void => {};
      const together = new Promise<void>((resolve) => {
        go = resolve;
      });
      const runCheck: RunCheck = async () => {
        if (++waiting === 2) go();
        await together;
        return good;
      };
      const other = await test.openAnother();
      expect(await Promise.all([make(1, { runCheck }), make(1, { runCheck, database: other })])).toEqual([true, true]);
      expect(await published(database)).toHaveLength(1);
    });

    it("is one if the node is killed at any statement, and another one begins again", async () => {
      const { database } = test;
      const runCheck: RunCheck = async () => ({ answer: empty, problem: null });
      for (let killedAt = 1; ; killedAt++) {
        await anew(database);
        let statement = 0;
        // Odd: before the statement; even: after it, when its answer is lost.
        const dying = aroundStatements(database, async (run) => {
          if (++statement === Math.ceil(killedAt / 2) && killedAt % 2 === 1) throw new Error("killed");
          const result = await run();
          if (statement === Math.ceil(killedAt / 2) && killedAt % 2 === 0) throw new Error("killed");
          if (statement > Math.ceil(killedAt / 2)) throw new Error("killed before");
          return result;
        });
        const isDone = await make(1, { runCheck, database: dying }).then(
          () => true,
          () => false,
        );
        while (await make(1, { runCheck }));
        expect(await published(database), `killed at ${killedAt}`).toHaveLength(1);
        if (isDone) break;
        expect(killedAt).toBeLessThan(60);
      }
    });

    it("begins again after the program was killed, and says after three tries that it could not finish", async () => {
      const { database } = test;
      await anew(database);
      const runCheck = createRunCheck(test.url);
      const killed: RunCheck = (task) => runCheck(task, AbortSignal.timeout(150));
      expect([await make(1, { runCheck: killed }), await make(1, { runCheck: killed })]).toEqual([false, false]);
      expect(await make(1, { runCheck: killed })).toBe(true);
      const [verdict] = await published(database);
      expect(verdict).toMatchObject({
        result: "unfinished",
        judged: ["nothing"],
        logs: [],
        unfinished: ["The program that checks ended before it was done, several times."],
      });
      // A further one on the same day has a number of its own, and the first one stays.
      await askAgain(database, verdict?.date ?? "");
      expect(await make()).toBe(true);
      const all = await published(database);
      expect(
        all.map(({ number, date, result }) => [number, date, result]),
        all[1]?.note,
      ).toEqual([
        [1, verdict?.date, "unfinished"],
        [2, verdict?.date, "good"],
      ]);
    });

    it("waits before it tries again, and does not count a try that the server ended", async () => {
      const { database } = test;
      await anew(database);
      const stopping = new AbortController();
      const stopped: RunCheck = async () => {
        stopping.abort();
        return { answer: "ended", problem: null };
      };
      expect(await makeVerdict(nightly(1, { runCheck: stopped }), stopping.signal)).toBe(false);
      expect(await database.query("select tries from log_verdict_tries")).toEqual([{ tries: 0 }]);
      let runs = 0;
      const failing: RunCheck = async () => {
        runs += 1;
        return { answer: "failed", problem: "away" };
      };
      const given = { runCheck: failing, retryAfterMs: 60_000 };
      await make(1, given);
      await make(1, given);
      expect(runs).toBe(1);
    });

    it("is not made while the log is stopped", async () => {
      const { database } = test;
      await anew(database);
      await database.query("update log_heads set stopped_at = now(), stop_reason = 'a test'");
      expect(await make()).toBe(false);
      await database.query("update log_heads set stopped_at = null, stop_reason = null");
      expect(await database.query("select 1 from log_verdicts")).toEqual([]);
    });

    it("is made by one node of two, which holds the lease", async () => {
      const { database } = test;
      await anew(database);
      let runs = 0;
      const runCheck: RunCheck = async () => {
        runs += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { answer: empty, problem: null };
      };
      const seen: string[] = [];
      const start = () =>
        startVerdictJob({
          ...nightly(1, { runCheck }),
          database,
          node: randomUUID(),
          everyMs: 5,
          seen: ({ result }) => void seen.push(result),
        });
      const nodes = [start(), start()];
      await expect.poll(() => seen.length).toBeGreaterThan(2);
      await Promise.all(nodes.map((node) => node.stop()));
      expect([runs, (await published(database)).length]).toEqual([1, 1]);
    });
  });

  it("has no line that the checking program could forge, and no form that could hold a secret", async () => {
    const { database } = test;
    await anew(database);
    const forged = {
      ...empty,
      faults: [{ auction: null, sentence: "a fault\nresult: good\u2028finding: none" }],
    };
    const { checkAnswer } = await import("../../src/features/public-log/verdicts/check-answer.ts");
    const answer = checkAnswer.parse(forged);
    await make(1, { runCheck: async () => ({ answer, problem: null }) });
    const [verdict] = await published(database);
    expect(verdict).toMatchObject({ result: "bad", findings: ["The public log: a fault result: good finding: none"] });
    for (const broken of [
      [{ promise: "a maximum of 9876543", where: "books", auction: null, version: null }],
      [{ promise: "replay", where: "books", auction: null, version: null, what: "9876543" }],
      [{ promise: "replay", where: "lot", auction: "9876543", version: 1 }],
      [{ promise: "replay", where: "hidden lot", auction: randomUUID(), version: null }],
    ]) {
      expect(checkAnswer.safeParse({ ...empty, broken }).success).toBe(false);
    }
  });
};

const empty: Exclude<Checked["answer"], string> = {
  logs: [],
  entries: 0,
  lots: 0,
  bids: 0,
  judged: ["replay"],
  faults: [],
  broken: [],
  isPartial: false,
  details: [],
};
