// Tests the second person for changes of money above a bound: which changes wait, who may decide, that each is carried
// out once, and that many small changes do not pass the bound. It is long, because each file starts a server, so one file holds one subject.
import { createHash, randomUUID } from "node:crypto";
import { approvalAnswer, approvalsAnswer } from "@jara/shared/rest/approvals";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { evictSmallOrders } from "../../src/features/approvals/queries.ts";
import { type ServersTogether, startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const BOUND = 100_000;
const config = { secondPersonAboveMinor: BOUND * 100 };
let last = 0;

const calls = (server: Pick<TestServer, "api" | "query">) => ({
  edit: (who: Person, of: Person, action: string, balance: number, key: string = randomUUID()) =>
    server.api("PUT", `/api/users/admin/balance/${of.id}`, {
      token: who.token,
      body: { balance, action, reason: "At the desk" },
      headers: { "idempotency-key": key },
    }),
  decide: (who: Person, id: string, decision: "approve" | "refuse", body?: object) =>
    server.api("POST", `/api/admin/approvals/${id}/${decision}`, { token: who.token, ...(body && { body }) }),
  settle: (who: Person, id: string, call: string, body?: object, key: string = randomUUID()) =>
    server.api("POST", `/api/settlements/${id}/${call}`, {
      token: who.token,
      headers: { "idempotency-key": key },
      ...(body && { body }),
    }),
  /** Returns the entries of the audit log about an approval. */
  recordsOf: (id: string) =>
    server.query(
      `select action, actor_id as actor, details ->> 'reason' as reason from admin_actions
       where details ->> 'approval' = $1 order by at`,
      [id],
    ),
  balanceOf: async (person: Person): Promise<number> => {
    const [row] = await server.query("select balance_minor from users where id = $1::text::uuid", [person.id]);
    return Number(row?.balance_minor) / 100;
  },
});

describeEndToEnd("a second person", () => {
  let server: TestServer;
  let admin: Person;
  let manager: Person;
  let cashier: Person;
  let ada: Person;
  let my: ReturnType<typeof calls>;
  beforeAll(async () => {
    server = await startTestServer({ config });
    admin = await makePerson(server, "admin", { role: "admin", isSettled: true });
    cashier = await makePerson(server, "cashier", { role: "cashier", isSettled: true });
    my = calls(server);
  });
  beforeEach(async () => {
    manager = await makePerson(server, `manager-${++last}`, { role: "manager", isSettled: true });
    ada = await makePerson(server, `ada-${last}`, { balance: 1_000 });
  });
  afterAll(() => server?.close());

  /** A win of ada's, of which so much is left to pay. */
  const won = async (price: number): Promise<string> => {
    await server.query("update users set balance_minor = 1000000000 where id = $1::text::uuid", [ada.id]);
    const lot = await openAuction(server, admin);
    const bid = { token: ada.token, body: { auctionId: lot._id, amount: price } };
    expect((await server.api("POST", "/api/bids", bid)).status).toBe(201);
    await setStatus(server, admin, lot._id, "ended");
    const [row] = await server.query<{ id: string }>("select id from settlements where auction_id = $1::text::uuid", [
      lot._id,
    ]);
    return row?.id ?? "";
  };

  it("is not needed up to the bound, and above it the balance waits and stays", async () => {
    expect((await my.edit(manager, ada, "add", BOUND)).status).toBe(200);
    const { status, body } = await my.edit(admin, ada, "add", BOUND + 0.01);
    expect(status).toBe(202);
    expectShape(approvalAnswer, body);
    expect(body.approval).toMatchObject({
      kind: "balance",
      status: "waiting",
      user: { username: ada.username },
      askedBy: { username: "admin" },
      asked: { action: "add", amount: BOUND + 0.01 },
      amountNgn: BOUND + 0.01,
      reason: "At the desk",
      mayDecide: false,
      mayTakeBack: true,
    });
    expect(await my.balanceOf(ada)).toBe(1_000 + BOUND);
  });

  it("carries it out for the one who approves, exactly as it was asked for, and records both", async () => {
    const { body } = await my.edit(manager, ada, "add", 250_000);
    const id = body.approval._id;
    const approved = await my.decide(admin, id, "approve");
    expect([approved.status, approved.body.approval?.status]).toEqual([200, "done"]);
    expect(await my.balanceOf(ada)).toBe(251_000);
    // The same approval again is answered alike and does nothing more.
    expect((await my.decide(admin, id, "approve")).body.approval.status).toBe("done");
    expect(await my.balanceOf(ada)).toBe(251_000);
    const actions = await server.query(
      "select action, actor_id as actor from admin_actions where user_id = $1::text::uuid order by at, action",
      [ada.id],
    );
    expect(actions).toEqual([
      { action: "approval asked for", actor: manager.id },
      { action: "approved", actor: admin.id },
      { action: "balance", actor: admin.id },
    ]);
  });

  it("tells the staff who decide at each step that the approvals have changed", async () => {
    const feed = await connect(server, "/ws", { token: cashier.token });
    const changed = async () => {
      await feed.next("list:changed", ({ list }) => list === "approvals");
      feed.forget();
    };
    const id = (await my.edit(manager, ada, "add", 250_000)).body.approval._id;
    await changed();
    await my.decide(admin, id, "refuse", { reason: "No receipt" });
    await changed();
    const other = (await my.edit(manager, ada, "add", 260_000)).body.approval._id;
    await changed();
    await server.api("DELETE", `/api/admin/approvals/${other}`, { token: manager.token });
    await changed();
    feed.close();
  });

  it("is neither the one who asked, nor the one whose money it is, nor anybody without the permission", async () => {
    const id = (await my.edit(manager, ada, "add", 250_000)).body.approval._id;
    for (const decision of ["approve", "refuse"] as const) {
      const body = decision === "refuse" ? { reason: "No" } : undefined;
      expect((await my.decide(manager, id, decision, body)).body.code).toBe("FORBIDDEN");
      expect((await my.decide(cashier, id, decision, body)).body.code).toBe("FORBIDDEN");
      expect((await my.decide(ada, id, decision, body)).body.code).toBe("FORBIDDEN");
    }
    const own = await makePerson(server, `own-${last}`, { role: "manager" });
    const ofOwn = (await my.edit(manager, own, "add", 250_000)).body.approval._id;
    expect((await my.decide(own, ofOwn, "approve")).body.code).toBe("CONFLICT_OF_INTEREST");
    await server.query("update users set role = 'user', revision = revision + 1 where id = $1::text::uuid", [own.id]);
    expect([await my.balanceOf(ada)]).toEqual([1_000]);
  });

  it("refuses with a reason, and whoever asked can take it back, once", async () => {
    const id = (await my.edit(manager, ada, "add", 250_000)).body.approval._id;
    const refused = await my.decide(admin, id, "refuse", { reason: "No deposit came" });
    expect(refused.body.approval).toMatchObject({ status: "refused", message: "No deposit came" });
    const late = await my.decide(await makePerson(server, `late-${last}`, { role: "admin" }), id, "approve");
    expect([late.status, late.body.message]).toEqual([409, "This change was refused already by admin."]);
    const other = (await my.edit(manager, ada, "subtract", 900_000)).body.approval._id;
    const path = `/api/admin/approvals/${other}`;
    expect((await server.api("DELETE", path, { token: admin.token })).status).toBe(403);
    for (const _once of [1, 2]) {
      expect((await server.api("DELETE", path, { token: manager.token })).body.approval.status).toBe("taken-back");
    }
    expect(await my.recordsOf(other)).toEqual([
      { action: "approval asked for", actor: manager.id, reason: "At the desk" },
      { action: "approval taken back", actor: manager.id, reason: "At the desk" },
    ]);
    expect((await my.decide(admin, other, "approve")).status).toBe(409);
    expect(await my.balanceOf(ada)).toBe(1_000);
  });

  it("adds up the small changes of one member of the staff within 24 hours, whoever they are about, also at once", async () => {
    const friends = await Promise.all([1, 2].map((n) => makePerson(server, `friend-${n}-of-${last}`, { balance: 0 })));
    const people = Array.from({ length: 10 }, (_, n) => [ada, ...friends][n % 3] ?? ada);
    const answers = await Promise.all(people.map((person) => my.edit(manager, person, "add", BOUND / 4)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 202, 202, 202, 202, 202, 202]);
    const credited = await Promise.all([ada, ...friends].map(my.balanceOf));
    expect(credited.reduce((sum, balance) => sum + balance)).toBe(1_000 + BOUND);
    // Somebody else has a bound of their own; the next day is another one.
    const other = await makePerson(server, `other-${last}`, { role: "manager" });
    expect((await my.edit(other, ada, "add", 10)).status).toBe(200);
    const bola = await makePerson(server, `bola-${last}`);
    expect((await my.edit(manager, bola, "add", 10)).status).toBe(202);
    expect((await my.edit(manager, ada, "subtract", 10)).status).toBe(202);
    await server.query(
      "update approvals set asked_at = asked_at - interval '24 hours' where asked_by = $1::text::uuid and status = 'not-needed'",
      [manager.id],
    );
    expect((await my.edit(manager, ada, "subtract", 10)).status).toBe(200);
  });

  it("is needed once several members of the staff together change one person's money above the bound, also at once", async () => {
    const others = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        makePerson(server, `fresh-${last}-${n}`, { role: "manager", isSettled: true }),
      ),
    );
    const answers = await Promise.all(others.map((other) => my.edit(other, ada, "add", BOUND / 4)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 202, 202]);
    expect(await my.balanceOf(ada)).toBe(1_000 + BOUND);
    expect((await my.edit(manager, ada, "add", 10)).status).toBe(202);
    // Another person's money is not concerned.
    const bola = await makePerson(server, `bola-of-${last}`);
    expect((await my.edit(manager, bola, "add", 10)).status).toBe(200);
  });

  it("sees what setting a balance changes, and a request that is sent again asks once", async () => {
    const key = randomUUID();
    const first = await my.edit(manager, ada, "set", 500_000, key);
    expect(first.body.approval).toMatchObject({ asked: { action: "add", amount: 499_000 } });
    expect((await my.edit(manager, ada, "set", 500_000, key)).body.approval._id).toBe(first.body.approval._id);
    expect((await my.edit(manager, ada, "set", 600_000, key)).body.code).toBe("COMMAND_ID_REUSED");
    expect((await my.edit(manager, ada, "set", 1_000)).status).toBe(200);
  });

  it("says why an approved change cannot be carried out any more", async () => {
    await my.edit(admin, ada, "add", 90_000);
    await server.query("update users set balance_minor = 30000000 where id = $1::text::uuid", [ada.id]);
    const id = (await my.edit(manager, ada, "subtract", 250_000)).body.approval._id;
    await server.query("update users set balance_minor = 100 where id = $1::text::uuid", [ada.id]);
    const { status, body } = await my.decide(admin, id, "approve");
    expect([status, body.code]).toEqual([403, "INSUFFICIENT_BALANCE"]);
    const list = await server.api("GET", "/api/admin/approvals?limit=100", { token: admin.token });
    expectShape(approvalsAnswer, list.body);
    const shown = list.body.approvals.find(({ _id }: { _id: string }) => _id === id);
    expect(shown).toMatchObject({ status: "failed", message: expect.stringContaining("cannot be subtracted") });
    expect(await my.recordsOf(id)).toEqual([
      { action: "approval asked for", actor: manager.id, reason: "At the desk" },
      { action: "approved", actor: admin.id, reason: "At the desk" },
      { action: "approval failed", actor: admin.id, reason: "At the desk" },
    ]);
    const [failed] = await server.query(
      "select details ->> 'problem' as problem from admin_actions where action = 'approval failed' and user_id = $1::text::uuid",
      [ada.id],
    );
    expect(failed).toEqual({ problem: shown.message });
  });

  it("books one transfer for two lots only if the order says so, even if both orders waited", async () => {
    const reference = `GTB ${randomUUID()}`;
    const body = { method: "transfer", amount: BOUND + 1, reference };
    const ids: string[] = [];
    for (const more of [{}, {}, { isSplit: true }]) {
      const { status, body: asked } = await my.settle(manager, await won(400_000), "payments", { ...body, ...more });
      expect(status).toBe(202);
      ids.push(asked.approval._id);
    }
    const decided = [];
    for (const id of ids) decided.push(await my.decide(admin, id, "approve"));
    expect(decided.map(({ status, body: answer }) => [status, answer.code])).toEqual([
      [200, undefined],
      [409, "ALREADY_EXISTS"],
      [200, undefined],
    ]);
  });

  it("refuses another balance than the one that was seen, and asks once when the same request is sent again", async () => {
    const set = (balance: number, seen: number, key: string = randomUUID()) =>
      server.api("PUT", `/api/users/admin/balance/${ada.id}`, {
        token: manager.token,
        body: { balance, action: "set", seen },
        headers: { "idempotency-key": key },
      });
    for (const balance of [1_500, 500_000]) {
      const { status, body } = await set(balance, 999);
      expect([status, body.code, body.balance]).toEqual([409, "BALANCE_CHANGED", 1_000]);
    }
    const [small, large] = [randomUUID(), randomUUID()];
    expect((await set(1_500, 1_000, small)).body).toMatchObject({ before: 1_000, user: { balance: 1_500 } });
    expect((await set(1_500, 1_000, small)).body.user.balance).toBe(1_500);
    const { approval } = (await set(500_000, 1_500, large)).body;
    expect(approval.asked).toEqual({ action: "add", amount: 498_500, currency: "NGN" });
    await my.edit(manager, ada, "add", 10);
    expect((await set(500_000, 1_500, large)).body.approval._id).toBe(approval._id);
  });

  it("asks whether it is the same transfer while the first booking waits, and after it was approved", async () => {
    const settlement = await won(900_000);
    const reference = `GTB ${randomUUID()}`;
    const book = (more: object = {}) =>
      my.settle(manager, settlement, "payments", { method: "transfer", amount: BOUND + 1, reference, ...more });
    const first = await book({ note: "Teller 4" });
    expect(first.body.approval).toMatchObject({ asked: { action: "transfer", reference }, reason: "Teller 4" });
    expect((await book()).body).toMatchObject({
      code: "SAME_TRANSFER",
      message: "A transfer with this reference waits for a second person. Is this the same transfer?",
    });
    const second = await book({ isAnother: true });
    expect(second.status).toBe(202);
    const details = await server.api("GET", `/api/settlements/${settlement}`, { token: admin.token });
    expect(details.body.approvals.map(({ _id }: { _id: string }) => _id)).toEqual([
      first.body.approval._id,
      second.body.approval._id,
    ]);
    for (const { body } of [first, second])
      expect((await my.decide(admin, body.approval._id, "approve")).status).toBe(200);
    expect((await book()).body.code).toBe("SAME_TRANSFER");
    const [row] = await server.query("select count(*)::int as n from payments where settlement_id = $1::text::uuid", [
      settlement,
    ]);
    expect(row).toEqual({ n: 2 });
  });

  it("books one transfer for one lot, though a small booking of it for another was refused under the same key", async () => {
    const body = { method: "transfer", amount: 10, reference: `GTB ${randomUUID()}` };
    const [closed, other] = [await won(400_000), await won(400_000)];
    expect((await my.settle(admin, closed, "waive")).status).toBe(200);
    const key = randomUUID();
    expect((await my.settle(admin, closed, "payments", body, key)).body.code).toBe("SETTLEMENT_CLOSED");
    expect((await my.settle(admin, other, "payments", body)).status).toBe(200);
    expect((await my.settle(admin, closed, "payments", body, key)).body.code).toBe("ALREADY_EXISTS");
  });

  it("carries an approved booking out later, if its transfer is being booked for another lot at that moment", async () => {
    const reference = `gtb ${randomUUID()}`;
    const body = { method: "transfer", amount: BOUND + 1, reference };
    const settlement = await won(400_000);
    const id = (await my.settle(manager, settlement, "payments", body)).body.approval._id;
    const normalised = reference.replaceAll(/[ -]/g, "");
    const job = `transfer ${createHash("sha256").update(normalised).digest("hex")}`;
    await server.query(
      "insert into job_leases (job, holder, until) values ($1, gen_random_uuid(), now() + interval '1 minute')",
      [job],
    );
    const { status, body: answer } = await my.decide(admin, id, "approve");
    expect([status, answer.code]).toEqual([503, "UNAVAILABLE"]);
    const [row] = await server.query("select status from approvals where id = $1::text::uuid", [id]);
    expect(row).toEqual({ status: "approved" });
    await server.query("delete from job_leases where job = $1", [job]);
    const again = await my.decide(admin, id, "approve");
    expect([again.status, again.body.approval?.status]).toEqual([200, "done"]);
  });

  it("keeps the record of small changes as long as they count, and removes it later", async () => {
    await my.edit(manager, ada, "add", 10);
    await my.edit(manager, ada, "add", 20);
    await my.edit(manager, ada, "add", 250_000);
    await server.query(
      "update approvals set asked_at = asked_at - interval '31 hours' where asked_by = $1::text::uuid and number in (1, 3)",
      [manager.id],
    );
    await evictSmallOrders(server.server.database, 100);
    const left = await server.query("select number from approvals where asked_by = $1::text::uuid order by number", [
      manager.id,
    ]);
    expect(left).toEqual([{ number: 2 }, { number: 3 }]);
  });

  it("does a small change that is sent again while its outcome is known once, and counts it anew once neither is known", async () => {
    const key = randomUUID();
    const age = (hours: number) =>
      server.query(
        `update approvals set asked_at = asked_at - $1::text::int * interval '1 hour' where user_id = $2::text::uuid`,
        [hours, ada.id],
      );
    expect((await my.edit(manager, ada, "add", BOUND, key)).status).toBe(200);
    // The small change is forgotten after 30 hours, its command after 48.
    for (const hours of [29, 2]) {
      await age(hours);
      expect((await my.edit(manager, ada, "add", BOUND, key)).status).toBe(200);
      expect(await my.balanceOf(ada)).toBe(1_000 + BOUND);
    }
    await age(49);
    await server.query("delete from commands where command_id = $1", [key]);
    expect((await my.edit(manager, ada, "add", BOUND, key)).status).toBe(200);
    expect(await my.balanceOf(ada)).toBe(1_000 + 2 * BOUND);
    expect((await my.edit(manager, ada, "add", 10)).status).toBe(202);
  });

  describe("a second person who has had the role for less than a day", () => {
    const NEW = "You have had your role for less than 24 hours. Somebody else must approve this.";
    const order = async (): Promise<string> => (await my.edit(admin, ada, "add", 250_000)).body.approval._id;
    const refusedTo = async (who: Person, id: string): Promise<void> => {
      const { status, body } = await my.decide(who, id, "approve");
      expect([status, body.code, body.message]).toEqual([403, "FORBIDDEN", NEW]);
      expect(await my.balanceOf(ada)).toBe(1_000);
    };

    it("does not approve with an old account that got the role today", async () => {
      const id = await order();
      const friend = await makePerson(server, `friend-${last}`, { isSettled: true });
      const body = { role: "manager" };
      const given = await server.api("PUT", `/api/users/admin/role/${friend.id}`, { token: admin.token, body });
      expect([given.status, given.text]).toEqual([200, expect.anything()]);
      await refusedTo(friend, id);
      expect((await my.decide(manager, id, "approve")).body.approval.status).toBe("done");
    });

    it("approves a day after the change of the role", async () => {
      await server.query(
        `insert into admin_actions (id, actor_id, action, user_id, details, at)
         values (gen_random_uuid(), $1::text::uuid, 'role', $2::text::uuid, '{}', now() - interval '24 hours')`,
        [admin.id, manager.id],
      );
      expect((await my.decide(manager, await order(), "approve")).body.approval.status).toBe("done");
    });

    it("does not approve with a new account, for example of an invitation, but can refuse", async () => {
      const invited = await makePerson(server, `invited-${last}`, { role: "manager" });
      const id = await order();
      await refusedTo(invited, id);
      const refused = await my.decide(invited, id, "refuse", { reason: "No deposit came" });
      expect(refused.body.approval.status).toBe("refused");
    });
  });

  it.each([
    ["lost the role", "role = 'cataloguer'"],
    ["was suspended", "banned_at = now()"],
  ])("does not carry out what was asked for by somebody who %s since, and it can be refused", async (_how, change) => {
    const id = (await my.edit(manager, ada, "add", 250_000)).body.approval._id;
    await server.query(`update users set ${change}, revision = revision + 1 where id = $1::text::uuid`, [manager.id]);
    const { status, body } = await my.decide(admin, id, "approve");
    expect([status, body.code, body.message]).toEqual([
      409,
      "SETTLEMENT_CLOSED",
      `${manager.username} asked for this and no longer may. It cannot be approved any more.`,
    ]);
    expect(await my.balanceOf(ada)).toBe(1_000);
    expect((await my.decide(admin, id, "refuse", { reason: "No" })).body.approval.status).toBe("refused");
  });

  it("carries out what was approved on a server that stopped before it could", async () => {
    const id = (await my.edit(manager, ada, "add", 250_000)).body.approval._id;
    await server.query(
      `update approvals set status = 'approved', decided_by = $1::text::uuid, decided_at = now() - interval '1 minute'
       where id = $2::text::uuid`,
      [admin.id, id],
    );
    // The same person approves again; the job does the same every 30 seconds.
    expect((await my.decide(admin, id, "approve")).body.approval.status).toBe("done");
    expect(await my.balanceOf(ada)).toBe(251_000);
  });

  describe("for payments", () => {
    it.each([
      ["payments", { method: "cash", amount: 400_000 }],
      ["payment-received", undefined],
    ])(
      "makes %s wait, carries it out once approved, and refuses it if the settlement is closed",
      async (call, body) => {
        const id = await won(500_000);
        const asked = await my.settle(cashier, id, call, body);
        expect([asked.status, asked.body.approval?.lot?.settlementId]).toEqual([202, id]);
        expect(asked.body.approval.amountNgn).toBe(400_000);
        const second = await my.settle(admin, id, call, body);
        expect(second.status).toBe(202);
        expect((await my.decide(manager, asked.body.approval._id, "approve")).body.approval.status).toBe("done");
        const paid = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
        expect(paid.body.settlement).toMatchObject({ status: "paid", remaining: 0 });
        const again = await my.decide(manager, second.body.approval._id, "approve");
        expect([again.status, again.body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
        const reversed = await my.settle(cashier, id, "reverse", { reason: "It bounced" });
        expect(reversed.status).toBe(202);
        expect((await my.decide(manager, reversed.body.approval._id, "approve")).body.approval.status).toBe("done");
        const open = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
        expect(open.body.settlement.status).toBe("open");
      },
    );

    it("does not confirm another amount than the approver saw, and says why", async () => {
      const id = await won(500_000);
      const asked = (await my.settle(cashier, id, "payment-received")).body.approval;
      expect(asked.amountNgn).toBe(400_000);
      expect((await my.settle(cashier, id, "payments", { method: "cash", amount: 50_000 })).status).toBe(200);
      const { status, body } = await my.decide(manager, asked._id, "approve");
      expect([status, body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
      expect(body.message).toContain("Then: ₦400,000.00 to be paid. Now: ₦350,000.00 to be paid.");
      const [row] = await server.query("select status, message from approvals where id = $1::text::uuid", [asked._id]);
      expect(row).toEqual({ status: "failed", message: body.message });
      const open = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
      expect(open.body.settlement).toMatchObject({ status: "open", remaining: 350_000 });
    });

    it("makes a refund in cash wait for somebody who may pay cash out, whom it says so", async () => {
      const id = await won(500_000);
      expect((await my.settle(ada, id, "payments", { method: "balance" })).status).toBe(200);
      const body = { to: "cash", reason: "It broke on the way" };
      expect((await my.settle(cashier, id, "refund", body)).status).toBe(403);
      const asked = await my.settle(admin, id, "refund", body);
      expect([asked.status, asked.body.approval]).toMatchObject([202, { kind: "refund", refundTo: "cash" }]);
      expect((await my.decide(cashier, asked.body.approval._id, "approve")).status).toBe(403);
      expect((await my.decide(manager, asked.body.approval._id, "approve")).body.approval.status).toBe("done");
      expect(await my.balanceOf(ada)).toBe(10_000_000 - 500_000);
    });

    it("makes a refund wait: it takes the whole sale back once approved, and only as it was asked for", async () => {
      const id = await won(500_000);
      const pay = () => my.settle(ada, id, "payments", { method: "balance" });
      const body = { to: "balance", reason: "It broke on the way" };
      const stateOf = async () => {
        const { settlement } = (await server.api("GET", `/api/settlements/${id}`, { token: admin.token })).body;
        return [settlement.status, settlement.auction.status, await my.balanceOf(ada)];
      };
      const paidUp = ["paid", "sold", 10_000_000 - 500_000];
      expect((await pay()).status).toBe(200);
      const asked = await my.settle(cashier, id, "refund", body);
      expect([asked.status, asked.body.approval]).toMatchObject([202, { kind: "refund", amountNgn: 500_000 }]);
      expect(await stateOf()).toEqual(paidUp);

      expect((await my.decide(cashier, asked.body.approval._id, "approve")).status).toBe(403);
      const second = await my.settle(admin, id, "refund", body);
      expect(second.status).toBe(202);
      expect((await my.decide(manager, asked.body.approval._id, "approve")).body.approval.status).toBe("done");
      expect(await stateOf()).toEqual(["refunded", "ended", 10_000_000]);
      const again = await my.decide(manager, second.body.approval._id, "approve");
      expect([again.status, again.body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
      expect(await stateOf()).toEqual(["refunded", "ended", 10_000_000]);
      const [row] = (await server.api("GET", `/api/auctions/admin/all?search=${ada.username}`, { token: admin.token }))
        .body.auctions;
      // Nobody bought the lot, so its former buyer's name does not find it.
      expect(row).toBeUndefined();
    });

    it("is not passed by setting the auction to sold, nor by somebody with an interest in the lot", async () => {
      const id = await won(500_000);
      const [row] = await server.query<{ lot: string }>(
        "select auction_id as lot from settlements where id = $1::text::uuid",
        [id],
      );
      for (const [method, path] of [
        ["PATCH", `/api/auctions/admin/${row?.lot}/status`],
        ["PUT", `/api/auctions/${row?.lot}`],
      ] as const) {
        const answer = await server.api(method, path, { token: manager.token, body: { status: "sold" } });
        expect([method, answer.status]).toEqual([method, 403]);
      }
      const asked = await my.settle(cashier, id, "payment-received");
      await server.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
        ada.id,
      ]);
      const own = await my.decide(ada, asked.body.approval._id, "approve");
      expect(own.body.code).toBe("CONFLICT_OF_INTEREST");
    });
  });

  describe("for a payment that is taken back", () => {
    const settledOf = async (lot: string): Promise<string> => {
      const [row] = await server.query<{ status: string }>(
        "select status from settlements where auction_id = $1::text::uuid",
        [lot],
      );
      return row?.status ?? "none";
    };
    /** Paid by ada from her balance. */
    const paidLot = async (price: number): Promise<{ id: string; lot: string }> => {
      const id = await won(price);
      await my.settle(ada, id, "payments", { method: "balance" });
      const { body } = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
      expect(body.settlement.status).toBe("paid");
      return { id, lot: body.settlement.auction._id };
    };

    it.each([
      ["PATCH", "/api/auctions/admin/:lot/status"],
      ["PUT", "/api/auctions/:lot"],
      ["PUT", "/api/auctions/admin/:lot"],
    ])("is not passed by another status of the sold lot: %s %s", async (method, path) => {
      const { lot } = await paidLot(500_000);
      const before = await my.balanceOf(ada);
      for (const status of ["ended", "active", "paused", "draft"]) {
        const answer = await server.api(method, path.replace(":lot", lot), { token: manager.token, body: { status } });
        expect([status, answer.status, answer.body.code]).toEqual([status, 403, "FORBIDDEN"]);
        expect(answer.body.message).toMatch(/^Reverse the payment under Settlements/);
      }
      expect([await my.balanceOf(ada), await settledOf(lot)]).toEqual([before, "paid"]);
    });

    it("is not passed with the key of a reversal that was refused while little was paid", async () => {
      const key = randomUUID();
      const id = await won(400_000);
      const reversal = () => my.settle(manager, id, "reverse", { reason: "It bounced" }, key);
      const early = await reversal();
      expect([early.status, early.body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
      expect((await my.settle(ada, id, "payments", { method: "balance" })).status).toBe(200);
      const asked = await reversal();
      expect([asked.status, asked.body.approval?.amountNgn]).toEqual([202, 400_000]);
      // The same request once more asks for nothing new.
      expect((await reversal()).body.approval._id).toBe(asked.body.approval._id);
      const { body } = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
      expect(body.settlement.status).toBe("paid");
    });

    it("gives a reversal that was carried out its first answer again, although more was paid since", async () => {
      const key = randomUUID();
      const id = await won(100_000);
      const reversal = () => my.settle(manager, id, "reverse", { reason: "It bounced" }, key);
      await my.settle(cashier, id, "payments", { method: "cash", amount: 10_000 });
      expect((await reversal()).body.settlement).toMatchObject({ status: "open", paid: 0 });
      await my.settle(ada, id, "payments", { method: "balance" });
      const again = await reversal();
      expect([again.status, again.body.settlement?.status]).toEqual([200, "paid"]);
    });

    it("is not taken back by the approval of a smaller reversal that was asked for while the settlement was open", async () => {
      const id = await won(400_000);
      await my.settle(cashier, id, "payments", { method: "cash", amount: 30_000 });
      const asked = await my.settle(manager, id, "reverse", { reason: "Counted twice" });
      expect([asked.status, asked.body.approval?.amountNgn]).toEqual([202, 110_000]);
      await my.settle(ada, id, "payments", { method: "balance" });
      const { status, body } = await my.decide(admin, asked.body.approval._id, "approve");
      expect([status, body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
      expect(body.message).toContain("Then: open, with ₦30,000.00 paid after the deposit. Now: paid, with ₦320,000.00");
      const paid = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
      expect(paid.body.settlement).toMatchObject({ status: "paid", paid: 320_000 });
    });

    it("may be given back by cancelling the lot, and an approved reversal opens the settlement", async () => {
      const cancelled = await paidLot(500_000);
      await setStatus(server, manager, cancelled.lot, "cancelled");
      expect(await settledOf(cancelled.lot)).toBe("void");
      const { id, lot } = await paidLot(500_000);
      const asked = await my.settle(manager, id, "reverse", { reason: "It bounced" });
      expect(asked.status).toBe(202);
      expect((await my.decide(admin, asked.body.approval._id, "approve")).body.approval.status).toBe("done");
      await setStatus(server, manager, lot, "active");
      expect(await settledOf(lot)).toBe("void");
    });
  });

  it("is not shown what waits on a lot in which they have an interest, and it is not counted for them", async () => {
    const id = await won(500_000);
    const { body } = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
    const lot: string = body.settlement.auction._id;
    const asked = (await my.settle(cashier, id, "payment-received")).body.approval._id;
    const onBalance = (await my.edit(admin, ada, "add", 250_000)).body.approval._id;
    const list = async () => {
      const answer = await server.api("GET", "/api/admin/approvals?limit=100", { token: manager.token });
      const ids: string[] = answer.body.approvals.map(({ _id }: { _id: string }) => _id);
      return { ids, open: answer.body.open as number, total: answer.body.pagination.total as number };
    };
    const before = await list();
    expect(before.ids).toEqual(expect.arrayContaining([asked, onBalance]));
    // The manager had a maximum on it before joining the staff.
    await server.query(
      `insert into max_bids (id, auction_id, user_id, amount_minor, reached_revision, created_at, updated_at)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, 110000, 1, now(), now())`,
      [randomUUID(), lot, manager.id],
    );
    const after = await list();
    expect(after.ids).not.toContain(asked);
    expect(after.ids).toContain(onBalance);
    expect([after.open, after.total]).toEqual([before.open - 1, before.total - 1]);
    // Members of the staff still see the approvals that they asked for themselves, so that they can take them back.
    const own = (await my.settle(cashier, id, "payments", { method: "cash", amount: 200_000 })).body.approval._id;
    await server.query("update approvals set asked_by = $1::text::uuid where id = $2::text::uuid", [manager.id, own]);
    expect((await list()).ids).toContain(own);
  });

  it("lists for each role the kinds that it decides, and counts what waits for the reader", async () => {
    const id = (await my.edit(manager, ada, "add", 250_000)).body.approval._id;
    const list = async (who: Person) =>
      (await server.api("GET", "/api/admin/approvals?status=open&limit=100", { token: who.token })).body;
    const [mine, theirs, cash] = [await list(manager), await list(admin), await list(cashier)];
    const shownIn = ({ approvals }: { approvals: { _id: string }[] }) => approvals.find(({ _id }) => _id === id);
    expect(shownIn(mine)).toMatchObject({ mayDecide: false, mayTakeBack: true });
    expect(shownIn(theirs)).toMatchObject({ mayDecide: true, mayTakeBack: false });
    expect(cash.approvals.every(({ kind }: { kind: string }) => kind !== "balance")).toBe(true);
    await my.decide(admin, id, "refuse", { reason: "No" });
    expect((await list(admin)).open).toBe(theirs.open - 1);
  });
});

describe.skipIf(!canHaveNodes())("a second person over two nodes", () => {
  let nodes: ServersTogether;
  beforeAll(async () => {
    nodes = await startServersTogether(2, config);
  });
  afterAll(() => nodes?.close());

  it("carries out once what several people approve and refuse at the same time on both nodes", async () => {
    const [here, there = here] = nodes.servers;
    const [one, two, asker] = await Promise.all(
      ["one", "two", "asker"].map((name) => makePerson(here, name, { role: "admin", isSettled: true })),
    );
    if (!one || !two || !asker) throw new Error("nobody");
    for (let round = 0; round < 8; round += 1) {
      const ada = await makePerson(here, `ada-${round}`, { balance: 0 });
      const id = (await calls(here).edit(asker, ada, "add", 200_000)).body.approval._id;
      await Promise.all([
        calls(here).decide(one, id, "approve"),
        calls(there).decide(two, id, "approve"),
        calls(there).decide(one, id, "approve"),
        calls(here).decide(two, id, "refuse", { reason: "No" }),
      ]);
      const [row] = await here.query<{ status: string }>("select status from approvals where id = $1::text::uuid", [
        id,
      ]);
      expect(await calls(here).balanceOf(ada)).toBe(row?.status === "done" ? 200_000 : 0);
      const [entries] = await here.query(
        "select count(*)::int as n from ledger_entries where user_id = $1::text::uuid and cause = 'admin add'",
        [ada.id],
      );
      expect(entries?.n).toBe(row?.status === "done" ? 1 : 0);
    }
  });

  it("lets parallel small changes on both nodes not pass the bound", async () => {
    const [here, there = here] = nodes.servers;
    const manager = await makePerson(here, "splitter", { role: "manager" });
    const ada = await makePerson(here, "split", { balance: 0 });
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => calls(n % 2 ? here : there).edit(manager, ada, "add", BOUND / 3)),
    );
    expect(await calls(here).balanceOf(ada)).toBeLessThanOrEqual(BOUND);
  });
});
