// Tests withdrawals from outside, in the sandbox: from a bank account to the paid transfer, what is refused, and forged
// webhooks.
import { randomUUID } from "node:crypto";
import {
  adminWithdrawalAnswer,
  adminWithdrawalsAnswer,
  bankAccountAnswer,
  bankAccountsAnswer,
  banksAnswer,
  resolvedBankAccount,
  withdrawalAnswer,
  withdrawalsAnswer,
} from "@jara/shared/rest/withdrawals";
import { hash } from "@node-rs/argon2";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sandboxKey } from "../../src/features/payments/sandbox.ts";
import { expectLedgerHolds } from "../support/check-history.ts";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, JWT_SECRET, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { PAYSTACK_KEY, signed } from "../support/fake-paystack.ts";

const PASSWORD = "a password of the tests";
let passwordHash = "";

const server = await sharedServer();

describeEndToEnd("withdrawals", () => {
  let admin: Person;
  let ada: Person;
  const holders: Person[] = [];

  const holder = async (balance = 5_000): Promise<Person> => {
    const person = await makePerson(server, "ada", { balance });
    await server.query(
      "update users set first_name = 'Ada', last_name = 'Okafor', password_hash = $2 where id = $1::text::uuid",
      [person.id, passwordHash],
    );
    holders.push(person);
    return person;
  };
  beforeAll(async () => {
    passwordHash = await hash(PASSWORD);
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  beforeEach(async () => {
    ada = await holder();
  });
  afterEach(async () => {
    for (const { id } of holders.splice(0)) await expectLedgerHolds(server.server.database, id);
  });

  const call = (person: Person, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    server.api(method, `/api${path}`, { token: person.token, headers, ...(body && { body }) });
  const addAccount = (person: Person, accountNumber = "0123456780", change: object = {}) =>
    call(person, "POST", "/users/bank-accounts", { bankCode: "057", accountNumber, password: PASSWORD, ...change });
  /** A bank account that can be used. */
  const usableAccount = async (person: Person, accountNumber?: string): Promise<string> => {
    const { status, body, text } = await addAccount(person, accountNumber);
    if (status !== 201) throw new Error(text);
    await server.query("update bank_accounts set usable_at = clock_now() where id = $1::text::uuid", [
      body.bankAccount._id,
    ]);
    return body.bankAccount._id;
  };
  const withdraw = (person: Person, bankAccountId: string, change: object = {}, key: string = randomUUID()) =>
    call(
      person,
      "POST",
      "/users/withdrawals",
      { amount: 1_000, bankAccountId, password: PASSWORD, ...change },
      {
        "idempotency-key": key,
      },
    );
  const requested = async (person: Person, accountNumber?: string): Promise<string> => {
    const { body, text, status } = await withdraw(person, await usableAccount(person, accountNumber));
    if (status !== 201) throw new Error(text);
    return body.withdrawal._id;
  };
  const decide = (person: Person, id: string, decision: "approve" | "refuse", reason?: string) =>
    call(person, "POST", `/admin/withdrawals/${id}/${decision}`, reason === undefined ? undefined : { reason });
  const statusOf = async (person: Person): Promise<string> =>
    (await call(person, "GET", "/users/withdrawals")).body.withdrawals[0].status;
  const balanceOf = async (person: Person): Promise<number> =>
    (await call(person, "GET", "/users/withdrawals")).body.withdrawable.balance;

  it("goes from the bank account to the paid transfer, and the owner's sockets receive the balance", async () => {
    expectShape(banksAnswer, (await call(ada, "GET", "/banks")).body);
    const account = { bankCode: "057", accountNumber: "0123456780" };
    const named = (await call(ada, "POST", "/users/bank-accounts/resolve", account)).body;
    expectShape(resolvedBankAccount, named);
    expect(named).toEqual({ bankName: "Zenith Bank", accountName: "OKAFOR ADA NGOZI", isYours: true, problem: null });
    const added = await addAccount(ada);
    expect(added.status).toBe(201);
    expectShape(bankAccountAnswer, added.body);
    const { _id: accountId, isUsable, usableAt, createdAt } = added.body.bankAccount;
    expect([isUsable, Date.parse(usableAt) - Date.parse(createdAt)]).toEqual([false, 24 * 3_600_000]);
    const early = await withdraw(ada, accountId);
    expect([early.status, early.body.code]).toEqual([403, "FORBIDDEN"]);
    expect(early.body.message).toMatch(/^This bank account is new\. It can be used from .* Lagos time\.$/);
    await server.query("update bank_accounts set usable_at = clock_now() where id = $1::text::uuid", [accountId]);

    const live = await connect(server, "socket.io", { token: ada.token });
    const answer = await withdraw(ada, accountId, { amount: 1_234.5 });
    expect(answer.status).toBe(201);
    expectShape(withdrawalAnswer, answer.body);
    expect(await live.next("balance:changed")).toEqual({ balance: 3_765.5, available: 3_765.5 });
    const mine = (await call(ada, "GET", "/users/withdrawals")).body;
    expectShape(withdrawalsAnswer, mine);
    expect(mine).toMatchObject({
      withdrawals: [{ amount: 1_234.5, status: "requested" }],
      withdrawable: { amount: 3_765.5, balance: 3_765.5, reserved: 0, owed: 0 },
      obstacle: null,
      isSandbox: true,
    });
    const id = answer.body.withdrawal._id;
    const list = (await call(admin, "GET", "/admin/withdrawals?status=requested")).body;
    expectShape(adminWithdrawalsAnswer, list);
    expect(list.withdrawals.find((one: { _id: string }) => one._id === id)).toMatchObject({
      person: { _id: ada.id, firstName: "Ada" },
      balance: 3_765.5,
      isOwn: false,
      isSandbox: true,
      reference: `withdrawal-${id}`,
    });
    const approved = await decide(admin, id, "approve");
    expectShape(adminWithdrawalAnswer, approved.body);
    expect(approved.body.withdrawal).toMatchObject({ decidedBy: { _id: admin.id } });
    // Without asking at intervals, the owner and the staff who decide hear of each step.
    const staff = await connect(server, "/ws", { token: admin.token });
    await live.next("list:changed", ({ list }) => list === "own-withdrawals");
    live.forget();
    while ((await statusOf(ada)) !== "paid") {
      await live.next("list:changed", ({ list }) => list === "own-withdrawals");
      live.forget();
    }
    const [own] = [await requested(await holder())];
    await staff.next("list:changed", ({ list }) => list === "withdrawals");
    expect(own).toBeTruthy();
    expect(live.of("list:changed")).toEqual([]);
    for (const client of [live, staff]) client.close();
    const again = await decide(admin, id, "approve");
    expect([again.status, again.body.withdrawal.status]).toEqual([200, "paid"]);
    expect((await decide(admin, id, "refuse", "too late")).body).toMatchObject({
      code: "SETTLEMENT_CLOSED",
      status: "paid",
    });
    const mails = await server.query("select kind from outbox where user_id = $1::text::uuid order by created_at", [
      ada.id,
    ]);
    expect(mails.map(({ kind }) => kind)).toEqual([
      "bank-account-added",
      "withdrawal-requested",
      "withdrawal-sent",
      "withdrawal-paid",
    ]);
  });

  it.each([
    ["0123456787", "Your bank did not accept the money."],
    ["0123456788", "Your bank returned the money."],
    ["0123456789", "The payment service did not accept this bank account."],
  ])("returns the money if the transfer to %s does not arrive", async (accountNumber, reason) => {
    const id = await requested(ada, accountNumber);
    await decide(admin, id, "approve");
    await expect.poll(() => statusOf(ada)).toBe("failed");
    const { withdrawals, withdrawable } = (await call(ada, "GET", "/users/withdrawals")).body;
    expect([withdrawals[0].reason, withdrawable.balance]).toEqual([reason, 5_000]);
  });

  it("gives the same answer for the same key, and refuses the key for another request", async () => {
    const account = await usableAccount(ada);
    const key = randomUUID();
    const first = await withdraw(ada, account, {}, key);
    const second = await withdraw(ada, account, {}, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await withdraw(ada, account, { amount: 2_000 }, key)).body.code).toBe("COMMAND_ID_REUSED");
    expect(await balanceOf(ada)).toBe(4_000);
  });

  it("can be cancelled by its owner while it waits, and not afterwards", async () => {
    const id = await requested(ada);
    const bola = await holder();
    expect((await call(bola, "POST", `/users/withdrawals/${id}/cancel`)).status).toBe(404);
    expect((await call(ada, "POST", "/users/withdrawals/nothing/cancel")).status).toBe(404);
    for (let i = 0; i < 2; i++) {
      const { body } = await call(ada, "POST", `/users/withdrawals/${id}/cancel`);
      expect(body.withdrawal.status).toBe("cancelled");
    }
    expect(await balanceOf(ada)).toBe(5_000);
    expect((await decide(admin, id, "approve")).body).toMatchObject({ code: "SETTLEMENT_CLOSED", status: "cancelled" });
    const other = await withdraw(ada, (await call(ada, "GET", "/users/bank-accounts")).body.bankAccounts[0]._id);
    await decide(admin, other.body.withdrawal._id, "refuse", "Please call us");
    const late = await call(ada, "POST", `/users/withdrawals/${other.body.withdrawal._id}/cancel`);
    expect(late.body).toMatchObject({ code: "SETTLEMENT_CLOSED", status: "refused" });
    expect(await balanceOf(ada)).toBe(5_000);
  });

  it("cannot be decided by its owner", async () => {
    const kemi = await holder();
    await server.query("update users set role = 'admin' where id = $1::text::uuid", [kemi.id]);
    const id = await requested(kemi);
    const { withdrawals } = (await call(kemi, "GET", "/admin/withdrawals?limit=100")).body;
    expect(withdrawals.find((one: { _id: string }) => one._id === id).isOwn).toBe(true);
    expect((await decide(kemi, id, "approve")).body.code).toBe("CONFLICT_OF_INTEREST");
    expect((await decide(kemi, id, "refuse", "no")).body.code).toBe("CONFLICT_OF_INTEREST");
    expect((await decide(admin, id, "refuse", " ")).status).toBe(400);
    expect((await decide(admin, id, "refuse", "x".repeat(501))).status).toBe(400);
    expect((await decide(admin, id, "refuse", "\u0000")).status).toBe(400);
    expect((await decide(admin, "nothing", "approve")).status).toBe(404);
    expect((await decide(admin, id, "refuse", "<b>no</b>")).body.withdrawal).toMatchObject({
      status: "refused",
      reason: "<b>no</b>",
    });
  });

  it("warns who decides of other people with the bank account or its name, until it is decided", async () => {
    const [bola, chidi] = [await holder(), await holder()];
    const id = await requested(ada, "0000000010");
    await usableAccount(bola, "0000000010");
    await usableAccount(chidi, "0000000020");
    const named = (account: string, name: string) =>
      server.query("update bank_accounts set account_name = $2 where account_number = $1", [account, name]);
    await named("0000000010", "ADA THE ONLY ONE");
    await named("0000000020", "Ada the only one");
    const sharesOf = async (reader: Person, asked = id) => {
      const { body } = await call(reader, "GET", "/admin/withdrawals?status=requested&limit=100");
      return body.withdrawals.find(({ _id }: { _id: string }) => _id === asked)?.shares;
    };
    const user = ({ id: _id, username }: Person) => ({ _id, username, isBanned: false });
    expect(await sharesOf(admin)).toEqual([
      { what: "bank account", detail: "Zenith Bank …0010", user: user(bola) },
      { what: "account name", detail: "ADA THE ONLY ONE", user: user(chidi) },
    ]);
    // About their own they do not learn it.
    const kemi = await holder();
    await server.query("update users set role = 'admin' where id = $1::text::uuid", [kemi.id]);
    expect(await sharesOf(kemi, await requested(kemi, "0000000010"))).toEqual([]);
    const refused = await decide(admin, id, "refuse", "Not yours");
    expect([refused.status, refused.body.withdrawal.shares]).toEqual([200, []]);
  });

  it("leaves what bids bind: a bid until it is outbid, a maximum until it is cancelled, also after it was outbid", async () => {
    const { _id: bidLot } = await openAuction(server, admin);
    const { _id: maxLot } = await openAuction(server, admin);
    const [bola, owner] = [await holder(100_000), await holder(100_000)];
    const funds = async () => (await call(owner, "GET", "/users/withdrawals")).body.withdrawable;
    const max = (person: Person, maxAmount: number) =>
      call(person, "POST", "/maxbids", { auctionId: maxLot, maxAmount, currency: "NGN" });
    await call(owner, "POST", "/bids", { auctionId: bidLot, amount: 20_000 });
    const { maxBid } = (await max(owner, 50_000)).body;
    expect(await funds()).toEqual({ amount: 86_000, balance: 100_000, reserved: 14_000, owed: 0 });
    await call(bola, "POST", "/bids", { auctionId: bidLot, amount: 30_000 });
    await max(bola, 60_000);
    expect((await call(owner, "GET", `/auctions/${maxLot}`)).body.auction.isLeading).toBe(false);
    expect(await funds()).toMatchObject({ amount: 90_000, reserved: 10_000 });
    const tooMuch = await withdraw(owner, await usableAccount(owner), { amount: 90_000.01 });
    expect([tooMuch.status, tooMuch.body.message]).toEqual([403, "You can withdraw ₦90,000.00 at most."]);
    await call(owner, "DELETE", `/maxbids/${maxBid._id}`);
    expect(await funds()).toMatchObject({ amount: 100_000, reserved: 0 });
  });

  it("that is not covered is refused with the same answer, whatever the amount of the hidden maxima", async () => {
    const refusals: string[] = [];
    for (const maxAmount of [55_000, 60_000]) {
      const person = await holder(25_000);
      const { body } = await withdraw(person, await usableAccount(person), { amount: 10_000 });
      for (let lot = 0; lot < 2; lot++) {
        const { _id: auctionId } = await openAuction(server, admin);
        const max = await call(person, "POST", "/maxbids", { auctionId, maxAmount, currency: "NGN" });
        expect(max.status, max.text).toBe(200);
      }
      const { status, text } = await decide(admin, body.withdrawal._id, "approve");
      expect(status).toBe(403);
      refusals.push(text);
    }
    expect(refusals[1]).toBe(refusals[0]);
    expect(JSON.parse(refusals[0] ?? "")).toEqual({
      code: "INSUFFICIENT_BALANCE",
      message:
        "The rest of the balance is ₦15,000.00, which is less than this person's bids and payments need. " +
        "Wait until that is settled, or refuse the withdrawal.",
      balance: 15_000,
    });
  });

  describe("the site refuses", () => {
    it.each([[0], [-5], [99.99], [100.005], ["1000"], [null], [1e300], [Number.MAX_SAFE_INTEGER]])(
      "an amount of %s",
      async (amount) => {
        const { status, body } = await withdraw(ada, await usableAccount(ada), { amount });
        expect([status, body.code]).toEqual([400, "INVALID"]);
      },
    );

    it("more than the available amount, and names that amount", async () => {
      const { status, body } = await withdraw(ada, await usableAccount(ada), { amount: 5_000.01 });
      expect([status, body]).toEqual([
        403,
        {
          code: "INSUFFICIENT_BALANCE",
          message: "You can withdraw ₦5,000.00 at most.",
          required: 5_000.01,
          balance: 5_000,
        },
      ]);
    });

    it("somebody else's bank account, which nobody else can see or remove", async () => {
      const bola = await holder();
      const account = await usableAccount(bola);
      expect((await withdraw(ada, account)).status).toBe(404);
      expect((await call(ada, "DELETE", `/users/bank-accounts/${account}`)).status).toBe(404);
      expect((await call(admin, "DELETE", `/users/bank-accounts/${account}`)).status).toBe(404);
      expect((await call(ada, "GET", "/users/bank-accounts")).body.bankAccounts).toEqual([]);
      const removed = await call(bola, "DELETE", `/users/bank-accounts/${account}`);
      expectShape(bankAccountsAnswer, removed.body);
      expect(removed.body.bankAccounts).toEqual([]);
      expect((await withdraw(bola, account)).status).toBe(404);
    });

    it("a wrong password, without ending the session", async () => {
      const account = await usableAccount(ada);
      for (const answer of [
        await withdraw(ada, account, { password: "wrong" }),
        await addAccount(ada, "0111111111", { password: "wrong" }),
      ]) {
        expect([answer.status, answer.body.message, answer.body.issues[0].path]).toEqual([
          400,
          "This password is wrong.",
          "password",
        ]);
      }
      expect(await balanceOf(ada)).toBe(5_000);
    });

    it("a withdrawal and a bank account without the password, until the session has proved the person again", async () => {
      const account = await usableAccount(ada);
      const without = { password: undefined };
      const asked = async () => [
        (await addAccount(ada, "0111111111", without)).status,
        (await withdraw(ada, account, without)).status,
      ];
      // The log-in of a moment ago is a fresh proof for other calls, and not for these.
      expect((await withdraw(ada, account, without)).body).toMatchObject({
        code: "PROOF_REQUIRED",
        methods: ["password"],
      });
      expect(await asked()).toEqual([403, 403]);
      await server.query(
        `update sessions set created_at = created_at - interval '1 minute', proved_at = proved_at - interval '1 minute'
         where user_id = $1::text::uuid`,
        [ada.id],
      );
      expect(await asked()).toEqual([403, 403]);
      expect((await call(ada, "POST", "/auth/prove", { password: PASSWORD })).status).toBe(200);
      // One proof is enough for both.
      expect(await asked()).toEqual([201, 201]);
      await server.query(
        "update sessions set proved_at = proved_at - interval '11 minutes' where user_id = $1::text::uuid",
        [ada.id],
      );
      expect(await asked()).toEqual([403, 403]);
      const elsewhere = await makePerson(server, "elsewhere");
      expect((await call(elsewhere, "POST", "/users/withdrawals", { amount: 1_000 })).status).toBe(403);
    });

    it("an account in another name, one that the bank does not know, and hostile names", async () => {
      const other = await addAccount(ada, "1123456780");
      expect([other.status, other.body.message]).toEqual([
        400,
        "The bank says that this account belongs to “ADEYEMI BOLA”. Your profile says “Ada Okafor”. " +
          "You can withdraw only to an account in your own name.",
      ]);
      expect((await addAccount(ada, "9123456780")).body.message).toBe(
        "Zenith Bank knows no account with this number. Please check both.",
      );
      expect((await addAccount(ada, "0123456780", { bankCode: "12345" })).body.issues[0].path).toBe("bankCode");
      for (const accountNumber of ["123", "01234567890", "012345678x", "0123456780&bank_code=044", 123456780]) {
        expect((await addAccount(ada, accountNumber as string)).status).toBe(400);
      }
      for (const [first, last] of [
        ["", "Okafor"],
        ["' or true --", "%"],
        ["<script>", "Okafor"],
        ["A", "Okafor"],
        [".*", ".*"],
      ] as const) {
        await server.query("update users set first_name = $2, last_name = $3 where id = $1::text::uuid", [
          ada.id,
          first,
          last,
        ]);
        expect((await addAccount(ada)).status).toBe(400);
      }
      expect((await call(ada, "GET", "/users/bank-accounts")).body.bankAccounts).toEqual([]);
    });

    it("a person who is not verified, or has no password", async () => {
      await server.query("update users set password_hash = null where id = $1::text::uuid", [ada.id]);
      expect((await call(ada, "GET", "/users/withdrawals")).body.obstacle).toBe("no-password");
      const google = await addAccount(ada);
      expect([google.status, google.body.message]).toEqual([403, expect.stringContaining("signs in with Google")]);
      await server.query("update users set email_verified_at = null where id = $1::text::uuid", [ada.id]);
      expect((await addAccount(ada)).body.code).toBe("EMAIL_NOT_VERIFIED");
      expect((await withdraw(ada, randomUUID())).body.code).toBe("EMAIL_NOT_VERIFIED");
      expect((await call(ada, "GET", "/users/withdrawals")).body.obstacle).toBe("unverified");
    });

    it("forged webhooks, and the sandbox's calls without its key", async () => {
      const id = await requested(ada);
      const send = async (key: string, change: object = {}, name = "transfer.failed") => {
        const data = { reference: `withdrawal-${id}`, amount: 100_000, currency: "NGN", status: "failed", ...change };
        const raw = JSON.stringify({ event: name, data });
        const headers = { "x-paystack-signature": signed(raw, key) };
        return (await server.api("POST", "/api/payments/paystack/webhook", { raw, headers })).status;
      };
      expect(await send(PAYSTACK_KEY)).toBe(401);
      expect(await send("")).toBe(401);
      const key = sandboxKey(JWT_SECRET);
      // Signed, but about nothing that was approved, or about nothing at all.
      expect(await send(key)).toBe(200);
      expect(await send(key, { reference: "withdrawal-of-nobody" })).toBe(200);
      expect(await send(key, { amount: "100000" })).toBe(200);
      expect(await send(key, {}, "transfer.__proto__")).toBe(200);
      expect([await statusOf(ada), await balanceOf(ada)]).toEqual(["requested", 4_000]);
      for (const path of ["/bank", "/bank/resolve?account_number=0123456780&bank_code=057", "/transfer/verify/x"]) {
        expect((await server.api("GET", `/sandbox/paystack${path}`)).status).toBe(401);
      }
      for (const path of ["/transfer", "/transferrecipient"]) {
        expect((await server.api("POST", `/sandbox/paystack${path}`, { body: {} })).status).toBe(401);
      }
    });
  });
});
