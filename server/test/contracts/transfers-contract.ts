// Tests sending withdrawals: each transfer is sent once and its money comes back at most once,
// whatever is lost, repeated or late. It is long because it has a test for each answer of the payment service and each
// moment of a failure.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approveWithdrawal } from "../../src/features/withdrawals/close-withdrawal.ts";
import { createPaystackTransfers } from "../../src/features/withdrawals/paystack-transfers.ts";
import { createTransfers, type Transfers, type TransfersDeps } from "../../src/features/withdrawals/transfers.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { type FakeBank, startFakeBank } from "../support/fake-bank.ts";
import { seedUsers } from "../support/seed.ts";
import { withDatabase } from "../support/with-database.ts";
import {
  AMOUNT,
  asked,
  balanceOf,
  expectSums,
  type Holder,
  holder,
  mailsOf,
  statusOf,
  TERMS,
} from "../support/withdrawals-world.ts";

export const transfersContract = (): void => {
  describe("transfers", () => {
    const held = withDatabase();
    let bank: FakeBank;
    let ada: Holder;
    let id = "";
    let changedBalances: string[] = [];
    let logged: string[] = [];
    const reference = () => `withdrawal-${id}`;

    const depsOf = (database: Database): TransfersDeps => ({
      database,
      paystack: createPaystackTransfers(bank.call),
      isSandbox: false,
      brandName: "Jara",
      retryAfterS: [10, 20, 30],
      withdrawalChanged: () => {},
      balanceChanged: (userId) => changedBalances.push(userId),
      log: { info: () => {}, warn: () => {}, error: (_details, message) => logged.push(message) },
    });
    const nodeOf = (database: Database): Transfers => createTransfers(depsOf(database));
    const sweep = () => nodeOf(held.database).sweep();
    /** As if the next attempt were due. */
    const due = () =>
      held.database.query(
        "update withdrawals set next_attempt_at = clock_now() - interval '1 hour' where next_attempt_at is not null",
      );
    const sweepLater = async () => {
      await due();
      await sweep();
    };
    const event = (name: string, change: object = {}) =>
      nodeOf(held.database).receive(`transfer.${name}`, {
        reference: reference(),
        amount: AMOUNT,
        currency: "NGN",
        status: name,
        transfer_code: "TRF_x",
        ...change,
      });
    /** Makes Paystack report this status of the transfer from now on. */
    const becomes = (status: string) => {
      const transfer = bank.transfers.get(reference());
      if (!transfer) throw new Error("never sent");
      transfer.status = status;
    };
    const problemOf = async () => {
      const [row] = await held.database.query<{ problem: string | null }>(
        "select last_error as problem from withdrawals where id = $1::text::uuid",
        [id],
      );
      return row?.problem ?? null;
    };
    const approvedOne = async (person: Holder): Promise<string> => {
      const { kemi } = await seedUsers(held.database, { kemi: { role: "admin" } });
      const made = await asked(held.database, person);
      expect(await approveWithdrawal(held.database, kemi.id, made, TERMS)).toMatchObject({ is: "done" });
      return made;
    };
    const status = () => statusOf(held.database, id);
    const expectBack = async (times: 0 | 1) => {
      expect(await balanceOf(held.database, ada)).toBe(400_000 + times * AMOUNT);
      await expectSums(held.database);
    };

    beforeAll(async () => {
      bank = await startFakeBank();
    });
    beforeEach(async () => {
      for (const table of ["withdrawals", "bank_accounts"]) await held.database.query(`delete from ${table}`);
      await held.database.query("delete from ledger_entries where cause like 'withdrawal%'");
      await held.database.query(
        "update users set balance_minor = (select sum(amount_minor) from ledger_entries l where l.user_id = users.id)",
      );
      bank.mood = "take";
      bank.transfers.clear();
      for (const list of [bank.sends, bank.asked]) list.splice(0);
      [changedBalances, logged] = [[], []];
      ada = await holder(held.database);
      id = await approvedOne(ada);
    });
    afterEach(() => expectSums(held.database));
    afterAll(() => bank.close());

    it("send an approved withdrawal, and end with the webhook, which may come twice", async () => {
      await sweep();
      expect([await status(), bank.sends]).toEqual(["sent", [reference()]]);
      expect(bank.transfers.get(reference())).toMatchObject({ amount: AMOUNT, currency: "NGN" });
      becomes("success");
      await event("success");
      await event("success");
      await sweepLater();
      expect([await status(), bank.sends.length]).toEqual(["paid", 1]);
      expect(await mailsOf(held.database, ada)).toEqual(["withdrawal-requested", "withdrawal-sent", "withdrawal-paid"]);
      await expectBack(0);
    });

    it("send nothing that is not approved", async () => {
      await held.database.query("update withdrawals set status = 'requested', next_attempt_at = clock_now()");
      await sweep();
      expect([bank.sends, bank.asked]).toEqual([[], []]);
    });

    it("find the payment by asking if the webhook never comes", async () => {
      await sweep();
      await sweepLater();
      expect([await status(), bank.asked.length]).toEqual(["sent", 1]);
      becomes("success");
      await sweepLater();
      expect([await status(), bank.sends.length]).toEqual(["paid", 1]);
    });

    it("do not send again after a node stopped between Paystack and the database", async () => {
      bank.mood = "take, then hang up";
      await sweep();
      expect([await status(), bank.transfers.size]).toEqual(["approved", 1]);
      bank.mood = "take";
      await sweepLater();
      expect([await status(), bank.sends.length, bank.asked.length]).toEqual(["sent", 1, 1]);
    });

    it("do not send again if Paystack refuses the reference as known", async () => {
      bank.mood = "take, then hang up";
      await sweep();
      bank.mood = "take";
      // The node that died had been the first; this one does not know of it.
      await held.database.query("update withdrawals set attempts = 0");
      await sweepLater();
      expect([await status(), bank.sends.length, bank.transfers.size]).toEqual(["sent", 2, 1]);
    });

    it("send again a transfer that never arrived", async () => {
      bank.mood = "hang up";
      await sweep();
      await sweepLater();
      expect([await status(), bank.sends.length, await problemOf()]).toEqual(["approved", 0, expect.any(String)]);
      bank.mood = "take";
      await sweepLater();
      expect([await status(), bank.sends.length, await problemOf()]).toEqual(["sent", 1, null]);
    });

    it("accept the webhook before the own answer, and are paid though the answer was lost", async () => {
      bank.mood = "take, then hang up";
      await sweep();
      becomes("success");
      await event("success");
      await sweepLater();
      expect([await status(), bank.sends.length]).toEqual(["paid", 1]);
      expect(await mailsOf(held.database, ada)).toEqual(["withdrawal-requested", "withdrawal-paid"]);
    });

    it.each(["failed", "reversed"])(
      "return the money once if the transfer is %s, by webhooks and by asking",
      async (word) => {
        await sweep();
        becomes(word);
        await Promise.all([event(word), event(word), sweepLater()]);
        await event(word);
        await sweepLater();
        expect(await status()).toBe("failed");
        expect(changedBalances).toEqual([ada.id]);
        expect((await mailsOf(held.database, ada)).filter((mail) => mail === "withdrawal-failed")).toHaveLength(1);
        await expectBack(1);
      },
    );

    it.each(["abandoned", "blocked", "rejected"])("return the money if Paystack answers %s", async (word) => {
      await sweep();
      becomes(word);
      await sweepLater();
      expect(await status()).toBe("failed");
      await expectBack(1);
    });

    it.each(["pending", "otp", "received", "queued", "a word not known yet"])(
      "wait while the transfer is %s",
      async (word) => {
        await sweep();
        becomes(word);
        await sweepLater();
        expect(await status()).toBe("sent");
        await expectBack(0);
      },
    );

    it("return the money once if the transfer is reversed after it was paid", async () => {
      await sweep();
      await event("success");
      expect(await status()).toBe("paid");
      becomes("reversed");
      await Promise.all([event("reversed"), event("reversed"), event("failed")]);
      expect(await status()).toBe("failed");
      await expectBack(1);
      // The success arrives again, after the reversal.
      await event("success");
      expect([await status(), logged, await problemOf()]).toEqual(["failed", [], null]);
      await expectBack(1);
    });

    it("ask before money returns, if a failure is reported after the transfer was paid", async () => {
      await sweep();
      becomes("success");
      await event("success");
      bank.asked.splice(0);
      // Paystack still says that the bank has the money.
      for (const name of ["failed", "reversed"]) await event(name);
      expect([await status(), bank.asked, changedBalances]).toEqual(["paid", [reference(), reference()], []]);
      await expectBack(0);
      // If Paystack does not answer, the webhook fails, so that Paystack sends the report again.
      const away = createTransfers({
        ...depsOf(held.database),
        paystack: createPaystackTransfers(() => Promise.reject(new Error("no answer"))),
      });
      const report = {
        reference: reference(),
        amount: AMOUNT,
        currency: "NGN",
        status: "reversed",
        transfer_code: null,
      };
      await expect(away.receive("transfer.reversed", report)).rejects.toMatchObject({ body: { code: "UNAVAILABLE" } });
      expect([await status(), await problemOf()]).toEqual(["paid", expect.stringContaining("reported")]);
      await expectBack(0);
      // If Paystack knows no such transfer, or another amount, a person must look at it.
      const transfer = bank.transfers.get(reference());
      bank.transfers.delete(reference());
      await event("reversed");
      if (transfer) bank.transfers.set(reference(), { ...transfer, status: "reversed", amount: AMOUNT - 1 });
      await event("reversed");
      expect([await status(), logged.length]).toEqual(["paid", 2]);
      await expectBack(0);
      if (transfer) bank.transfers.set(reference(), { ...transfer, status: "reversed" });
      await event("reversed");
      expect(await status()).toBe("failed");
      await expectBack(1);
    });

    it("notify administrators if a transfer is paid although its money was returned", async () => {
      await sweep();
      await event("failed");
      becomes("success");
      await event("success");
      expect(await status()).toBe("failed");
      expect(logged).toHaveLength(1);
      expect(await problemOf()).toMatch(/Paid .* after the money came back/);
      await expectBack(1);
    });

    it("trust no report with another amount, currency, reference or shape", async () => {
      await sweep();
      await event("success", { amount: AMOUNT + 1 });
      await event("failed", { amount: AMOUNT - 1 });
      await event("success", { currency: "USD" });
      await event("failed", { amount: String(AMOUNT) });
      await event("failed", { reference: "withdrawal-00000000-0000-4000-8000-000000000000" });
      await event("failed", { reference: "' or true --" });
      await event("failed", { reference: null });
      await event("approved", {});
      await event("__proto__", {});
      await nodeOf(held.database).receive("transfer.failed", null);
      expect(await status()).toBe("sent");
      await expectBack(0);
    });

    it("do not return money for a withdrawal that was never approved", async () => {
      await held.database.query("update withdrawals set status = 'requested', next_attempt_at = null");
      await event("failed");
      expect([await status(), logged.length]).toEqual(["requested", 1]);
      await expectBack(0);
    });

    it("give up an account that Paystack does not accept, and return the money once", async () => {
      bank.mood = "no such account";
      await Promise.all([sweep(), sweep()]);
      await sweepLater();
      expect([await status(), bank.sends, await problemOf()]).toEqual(["failed", [], "Account number is invalid"]);
      await expectBack(1);
    });

    it("wait while the reason is on our side, and send the transfer then", async () => {
      bank.mood = "poor";
      for (let i = 0; i < 6; i++) await sweepLater();
      expect([await status(), await problemOf()]).toEqual(["approved", expect.stringContaining("balance")]);
      await expectBack(0);
      bank.mood = "take";
      await sweepLater();
      expect([await status(), bank.transfers.size]).toEqual(["sent", 1]);
    });

    it("give up a transfer that is refused again and again after the last pause", async () => {
      bank.mood = "refuse";
      await sweep();
      for (let i = 0; i < 2; i++) await sweepLater();
      expect(await status()).toBe("approved");
      await expectBack(0);
      await sweepLater();
      expect([await status(), bank.transfers.size]).toEqual(["failed", 0]);
      await expectBack(1);
    });

    it("send each of many once, with several nodes at work", async () => {
      const people = await Promise.all([1, 2, 3, 4, 5].map(() => holder(held.database)));
      const ids = [id];
      for (const person of people) ids.push(await approvedOne(person), await approvedOne(person));
      const nodes = [held.database, await held.openAnother(), await held.openAnother()];
      await Promise.all([...nodes, ...nodes].map((database) => nodeOf(database).sweep()));
      expect(bank.sends.sort()).toEqual(ids.map((one) => `withdrawal-${one}`).sort());
      await due();
      for (const transfer of bank.transfers.values()) transfer.status = "success";
      await Promise.all([...nodes, ...nodes].map((database) => nodeOf(database).sweep()));
      for (const one of ids) expect(await statusOf(held.database, one)).toBe("paid");
    });
  });
};
