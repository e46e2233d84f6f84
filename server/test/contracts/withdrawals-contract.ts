// Tests the statements of withdrawals: who may ask for how much, and the outcome of races. It is long
// because it has the statements of the owner and of the staff.
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addBankAccount, bankAccountsOf, removeBankAccount } from "../../src/features/withdrawals/bank-accounts.ts";
import {
  approveWithdrawal,
  cancelWithdrawal,
  refuseWithdrawal,
} from "../../src/features/withdrawals/close-withdrawal.ts";
import { withdrawableOf } from "../../src/features/withdrawals/withdrawable.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { seedAuction, seedUsers } from "../support/seed.ts";
import { withDatabase } from "../support/with-database.ts";
import {
  AMOUNT,
  ask,
  asked,
  balanceOf,
  bankAccount,
  entriesOf,
  expectSums,
  type Holder,
  holder,
  mailsOf,
  setMaximum,
  statusOf,
  TERMS,
} from "../support/withdrawals-world.ts";

export const withdrawalsContract = (): void => {
  describe("withdrawals", () => {
    const held = withDatabase();
    let nodes: Database[] = [];
    let ada: Holder;
    let [kemi, tunde] = [{ id: "" }, { id: "" }];
    beforeAll(async () => {
      nodes = [held.database, await held.openAnother(), await held.openAnother()];
    });
    beforeEach(async () => {
      ada = await holder(held.database);
      const admins = await seedUsers(held.database, { kemi: { role: "admin" }, tunde: { role: "admin" } });
      kemi = admins.kemi;
      tunde = admins.tunde;
    });
    afterEach(() => expectSums(held.database));
    const node = (n: number): Database => nodes[n % nodes.length] ?? held.database;
    const actionsOn = ({ id }: { readonly id: string }) =>
      held.database.query<{ action: string; actor: string; details: { withdrawalId: string } }>(
        "select action, actor_id::text as actor, details from admin_actions where user_id = $1::text::uuid order by at",
        [id],
      );

    describe("a request", () => {
      it("takes the amount from the balance with its ledger entry, its mail and a new revision", async () => {
        const id = await asked(held.database, ada);
        expect(await statusOf(held.database, id)).toBe("requested");
        expect(await entriesOf(held.database, ada)).toEqual([
          { cause: "withdrawal", amount: -AMOUNT, after: 400_000, reference: `withdrawal-${id}` },
        ]);
        expect(await mailsOf(held.database, ada)).toEqual(["withdrawal-requested"]);
        const [row] = await held.database.query("select revision from users where id = $1::text::uuid", [ada.id]);
        expect(row).toEqual({ revision: 2 });
      });

      it("has one effect for one command, however often and wherever it arrives", async () => {
        const commandId = randomUUID();
        const all = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => ask(node(n), ada, { commandId })));
        expect(all.filter(({ is }) => is === "made")).toHaveLength(1);
        expect(all.filter(({ is }) => is === "made-before")).toHaveLength(5);
        expect(new Set(all.map((one) => "id" in one && one.id)).size).toBe(1);
        expect(await balanceOf(held.database, ada)).toBe(400_000);
        expect(await ask(held.database, ada, { commandId, amountMinor: 20_000 })).toEqual({ is: "key-reused" });
        const other = await bankAccount(held.database, ada.id);
        expect(await ask(held.database, ada, { commandId, bankAccountId: other })).toEqual({ is: "key-reused" });
        const bola = await holder(held.database);
        expect(await ask(held.database, bola, { commandId })).toMatchObject({ is: "made" });
      });

      it("gets the same money only once if several come at once", async () => {
        const all = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => ask(node(n), ada, { amountMinor: 300_000 })));
        expect(all.map(({ is }) => is).sort()).toEqual(["made", ...Array(5).fill("too-much")]);
        expect(await balanceOf(held.database, ada)).toBe(200_000);
      });

      it("can take the whole balance, and not a kobo more", async () => {
        expect(await ask(held.database, ada, { amountMinor: 500_001 })).toMatchObject({
          is: "too-much",
          balanceMinor: 500_000,
        });
        expect(await ask(held.database, ada, { amountMinor: 500_000 })).toMatchObject({ is: "made" });
        expect(await balanceOf(held.database, ada)).toBe(0);
      });

      it("leaves what is bound and what is owed, with dollars at the present rate", async () => {
        const { seller } = await seedUsers(held.database, { seller: { role: "admin" } });
        const naira = await seedAuction(held.database, seller);
        const dollars = await seedAuction(held.database, seller, { currency: "USD" });
        const { query } = held.database;
        await setMaximum(held.database, ada.id, naira.id, 250_000);
        await query(
          `insert into settlements (id, auction_id, winner_id, amount_minor, deposit_worth_minor, paid_minor, due_at,
             created_at) values (gen_random_uuid(), $2::text::uuid, $1::text::uuid, 100000, 20000, 5000, now(), now())`,
          [ada.id, naira.id],
        );
        await query(
          `insert into purchases (id, auction_id, buyer_id, price_minor, fee_minor, deposit_worth_minor, paid_minor,
             status, deadline_at, created_at)
           values (gen_random_uuid(), $2::text::uuid, $1::text::uuid, 100, 5, 21, 1, 'pending', now(), now())`,
          [ada.id, dollars.id],
        );
        // 75,000 of the win and 83 cents at 1,500.
        expect(await withdrawableOf(held.database, ada.id, TERMS)).toEqual({
          amount: (500_000 - 50_000 - 75_000 - 124_500) / 100,
          balance: 5_000,
          reserved: 500,
          owed: 1_995,
        });
        expect(await ask(held.database, ada, { amountMinor: 250_501 })).toMatchObject({ is: "too-much" });
        expect(await ask(held.database, ada, { amountMinor: 250_500 })).toMatchObject({ is: "made" });
        const nothing = { amount: 0, balance: 2_495, reserved: 500, owed: 1_995 };
        expect(await withdrawableOf(held.database, ada.id, TERMS)).toEqual(nothing);
        await query("update settlements set status = 'waived', closed_at = now()");
        await query("update purchases set status = 'void', closed_at = now()");
        expect(await withdrawableOf(held.database, ada.id, TERMS)).toMatchObject({ amount: 1_995, owed: 0 });
      });

      it("is refused to a suspended or unverified person, and for an unusable account or somebody else's", async () => {
        const banned = await holder(held.database, { isBanned: true });
        expect(await ask(held.database, banned)).toEqual({ is: "suspended" });
        expect(await ask(held.database, await holder(held.database, { isVerified: false }))).toEqual({
          is: "unverified",
        });
        const bola = await holder(held.database);
        const accounts = [bola.account, randomUUID(), "no uuid", "", "' or true --"];
        accounts.push(await bankAccount(held.database, ada.id, "removed_at = now()"));
        accounts.push(await bankAccount(held.database, ada.id, "is_sandbox = true"));
        for (const bankAccountId of accounts) {
          expect(await ask(held.database, ada, { bankAccountId })).toEqual({ is: "no-account" });
        }
        const waits = await bankAccount(held.database, ada.id, "usable_at = clock_now() + interval '1 minute'");
        expect(await ask(held.database, ada, { bankAccountId: waits })).toMatchObject({ is: "account-waits" });
        expect(await balanceOf(held.database, ada)).toBe(500_000);
        expect(await mailsOf(held.database, ada)).toEqual([]);
      });

      it("is refused if it is the twenty-first within an hour", async () => {
        for (let i = 0; i < 20; i++) await asked(held.database, ada, { amountMinor: 10_000 });
        expect(await ask(held.database, ada, { amountMinor: 10_000 })).toEqual({ is: "too-many" });
        expect(await ask(held.database, ada, { amountMinor: 10_000, hasLimit: false })).toMatchObject({ is: "made" });
      });
    });

    describe("a decision", () => {
      it("approves once, by the first administrator, and records who it was", async () => {
        const id = await asked(held.database, ada);
        const all = await Promise.all(
          [kemi, tunde, kemi, tunde].map((admin, n) => approveWithdrawal(node(n), admin.id, id, TERMS)),
        );
        expect(all.map(({ is }) => is).sort()).toEqual(["done", "not-open", "not-open", "not-open"]);
        const actions = await actionsOn(ada);
        expect(actions).toMatchObject([{ action: "withdrawal approved", details: { withdrawalId: id } }]);
        expect([kemi.id, tunde.id]).toContain(actions[0]?.actor);
      });

      const ends = {
        approve: (database: Database, id: string) => approveWithdrawal(database, kemi.id, id, TERMS),
        refuse: (database: Database, id: string) => refuseWithdrawal(database, tunde.id, id, "Not today"),
        cancel: async (database: Database, id: string) => ({
          is: (await cancelWithdrawal(database, ada.id, id)) ? "done" : "not-open",
        }),
      };
      it.each([
        ["cancel", "approve"],
        ["refuse", "approve"],
        ["cancel", "refuse"],
        ["cancel", "cancel"],
        ["refuse", "refuse"],
      ] as const)("%s against %s at once has one effect, and the money comes back at most once", async (...two) => {
        // Each may be approved, and the balance is enough for five.
        for (let round = 0; round < 4; round++) {
          const id = await asked(held.database, ada, { hasLimit: false });
          const before = await balanceOf(held.database, ada);
          const order = round % 2 ? two : two.toReversed();
          const all = await Promise.all(order.map((way, n) => ends[way](node(n), id)));
          expect(all.map(({ is }) => is).sort()).toEqual(["done", "not-open"]);
          const status = await statusOf(held.database, id);
          const isBack = status !== "approved";
          expect(await balanceOf(held.database, ada)).toBe(before + (isBack ? AMOUNT : 0));
          await expectSums(held.database);
        }
      });

      it("to refuse needs a reason, and returns the money with an entry and a mail", async () => {
        const id = await asked(held.database, ada);
        expect(await refuseWithdrawal(held.database, kemi.id, id, "It's <b>not</b> yours")).toMatchObject({
          is: "done",
        });
        expect(await refuseWithdrawal(held.database, kemi.id, id, "again")).toEqual({ is: "not-open" });
        expect(await cancelWithdrawal(held.database, ada.id, id)).toBe(false);
        expect((await entriesOf(held.database, ada)).map(({ cause, after }) => [cause, after])).toEqual([
          ["withdrawal", 400_000],
          ["withdrawal-return", 500_000],
        ]);
        expect(await mailsOf(held.database, ada)).toEqual(["withdrawal-requested", "withdrawal-refused"]);
        expect(await actionsOn(ada)).toMatchObject([
          {
            action: "withdrawal refused",
            actor: kemi.id,
            details: { reason: "It's <b>not</b> yours", amount: AMOUNT },
          },
        ]);
      });

      it("can be made by two administrators about each other's at once", async () => {
        const [one, two] = [
          { id: kemi.id, account: await bankAccount(held.database, kemi.id) },
          { id: tunde.id, account: await bankAccount(held.database, tunde.id) },
        ];
        for (let round = 0; round < 5; round++) {
          const [ofOne, ofTwo] = [await asked(held.database, one), await asked(held.database, two)];
          const both = await Promise.all([
            refuseWithdrawal(node(0), two.id, ofOne, "no"),
            refuseWithdrawal(node(1), one.id, ofTwo, "no"),
          ]);
          expect(both.map(({ is }) => is)).toEqual(["done", "done"]);
        }
      });

      it("is refused to the owner, to suspended people and to anybody but administrators", async () => {
        const id = await asked(held.database, ada);
        const { bola, out } = await seedUsers(held.database, { bola: {}, out: { role: "admin", isBanned: true } });
        for (const actor of [ada, bola, out]) {
          expect(await approveWithdrawal(held.database, actor.id, id, TERMS)).toEqual({ is: "not-allowed" });
          expect(await refuseWithdrawal(held.database, actor.id, id, "no")).toEqual({ is: "not-allowed" });
        }
        await held.database.query("update users set role = 'admin' where id = $1::text::uuid", [ada.id]);
        expect(await approveWithdrawal(held.database, ada.id, id, TERMS)).toEqual({ is: "not-open" });
        expect(await refuseWithdrawal(held.database, ada.id, id, "no")).toEqual({ is: "not-open" });
        expect(await statusOf(held.database, id)).toBe("requested");
        expect(await cancelWithdrawal(held.database, bola.id, id)).toBe(false);
      });

      it("does not approve an amount that was bound meanwhile, or a suspended person", async () => {
        const id = await asked(held.database, ada, { amountMinor: 400_000 });
        const { query } = held.database;
        // A bid that was committed while the withdrawal was being asked for.
        const { seller } = await seedUsers(held.database, { seller: { role: "admin" } });
        const { id: auctionId } = await seedAuction(held.database, seller);
        await setMaximum(held.database, ada.id, auctionId, 500_005);
        expect(await approveWithdrawal(held.database, kemi.id, id, TERMS)).toEqual({
          is: "not-covered",
          balanceMinor: 100_000,
        });
        await query("update max_bids set amount_minor = 500000");
        await query("update users set banned_at = now() where id = $1::text::uuid", [ada.id]);
        expect(await approveWithdrawal(held.database, kemi.id, id, TERMS)).toEqual({ is: "suspended" });
        await query("update users set banned_at = null where id = $1::text::uuid", [ada.id]);
        expect(await approveWithdrawal(held.database, kemi.id, id, TERMS)).toMatchObject({ is: "done" });
        expect(await actionsOn(ada)).toHaveLength(1);
      });
    });

    describe("a bank account", () => {
      const account = (userId: string, accountNumber = "0123456789") => ({
        userId,
        accountNumber,
        bankCode: "057",
        bankName: "Zenith Bank",
        accountName: 'O\'KAFOR "ADA"',
        isSandbox: false,
      });

      it("is usable after 24 hours, and its owner gets one mail, however often it is added at once", async () => {
        const all = await Promise.all([0, 1, 2, 3].map((n) => addBankAccount(node(n), account(ada.id))));
        expect(all.filter((one) => one?.isNew)).toHaveLength(1);
        const [made] = all;
        if (!made) throw new Error("not added");
        expect(Date.parse(made.bankAccount.usableAt) - Date.parse(made.bankAccount.createdAt)).toBe(24 * 3_600_000);
        expect(made.bankAccount.isUsable).toBe(false);
        const mails = await held.database.query("select kind, data from outbox where user_id = $1::text::uuid", [
          ada.id,
        ]);
        const { bankName, accountNumber, accountName, usableAt } = made.bankAccount;
        expect(mails).toEqual([
          { kind: "bank-account-added", data: { bankName, accountNumber, accountName, usableAt } },
        ]);
      });

      it("must wait at every bank but the sandbox's own", async () => {
        const add = async (bankCode: string, isSandbox: boolean) => {
          const added = await addBankAccount(held.database, { ...account(ada.id), bankCode, isSandbox });
          return added?.bankAccount.isUsable;
        };
        expect([await add("001", true), await add("057", true), await add("044", false)]).toEqual([true, false, false]);
        const bola = await holder(held.database);
        const real = { ...account(bola.id), bankCode: "001", isSandbox: false };
        expect((await addBankAccount(held.database, real))?.bankAccount.isUsable).toBe(false);
      });

      it("is removed only by its owner, and must wait again when it is added again", async () => {
        const first = (await addBankAccount(held.database, account(ada.id)))?.bankAccount;
        const bola = await holder(held.database);
        expect(await removeBankAccount(held.database, bola.id, first?._id ?? "")).toBe(false);
        expect(await removeBankAccount(held.database, ada.id, first?._id ?? "")).toBe(true);
        expect(await removeBankAccount(held.database, ada.id, first?._id ?? "")).toBe(false);
        expect(await removeBankAccount(held.database, ada.id, "no uuid")).toBe(false);
        const second = await addBankAccount(held.database, account(ada.id));
        expect(second).toMatchObject({ isNew: true, bankAccount: { isUsable: false } });
        expect(second?.bankAccount._id).not.toBe(first?._id);
        const listed = await bankAccountsOf(held.database, ada.id, false);
        expect(listed.map(({ _id }) => _id)).toEqual([ada.account, second?.bankAccount._id]);
        expect(await bankAccountsOf(held.database, ada.id, true)).toEqual([]);
      });

      it("is not added for a suspended person, or beyond ten", async () => {
        const banned = await holder(held.database, { isBanned: true });
        expect(await addBankAccount(held.database, account(banned.id))).toBeNull();
        for (let i = 0; i < 9; i++) await addBankAccount(held.database, account(ada.id, `100000000${i}`));
        expect(await addBankAccount(held.database, account(ada.id, "2000000000"))).toBeNull();
      });
    });
  });
};
