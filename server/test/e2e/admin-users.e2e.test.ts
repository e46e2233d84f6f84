// Tests the staff's calls on users over REST: search, roles, balances and their ledger. It is long, because one
// file holds one subject.

import { randomUUID } from "node:crypto";
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { adminUserAnswer, balanceAnswer, ledgerAnswer, userSearchAnswer, usersAnswer } from "@jara/shared/rest/users";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("administrators' calls on users", () => {
  let admin: Person;
  let ada: Person;
  let people = 0;

  beforeAll(async () => {
    admin = await makePerson(server, "Root", { role: "admin" });
  });
  beforeEach(async () => {
    ada = await makePerson(server, `ada-${++people}`, { balance: 100 });
  });
  afterEach(async () => {
    const rows = await server.query(
      `select u.username, u.balance_minor, sum(l.amount_minor)::bigint as ledger from users u
       join ledger_entries l on l.user_id = u.id where u.created_at >= (select created_at from users where id = $1::text::uuid)
       group by u.id having u.balance_minor <> sum(l.amount_minor)`,
      [admin.id],
    );
    expect(rows, "balances that are not the sum of their ledger").toEqual([]);
  });

  const setRole = (who: Person, of: { id: string }, role: string, at = server) =>
    at.api("PUT", `/api/users/admin/role/${of.id}`, { token: who.token, body: { role } });
  const edit = (who: Person, of: { id: string }, action: string, balance: number, key?: string) =>
    server.api("PUT", `/api/users/admin/balance/${of.id}`, {
      token: who.token,
      body: { balance, action },
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    });
  const actionsOn = (person: Person) =>
    server.query(
      `select actor_id::text as actor, action, details from admin_actions where user_id = $1::text::uuid order by at, id`,
      [person.id],
    );
  const revisionOf = async (person: Person) =>
    (await server.query("select revision from users where id = $1::text::uuid", [person.id]))[0]?.revision;

  describe("search", () => {
    const search = async (query: string) => {
      const answer = await server.api("GET", `/api/users/admin/search?${query}`, { token: admin.token });
      expect(answer.status).toBe(200);
      expectShape(userSearchAnswer, answer.body);
      return answer.body;
    };
    const named = (name: string) => makePerson({ query: server.query }, name);
    const names = async (query: string): Promise<string[]> =>
      (await search(query)).users.map(({ username }: { username: string }) => username);

    // S393
    it("finds by username, e-mail address and full name in any case, and reads % and _ literally", async () => {
      const zik = await named("zik_100%");
      await named("zikx1000");
      await server.query("update users set first_name = 'Nnamdi', last_name = 'Azikiwe' where id = $1::text::uuid", [
        zik.id,
      ]);
      expect(await names("q=ZIK_100%25")).toEqual(["zik_100%"]);
      expect(await names("q=_100%25%40PEOPLE")).toEqual(["zik_100%"]);
      expect(await names("q=nnamdi%20aziki")).toEqual(["zik_100%"]);
      expect(await names("q=azikiwe")).toEqual(["zik_100%"]);
      expect(await names("q=zik")).toEqual(["zikx1000", "zik_100%"]);
      expect(await names("q=zik%25%25")).toEqual([]);
      expect(await names("q=zik%5C")).toEqual([]);
      expect(await names("q=%20zikx%20")).toEqual(["zikx1000"]);
      expect(await names("q=nobody-of-that-name")).toEqual([]);
    });

    it("finds names with marks by plain letters and the other way round, in any order", async () => {
      const wole = await named("wole86");
      await server.query("update users set first_name = $2, last_name = $3 where id = $1::text::uuid", [
        wole.id,
        "Wọlé".normalize("NFD"),
        "Ṣóyínká ƙarami",
      ]);
      for (const q of ["soyinka wole", "Ṣóyínká".normalize("NFD"), "Ṣóyínká", "KARAMI", "wọle86", "“wole”"]) {
        expect(await names(`q=${encodeURIComponent(q)}`), q).toEqual(["wole86"]);
      }
      expect(await names("q=soyinka%20adaeze")).toEqual([]);
      expect(await names("q=%CC%80")).toEqual([]);
    });

    // S392
    it("answers ten users a page, newest first, with the total", async () => {
      const many: string[] = [];
      for (let i = 0; i < 23; i++) many.unshift((await makePerson(server, `crowd-${i}`)).username);
      expect(await search("q=crowd-")).toMatchObject({ pagination: { current: 1, pages: 3, total: 23, limit: 10 } });
      expect(await names("q=crowd-")).toEqual(many.slice(0, 10));
      expect(await names("q=crowd-&page=3")).toEqual(many.slice(20));
      expect(await names("q=crowd-&page=4")).toEqual([]);
      expect(await names("q=crowd-&limit=4&page=2")).toEqual(many.slice(4, 8));
      expect((await search("limit=5000")).pagination.limit).toBe(100);
      expect(await search("q=nobody-of-that-name")).toEqual({
        users: [],
        pagination: { current: 1, pages: 1, total: 0, limit: 10 },
      });
    });

    it("filters by role, with and without a text", async () => {
      const chief = await makePerson(server, "chief-ada", { role: "admin" });
      const { users } = await search("role=admin&limit=100");
      expect(users.map(({ username }: { username: string }) => username)).toEqual(
        expect.arrayContaining([chief.username, admin.username]),
      );
      expect(users.filter(({ role }: { role: string }) => role !== "admin")).toEqual([]);
      expect(await names(`role=admin&q=${chief.username}`)).toEqual([chief.username]);
      expect(await names(`role=user&q=${chief.username}`)).toEqual([]);
      expect((await names("role=user")).slice(0, 1)).not.toContain(admin.username);
    });

    it("shows balance, role and suspension, and never a password", async () => {
      await server.query("update users set banned_at = now(), password_hash = 'secret' where id = $1::text::uuid", [
        ada.id,
      ]);
      const answer = await server.api("GET", `/api/users/admin/search?q=${ada.username}`, { token: admin.token });
      expect(answer.body.users).toMatchObject([
        { _id: ada.id, id: ada.id, balance: 100, role: "user", isBanned: true },
      ]);
      expect(answer.text).not.toContain("secret");
    });

    // S397
    it("lists all users, newest first, at GET /auth/users", async () => {
      const { status, body } = await server.api("GET", "/api/auth/users", { token: admin.token });
      expect(status).toBe(200);
      expectShape(usersAnswer, body);
      const newest = await server.query<{ username: string }>(
        "select username from users order by created_at desc, id desc limit $1::text::int",
        [String(LIST_LIMIT_MAX)],
      );
      expect(newest[0]?.username).toBe(ada.username);
      expect(body.users.map(({ username }: { username: string }) => username)).toEqual(
        newest.map(({ username }) => username),
      );
    });
  });

  describe("roles", () => {
    // S394
    it.each([
      ["PUT /users/admin/role/{id}", (id: string) => `/api/users/admin/role/${id}`],
      ["PUT /auth/users/{id}/role", (id: string) => `/api/auth/users/${id}/role`],
    ])("%s gives and takes the administrator's role, and records who did it", async (_name, url) => {
      const revision = Number(await revisionOf(ada));
      for (const [step, role] of (["admin", "user"] as const).entries()) {
        const answer = await server.api("PUT", url(ada.id), { token: admin.token, body: { role } });
        expect([answer.status, answer.body.user]).toMatchObject([200, { _id: ada.id, role }]);
        expectShape(adminUserAnswer, answer.body);
        expect(await revisionOf(ada)).toBe(revision + step + 1);
        const { status } = await server.api("GET", "/api/auth/users", { token: ada.token });
        expect(status).toBe(role === "admin" ? 200 : 403);
      }
      expect(await actionsOn(ada)).toEqual([
        { actor: admin.id, action: "role", details: { from: "user", to: "admin" } },
        { actor: admin.id, action: "role", details: { from: "admin", to: "user" } },
      ]);
    });

    it("are not changed if the user has another role than the one that was seen", async () => {
      const set = (role: string, seen: string) =>
        server.api("PUT", `/api/users/admin/role/${ada.id}`, { token: admin.token, body: { role, seen } });
      expect((await set("cashier", "user")).body.user.role).toBe("cashier");
      const late = await set("cataloguer", "user");
      expect([late.status, late.body.code, late.body.changes]).toEqual([
        409,
        "VALUE_CHANGED",
        [{ field: "role", before: "user", after: "cashier" }],
      ]);
      expect(await actionsOn(ada)).toHaveLength(1);
      // The role that is wanted is there already.
      expect((await set("cashier", "user")).status).toBe(200);
      expect((await set("user", "cashier")).body.user.role).toBe("user");
    });

    it("are neither changed nor recorded, and nobody is notified, if the user has the role already", async () => {
      const revision = await revisionOf(ada);
      expect((await setRole(admin, ada, "user")).body.user.role).toBe("user");
      expect([await revisionOf(ada), await actionsOn(ada)]).toEqual([revision, []]);
      expect(await noticesOf(ada)).toEqual({ inbox: [], mails: [] });
    });

    const noticesOf = async ({ id, token }: Person) => {
      const { body } = await server.api("GET", "/api/notifications", { token });
      const mails = await server.query(
        "select data from outbox where kind = 'role-changed' and user_id = $1::text::uuid order by created_at",
        [id],
      );
      return {
        inbox: body.notifications.map(({ kind, title }: Record<string, unknown>) => [kind, title]),
        mails: mails.map(({ data }) => {
          const { from, to } = data as { from: string; to: string };
          return `${from} to ${to}`;
        }),
      };
    };

    it("notify the person when a role is given, changed or taken away, in the inbox and by mail", async () => {
      for (const role of ["cashier", "manager", "user"]) expect((await setRole(admin, ada, role)).status).toBe(200);
      expect(await noticesOf(ada)).toEqual({
        inbox: [
          ["security", "You do not belong to the staff any more"],
          ["security", "Your role on the staff was changed"],
          ["security", "You belong to the staff now"],
        ],
        mails: ["user to cashier", "cashier to manager", "manager to user"],
      });
      expect((await noticesOf(admin)).inbox).toEqual([]);
    });

    it("send no mail to an unverified address", async () => {
      await server.query("update users set email_verified_at = null where id = $1::text::uuid", [ada.id]);
      expect((await setRole(admin, ada, "cashier")).status).toBe(200);
      expect(await noticesOf(ada)).toEqual({ inbox: [["security", "You belong to the staff now"]], mails: [] });
    });

    // S386
    it("refuses one's own role, unknown users, and callers who are not administrators", async () => {
      for (const id of [admin.id, admin.id.toUpperCase()]) {
        const own = await setRole(admin, { id }, "user");
        expect([own.status, own.body]).toEqual([
          403,
          { code: "FORBIDDEN", message: "You cannot change your own role" },
        ]);
      }
      for (const id of [randomUUID(), "nobody", "__proto__"]) {
        const { status, body } = await setRole(admin, { id }, "admin");
        expect([status, body]).toEqual([404, { code: "NOT_FOUND", message: "User not found" }]);
      }
      expect((await setRole(ada, admin, "user")).status).toBe(403);
      expect((await setRole(ada, ada, "admin")).status).toBe(403);
      expect((await server.api("PUT", `/api/users/admin/role/${ada.id}`, { body: { role: "admin" } })).status).toBe(
        401,
      );
    });

    it("leave one administrator if two demote each other at once", async () => {
      for (let round = 0; round < 5; round++) {
        const pair = [
          await makePerson(server, `left-${people}-${round}`, { role: "admin" }),
          await makePerson(server, `right-${people}-${round}`, { role: "admin" }),
        ] as const;
        const answers = await Promise.all([setRole(pair[0], pair[1], "user"), setRole(pair[1], pair[0], "user")]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      }
    });
  });

  describe("balances", () => {
    const ledger = async (person: Person, query = "") => {
      const { body } = await server.api("GET", `/api/users/admin/${person.id}/ledger${query}`, { token: admin.token });
      expectShape(ledgerAnswer, body);
      return body;
    };

    // S395
    it("sets, adds and subtracts to the kobo, and records each change with its cause and author in the ledger", async () => {
      const steps = [
        ["add", 0.1, 100.1],
        ["add", 0.2, 100.3],
        ["subtract", 100.3, 0],
        ["set", 1_234.56, 1_234.56],
        ["set", 1_000, 1_000],
      ] as const;
      for (const [action, amount, balance] of steps) {
        const answer = await edit(admin, ada, action, amount);
        expect([answer.status, answer.body.user?.balance]).toEqual([200, balance]);
        expectShape(balanceAnswer, answer.body);
      }
      const { entries, pagination } = await ledger(ada);
      expect(entries.map(({ cause, amount, balance }: Record<string, unknown>) => [cause, amount, balance])).toEqual([
        ["admin set", -234.56, 1_000],
        ["admin set", 1_234.56, 1_234.56],
        ["admin subtract", -100.3, 0],
        ["admin add", 0.2, 100.3],
        ["admin add", 0.1, 100.1],
        ["test", 100, 100],
      ]);
      expect(entries[0].actor).toEqual({ _id: admin.id, username: admin.username });
      expect(entries.at(-1).actor).toBeNull();
      expect(pagination).toEqual({ current: 1, pages: 1, total: 6, limit: 20 });
      expect((await ledger(ada, "?page=2&limit=4")).entries).toEqual(entries.slice(4));
      expect(await actionsOn(ada)).toHaveLength(5);
      expect((await actionsOn(ada))[0]).toEqual({
        actor: admin.id,
        action: "balance",
        details: { action: "add", amount: 10, before: 10_000, after: 10_010, reason: null },
      });
    });

    it("writes nothing if nothing changes", async () => {
      const revision = await revisionOf(ada);
      for (const [action, amount] of [
        ["set", 100],
        ["add", 0],
        ["subtract", 0],
      ] as const) {
        expect((await edit(admin, ada, action, amount)).body.user.balance).toBe(100);
      }
      expect([await revisionOf(ada), await actionsOn(ada)]).toEqual([revision, []]);
      expect((await ledger(ada)).entries).toHaveLength(1);
    });

    // S396
    it("refuses a subtraction below zero with the present balance, but may raise a balance that a forfeit made negative", async () => {
      const refused = await edit(admin, ada, "subtract", 100.01);
      expect([refused.status, refused.body]).toEqual([
        403,
        {
          code: "INSUFFICIENT_BALANCE",
          message: "The balance is ₦100.00: ₦100.01 cannot be subtracted from it.",
          required: 100.01,
          balance: 100,
        },
      ]);
      await server.query(
        `with taken as (update users set balance_minor = -5000, revision = revision + 1 where id = $1::text::uuid)
         insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
         values (gen_random_uuid(), $1::text::uuid, -15000, -5000, 'forfeit', now())`,
        [ada.id],
      );
      expect((await edit(admin, ada, "subtract", 0.01)).status).toBe(403);
      expect((await edit(admin, ada, "add", 20)).body.user.balance).toBe(-30);
      expect((await edit(admin, ada, "set", 0)).body.user.balance).toBe(0);
      expect((await ledger(ada)).entries[0]).toMatchObject({ cause: "admin set", amount: 30, balance: 0 });
    });

    it("does not set a balance that is not the one which was seen, so that money that arrived meanwhile stays", async () => {
      const set = (balance: number, seen?: number) =>
        server.api("PUT", `/api/users/admin/balance/${ada.id}`, {
          token: admin.token,
          body: { balance, action: "set", ...(seen !== undefined && { seen }) },
        });
      expect((await edit(admin, ada, "add", 10_000)).body.before).toBe(100);
      const late = await set(600, 100);
      expect([late.status, late.body]).toEqual([
        409,
        { code: "BALANCE_CHANGED", message: "The balance is ₦10,100.00 by now.", balance: 10_100 },
      ]);
      const answer = await set(10_600, 10_100);
      expectShape(balanceAnswer, answer.body);
      expect(answer.body).toMatchObject({ before: 10_100, user: { balance: 10_600 } });
      // The specification's body names no seen balance.
      expect((await set(500)).body).toMatchObject({ before: 10_600, user: { balance: 500 } });
    });

    it("asks whether a transfer is the one that was booked before, however its reference is written", async () => {
      const reference = `GTB-${randomUUID()}`;
      const add = (of: Person, more: object = {}) =>
        server.api("PUT", `/api/users/admin/balance/${of.id}`, {
          token: admin.token,
          body: { balance: 5_000, action: "add", method: "transfer", reference, ...more },
        });
      expect((await add(ada)).status).toBe(200);
      const bola = await makePerson(server, `bola-${++people}`, { balance: 0 });
      const again = await add(bola, { reference: reference.toUpperCase().replaceAll("-", " ") });
      expect([again.status, again.body.code]).toEqual([409, "SAME_TRANSFER"]);
      expect(again.body.message).toMatch(/₦5,000\.00 to the balance of .+ Is this the same transfer\?$/);
      expect((await add(bola, { isAnother: true })).body.user.balance).toBe(5_000);
      expect((await add(bola, { method: "cash" })).body.user.balance).toBe(10_000);
      expect((await ledger(ada)).entries[0]).toMatchObject({ method: "transfer", bankReference: reference });
    });

    it("refuses a balance above 10,000,000,000.00", async () => {
      expect((await edit(admin, ada, "set", 10_000_000_000)).body.user.balance).toBe(10_000_000_000);
      const { status, body } = await edit(admin, ada, "add", 0.01);
      expect([status, body.code, body.message]).toEqual([
        400,
        "INVALID",
        "A balance can be at most ₦10,000,000,000.00.",
      ]);
    });

    it("carries out one request once, however often and simultaneously it comes", async () => {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 8 }, () => edit(admin, ada, "add", 50, key)));
      expect(answers.map(({ status, body }) => [status, body.user?.balance])).toEqual(Array(8).fill([200, 150]));
      expect((await edit(admin, ada, "add", 50, key)).body.user.balance).toBe(150);
      for (const other of [
        edit(admin, ada, "add", 51, key),
        edit(admin, ada, "set", 50, key),
        edit(admin, await makePerson(server, `else-${++people}`), "add", 50, key),
      ]) {
        const { status, body } = await other;
        expect([status, body.code]).toEqual([409, "COMMAND_ID_REUSED"]);
      }
      expect((await ledger(ada)).entries).toHaveLength(2);
      // Another administrator's key is another key.
      const other = await makePerson(server, `other-${people}`, { role: "admin" });
      expect((await edit(other, ada, "add", 50, key)).body.user.balance).toBe(200);
    });

    it("counts every edit if several administrators edit at once", async () => {
      const others = [admin, await makePerson(server, `second-${people}`, { role: "admin" })];
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => edit(others[i % 2] as Person, ada, i % 4 === 3 ? "subtract" : "add", 10)),
      );
      expect((await edit(admin, ada, "add", 0)).body.user.balance).toBe(200);
      const entries = (await ledger(ada, "?limit=100")).entries as { balance: number }[];
      expect(entries).toHaveLength(21);
    });

    it("refuses unknown users and callers who are not, or no longer, administrators", async () => {
      for (const id of [randomUUID(), "nobody"]) {
        expect((await edit(admin, { id }, "add", 5)).body.code).toBe("NOT_FOUND");
        expect((await server.api("GET", `/api/users/admin/${id}/ledger`, { token: admin.token })).status).toBe(404);
      }
      expect((await edit(ada, ada, "add", 5)).status).toBe(403);
      expect((await server.api("GET", `/api/users/admin/${ada.id}/ledger`, { token: ada.token })).status).toBe(403);
      expect((await edit({ ...ada, token: "x" }, ada, "add", 5)).status).toBe(401);
      const former = await makePerson(server, `former-${people}`, { role: "admin" });
      await setRole(admin, former, "user");
      expect((await edit(former, ada, "add", 5)).status).toBe(403);
      expect((await ledger(ada)).entries).toHaveLength(1);
    });
  });
});
