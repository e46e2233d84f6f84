// Tests which rates of a provider the site accepts, and how administrators decide about the others.
import { randomUUID } from "node:crypto";
import { fallbackRates } from "@jara/shared/money";
import { beforeEach, describe, expect, it } from "vitest";
import { loadRates, offerRate } from "../../src/features/currency/queries.ts";
import { confirmRate, loadRateState, rejectRate } from "../../src/features/currency/rate-candidates.ts";
import { withDatabase } from "../support/with-database.ts";

export const exchangeRatesContract = (): void => {
  describe("exchange rates", () => {
    const held = withDatabase();
    let [ada, bola] = ["", ""];

    const query = (text: string) => held.database.query<Record<string, never>>(text);
    const person = async (role: "admin" | "user", change = "") => {
      const [id, name] = [randomUUID(), `p${randomUUID().slice(0, 8)}`];
      await query(`insert into users (id, username, email, role, email_verified_at, created_at)
        values ('${id}', '${name}', '${name}@people.test', '${role}', now(), now())`);
      if (change) await query(`update users set ${change} where id = '${id}'`);
      return id;
    };
    beforeEach(async () => {
      // The database refuses to remove entries of the audit log.
      await query("alter table admin_actions disable trigger admin_actions_never_change");
      for (const table of ["exchange_rates", "accepted_rates", "outbox", "admin_actions", "users"]) {
        await query(`delete from ${table}`);
      }
      await query("alter table admin_actions enable trigger admin_actions_never_change");
      [ada, bola] = [await person("admin"), await person("admin")];
    });

    const offer = (rate: number, database = held.database) => offerRate(database, rate);
    const inForce = async () => (await loadRates(held.database))?.USD_TO_NGN ?? null;
    const waiting = async () => (await loadRateState(held.database)).candidate;
    const candidateId = async () => (await waiting())?._id ?? "";
    const mails = () => query("select data from outbox where kind = 'rate-to-confirm'");
    /** As if all that is kept of rates had happened so much earlier. */
    const later = async (interval: string) => {
      const earlier = (column: string) => `${column} = ${column} - interval '${interval}'`;
      await query(`update accepted_rates set ${earlier("accepted_at")}`);
      const columns = ["fetched_at", "asked_at", "candidate_since", "rejected_at", "told_at"];
      await query(`update exchange_rates set ${columns.map(earlier).join(", ")}`);
    };
    /** Starts from a rate that an administrator confirmed, a month ago. */
    const confirmed = async (rate: number) => {
      await offer(rate);
      expect(await confirmRate(held.database, ada, await candidateId())).toBe("done");
      await later("30 days");
      await query("delete from outbox");
    };

    it.each([
      [1000, 1200, true],
      [1000, 1200.01, false],
      [1000, 800, true],
      [1000, 799.99, false],
      [1500, 1, false],
      [1500, 1_000_000, false],
    ])("accept a change from %d to %d: %s", async (from, to, isAccepted) => {
      await confirmed(from);
      expect(await offer(to)).toMatchObject({ isAccepted, rateBefore: from });
      expect(await inForce()).toBe(isAccepted ? to : from);
      expect((await waiting())?.USD_TO_NGN ?? null).toBe(isAccepted ? null : to);
    });

    it("compare the first rate with the fallback, which stays in force", async () => {
      expect(await offer(1500)).toMatchObject({ isAccepted: false, rateBefore: fallbackRates.USD_TO_NGN });
      const { NGN_TO_USD, USD_TO_NGN } = (await loadRates(held.database)) ?? {};
      expect({ NGN_TO_USD, USD_TO_NGN }).toEqual(fallbackRates);
      expect(await loadRateState(held.database)).toMatchObject({ acceptedAt: null, candidate: { USD_TO_NGN: 1500 } });
      expect(await offer(999)).toMatchObject({ isAccepted: true });
      expect([await inForce(), await waiting()]).toEqual([999, null]);
      // The fallback counts for the first day, as it was in force then.
      expect(await offer(1001)).toMatchObject({ isAccepted: false });
      await later("24 hours");
      await offer(999);
      await later("24 hours");
      expect(await offer(1001)).toMatchObject({ isAccepted: true });
    });

    it("do not move by more than a fifth within any 24 hours, in however many steps", async () => {
      await confirmed(1000);
      const seen: { hour: number; rate: number }[] = [];
      for (let hour = 0; hour < 80; hour += 1) {
        // As far as it is let, again and again.
        for (const factor of [1.2, 1.1, 1.01]) await offer(((await inForce()) ?? 0) * factor);
        seen.push({ hour, rate: (await inForce()) ?? 0 });
        await later("1 hour");
      }
      for (const { hour, rate } of seen) {
        for (const before of seen.filter((one) => one.hour < hour && one.hour > hour - 24)) {
          expect(rate / before.rate).toBeLessThanOrEqual(1.2000001);
        }
      }
      // Over days it may go far, because a real currency does: three days and some hours here.
      expect(seen.at(-1)?.rate).toBeGreaterThan(1300);
      expect(seen.at(-1)?.rate).toBeLessThan(1.2 ** 4 * 1000 + 1);
    });

    it("count a rate that was in force when the 24 hours began, however old it is", async () => {
      await confirmed(1000);
      await offer(1150);
      await later("2 hours");
      expect(await offer(1250)).toMatchObject({ isAccepted: false });
      await later("23 hours");
      expect(await offer(1250)).toMatchObject({ isAccepted: true });
    });

    it("start anew from a rate that an administrator confirmed", async () => {
      await confirmed(1000);
      await offer(1500);
      expect(await confirmRate(held.database, bola, await candidateId())).toBe("done");
      expect([await inForce(), await waiting()]).toEqual([1500, null]);
      expect(await offer(1600)).toMatchObject({ isAccepted: true });
      expect(await offer(1000)).toMatchObject({ isAccepted: false });
      expect(
        await query("select usd_to_ngn as rate, confirmed_by as by from accepted_rates order by accepted_at"),
      ).toEqual([
        { rate: 1000, by: ada },
        { rate: 1500, by: bola },
        { rate: 1600, by: null },
      ]);
      expect(await query("select actor_id as by, action, details from admin_actions order by at desc limit 1")).toEqual(
        [{ by: bola, action: "exchange rate confirmed", details: { standing: 1000, candidate: 1500 } }],
      );
    });

    it("drop a candidate once the provider sends a plausible rate again", async () => {
      await confirmed(1000);
      await offer(1);
      const id = await candidateId();
      await offer(1010);
      expect([await inForce(), await waiting()]).toEqual([1010, null]);
      expect(await confirmRate(held.database, ada, id)).toBe("not-waiting");
      expect(await inForce()).toBe(1010);
    });

    it("keep a candidate that moves a little, and confirm the rate that was shown, never one that replaced it", async () => {
      await confirmed(1000);
      await offer(1500);
      const id = await candidateId();
      await offer(1540);
      expect(await waiting()).toMatchObject({ _id: id, USD_TO_NGN: 1500 });
      await offer(900_000);
      const replaced = await waiting();
      expect(replaced).toMatchObject({ USD_TO_NGN: 900_000 });
      expect(await confirmRate(held.database, ada, id)).toBe("not-waiting");
      expect(await rejectRate(held.database, ada, id)).toBe("not-waiting");
      expect([await inForce(), await waiting()]).toEqual([1000, replaced]);
    });

    it("send each administrator one mail about a candidate, and at most one in 24 hours about all", async () => {
      await person("user");
      await person("admin", "banned_at = now()");
      await person("admin", "email_verified_at = null");
      await confirmed(1000);
      for (const rate of [1500, 1500, 1510, 1500]) await offer(rate);
      expect(await mails()).toEqual([ada, bola].map(() => ({ data: { standing: 1000, candidate: 1500 } })));
      // Two that replace each other all day.
      for (const rate of [1, 1500, 1, 1500, 1]) await offer(rate);
      expect(await mails()).toHaveLength(2);
      // The last of them stays and was never told of.
      await later("25 hours");
      await offer(1);
      expect(await mails()).toHaveLength(4);
      for (let day = 0; day < 3; day += 1) {
        await later("25 hours");
        await offer(1);
      }
      expect(await mails()).toHaveLength(4);
    });

    it("ask nobody again about a rejected rate, but about another one, and an administrator can still confirm it", async () => {
      await confirmed(1000);
      await offer(1500);
      const id = await candidateId();
      expect(await rejectRate(held.database, ada, id)).toBe("done");
      expect(await rejectRate(held.database, bola, id)).toBe("not-waiting");
      await later("25 hours");
      await offer(1510);
      expect(await waiting()).toMatchObject({ _id: id, USD_TO_NGN: 1500, rejectedAt: expect.any(String) });
      expect(await mails()).toHaveLength(2);
      await offer(2500);
      expect(await waiting()).toMatchObject({ USD_TO_NGN: 2500, rejectedAt: null });
      expect(await mails()).toHaveLength(4);
      const other = await candidateId();
      await rejectRate(held.database, ada, other);
      expect(await confirmRate(held.database, bola, other)).toBe("done");
      expect([await inForce(), await waiting()]).toEqual([2500, null]);
    });

    it("let only a present administrator decide", async () => {
      await confirmed(1000);
      await offer(1500);
      const id = await candidateId();
      for (const who of [await person("user"), await person("admin", "banned_at = now()"), randomUUID()]) {
        expect(await confirmRate(held.database, who, id)).toBe("not-allowed");
        expect(await rejectRate(held.database, who, id)).toBe("not-allowed");
      }
      expect(await confirmRate(held.database, ada, "nothing")).toBe("not-waiting");
      expect(await confirmRate(held.database, ada, randomUUID())).toBe("not-waiting");
      expect([await inForce(), await candidateId()]).toEqual([1000, id]);
    });

    it("are decided once if administrators confirm and reject at once", async () => {
      const others = await Promise.all([held.openAnother(), held.openAnother(), held.openAnother()]);
      for (let round = 0; round < 10; round += 1) {
        await query("delete from exchange_rates");
        await query("delete from accepted_rates");
        await confirmed(1000);
        await offer(1500);
        const id = await candidateId();
        const answers = await Promise.all([
          confirmRate(others[0], ada, id),
          confirmRate(others[1], bola, id),
          rejectRate(others[2], bola, id),
        ]);
        // A rejected one may be confirmed after all, but nothing is done twice.
        expect(answers.slice(0, 2).toSorted()).toEqual(["done", "not-waiting"]);
        expect(await inForce()).toBe(1500);
        expect(await query("select count(*)::int as n from accepted_rates where usd_to_ngn = 1500")).toEqual([
          { n: 1 },
        ]);
      }
    });

    it("do not drift if nodes fetch at once, and are not overwritten after a confirmation", async () => {
      const others = await Promise.all([held.openAnother(), held.openAnother(), held.openAnother()]);
      for (let round = 0; round < 10; round += 1) {
        await query("delete from exchange_rates");
        await query("delete from accepted_rates");
        await confirmed(1000);
        await Promise.all(others.map((database, index) => offer([1190, 1195, 1180][index] ?? 0, database)));
        await Promise.all(others.map((database, index) => offer([2000, 2010, 2020][index] ?? 0, database)));
        expect(await inForce()).toBeLessThanOrEqual(1200);
        const id = await candidateId();
        const [decided] = await Promise.all([confirmRate(others[0], ada, id), offer(1150, others[1])]);
        // The rate in force is the confirmed one, unless the candidate was withdrawn before the confirmation.
        expect(await inForce()).toSatisfy((rate: number) => (decided === "done" ? rate >= 2000 : rate === 1150));
      }
    });
  });
};
