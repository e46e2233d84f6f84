// Tests from outside the deletion of an account, and the terms that its owner accepted.
import { randomInt, randomUUID } from "node:crypto";
import { legalVersions } from "@jara/shared/legal-versions";
import { consentsSchema, deletionSchema } from "@jara/shared/rest/own-data";
import { beforeAll, describe, expect, it } from "vitest";
import { endDueDeletions } from "../../src/features/own-data/deletion-job.ts";
import { scrubOne } from "../../src/features/own-data/scrub-logs.ts";
import { tableRules } from "../../src/features/own-data/table-rules.ts";
import { expectHistoryHolds } from "../support/check-history.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import {
  REGISTERED_PASSWORD as PASSWORD,
  placeBid,
  registerPerson,
  setBalance as setTo,
  storedUser,
} from "../support/e2e-registered.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("own data", () => {
  let root: Person;
  beforeAll(async () => {
    root = await makePerson(server, "Root", { role: "admin" });
  });

  const register = (name: string) => registerPerson(server, name);
  const setBalance = (who: { id: string }, balance: number) => setTo(server, root, who, balance);
  const bid = (who: Person, lot: { _id: string }, amount: number) => placeBid(server, who, lot, amount);
  const row = (who: { id: string }) => storedUser(server, who);
  const ask = (who: Person, password = PASSWORD) =>
    server.api("POST", "/api/users/deletion", { token: who.token, body: { password } });
  const state = async (who: Person) => {
    const { body } = await server.api("GET", "/api/users/deletion", { token: who.token });
    expectShape(deletionSchema, body);
    return body;
  };
  const reasons = async (who: Person): Promise<string[]> =>
    (await state(who)).obstacles.map(({ reason }: { reason: string }) => reason);
  /** Moves the end of the week to now, and runs the job once. */
  const weekLater = async (who: Person): Promise<void> => {
    await server.query("update deletion_requests set due_at = clock_now() where user_id = $1::text::uuid", [who.id]);
    await runJob();
  };
  const runJob = () => endDueDeletions({ database: server.server.database, accountChanged: () => {} }, () => false);
  const mailsTo = (email: string) =>
    server.query<{ kind: string }>("select kind from outbox where to_address = $1 order by created_at", [email]);

  describe("the deletion of an account", () => {
    it("waits for a week in which the account cannot bid, and takes everything that names the person", async () => {
      const ada = await register("ada");
      // Nobody else on the shared server has this name and this number.
      const firstName = `Adaeze${randomUUID().replace(/[^a-f]/g, "")}`;
      const phone = `0803${randomInt(1_000_000, 10_000_000)}`;
      const profile = { firstName, lastName: "Obi", phone, address: { city: "Enugu" } };
      await server.api("PUT", "/api/users/profile", { token: ada.token, body: profile });
      await setBalance(ada, 10_000);
      const lot = await openAuction(server, root);
      const rival = await makePerson(server, `rival-${randomUUID().slice(0, 8)}`);
      expect((await bid(ada, lot, 1_100)).status).toBe(201);
      expect((await bid(rival, lot, 2_000)).status).toBe(201);
      await server.api("PATCH", `/api/auctions/admin/${lot._id}/status`, {
        token: root.token,
        body: { status: "ended" },
      });
      await setBalance(ada, 0);
      await server.api("POST", `/api/admin/users/${ada.id}/notes`, { token: root.token, body: { text: "Called us" } });

      const asked = await ask(ada);
      expect(asked.status, asked.text).toBe(200);
      const { requestedAt, dueAt } = asked.body.waiting;
      expect(Date.parse(dueAt) - Date.parse(requestedAt)).toBe(7 * 24 * 3_600_000);
      const next = await openAuction(server, root);
      await setBalance(ada, 10_000);
      const refused = await bid(ada, next, 1_000);
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("Keep my account")]);
      await setBalance(ada, 0);
      await runJob();
      expect((await row(ada)).deleted_at).toBeNull();

      await weekLater(ada);
      const left = await row(ada);
      expect(left.username).toMatch(/^deleted-[0-9a-f]{6}$/);
      expect(left).toMatchObject({
        email: `deleted-${ada.id}@address.invalid`,
        password_hash: null,
        google_id: null,
        phone: null,
        first_name: null,
        last_name: null,
        city: null,
        email_verified_at: null,
        closes_at: null,
      });
      expect((await mailsTo(ada.email)).map(({ kind }) => kind)).toEqual(["account-deleted"]);
      expect((await server.api("GET", "/api/auth/profile", { token: ada.token })).status).toBe(401);
      const login = await server.api("POST", "/api/auth/login", { body: { email: ada.email, password: PASSWORD } });
      expect(login.status).toBe(404);

      // Nothing of the person is in any table but the audit log's ids, and in its masked addresses. The name's skeleton stays
      // reserved, and may be the name itself.
      const tables = await server.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'username_skeletons'
         order by 1`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const [hit] = await server.query<{ n: number }>(
          `select count(*)::int as n from ${name} t where t::text ~* $1 or t::text like '%${firstName}%' or t::text like '%${phone}%'`,
          [`\\m${ada.username}\\M`],
        );
        if (hit && hit.n > 0) found.push(`${name}: ${hit.n}`);
      }
      // The mail that says that the account is gone is on its way to the address.
      expect(found).toEqual(["outbox: 1"]);

      const history = await server.api("GET", `/api/auctions/admin/${lot._id}/history`, { token: root.token });
      expect(history.text).toContain(String(left.username));
      expect(await expectHistoryHolds(server.server.database, lot._id)).toMatchObject({ status: "ended" });
      const again = { username: ada.username, email: `other-${ada.email}`, password: PASSWORD };
      expect((await server.api("POST", "/api/auth/register", { body: again })).status).toBe(409);
      const restore = await server.api("POST", `/api/admin/users/${ada.id}/restore`, { token: root.token, body: {} });
      expect([restore.status, restore.body.message]).toEqual([409, expect.stringContaining("cannot come back")]);
    });

    it("is refused with the reasons while something is bound, due, led or under way", async () => {
      const cases: [name: string, reason: string, set: (who: Person) => Promise<unknown>][] = [
        ["rich", "balance", (who) => setBalance(who, 5)],
        [
          "leader",
          "open-bids",
          async (who) => {
            await setBalance(who, 10_000);
            const lot = await openAuction(server, root);
            expect((await bid(who, lot, 1_100)).status).toBe(201);
            await setBalance(who, 0);
          },
        ],
        [
          "maximum",
          "open-bids",
          async (who) => {
            await setBalance(who, 10_000);
            const lot = await openAuction(server, root);
            const body = { auctionId: lot._id, maxAmount: 1_500, currency: "NGN" };
            expect((await server.api("POST", "/api/maxbids", { token: who.token, body })).status).toBeLessThan(300);
            await setBalance(who, 0);
          },
        ],
        [
          "winner",
          "owes",
          async (who) => {
            await setBalance(who, 10_000);
            const lot = await openAuction(server, root);
            await bid(who, lot, 1_100);
            const body = { status: "ended" };
            await server.api("PATCH", `/api/auctions/admin/${lot._id}/status`, { token: root.token, body });
            await setBalance(who, 0);
          },
        ],
        [
          "staff",
          "staff",
          (who) => server.query("update users set role = 'admin' where id = $1::text::uuid", [who.id]),
        ],
      ];
      for (const [name, reason, set] of cases) {
        const who = await register(name);
        await set(who);
        expect(await reasons(who), name).toEqual([reason]);
        const { status, body } = await ask(who);
        expect([status, body.code], name).toEqual([403, "FORBIDDEN"]);
        expect((await row(who)).closes_at).toBeNull();
      }
    });

    it("is not carried out if something stands against it after the week, and a mail says what", async () => {
      const bola = await register("bola");
      await ask(bola);
      await setBalance(bola, 12);
      await weekLater(bola);
      expect(await row(bola)).toMatchObject({ username: bola.username, deleted_at: null, closes_at: null });
      expect((await mailsTo(bola.email)).map(({ kind }) => kind).at(-1)).toBe("deletion-refused");
      expect(await state(bola)).toMatchObject({ waiting: null, obstacles: [{ reason: "balance" }] });
    });

    const post = (path: string, body: object, token?: string) =>
      server.api("POST", `/api/auth/${path}`, { body, token });
    const linkTo = async (email: string, kind: string): Promise<string> => {
      const [mail] = await server.query<{ token: string }>(
        "select data ->> 'token' as token from outbox where to_address = $1 and kind = $2 order by created_at desc",
        [email, kind],
      );
      return mail?.token ?? "";
    };
    const changeTo = async (who: Person, newEmail: string) => {
      expect((await post("change-email", { newEmail, password: PASSWORD }, who.token)).status).toBe(200);
      const token = await linkTo(newEmail, "email-change-confirm");
      expect((await post("confirm-email-change", { token })).status).toBe(200);
    };

    it("is also mailed to an address that can take the account back, which voids a request from after the change", async () => {
      const ada = await register("ada");
      const thief = `thief.${ada.email}`;
      await changeTo(ada, thief);
      const asked = await ask(ada);
      expect(asked.status, asked.text).toBe(200);
      expect((await mailsTo(thief)).map(({ kind }) => kind)).toContain("deletion-requested");
      expect((await mailsTo(ada.email)).map(({ kind }) => kind).at(-1)).toBe("deletion-requested-after-change");
      const token = await linkTo(ada.email, "email-changed");
      expect((await post("undo-email-change", { token })).status).toBe(200);
      expect(await row(ada)).toMatchObject({ email: ada.email, closes_at: null, deleted_at: null });
      await weekLater(ada);
      expect(await row(ada)).toMatchObject({ email: ada.email, deleted_at: null });
    });

    it("goes on if its owner asked for it before the change, and is not mailed where nothing can be taken back", async () => {
      const bola = await register("bola");
      const asked = await ask(bola);
      await changeTo(bola, `new.${bola.email}`);
      const token = await linkTo(bola.email, "email-changed");
      expect((await post("undo-email-change", { token })).status).toBe(200);
      expect((await row(bola)).closes_at).toEqual(new Date(asked.body.waiting.dueAt));

      const chi = await register("chi");
      await changeTo(chi, `new.${chi.email}`);
      await server.query("update email_changes set expires_at = now() where user_id = $1::text::uuid", [chi.id]);
      expect((await ask(chi)).status).toBe(200);
      expect((await mailsTo(chi.email)).map(({ kind }) => kind)).not.toContain("deletion-requested-after-change");
    });

    it("is void on an account that nobody has verified, once the owner of the address sets a password by a link", async () => {
      const squatter = await register("squatter");
      await server.query("update users set email_verified_at = null where id = $1::text::uuid", [squatter.id]);
      expect((await ask(squatter)).status).toBe(200);
      expect((await row(squatter)).closes_at).not.toBeNull();
      await post("forgot-password", { email: squatter.email });
      const token = await linkTo(squatter.email, "password-reset");
      const body = { email: squatter.email, token, password: "four unlikely words" };
      expect((await post("reset-password", body)).status).toBe(200);
      expect((await row(squatter)).closes_at).toBeNull();
      await weekLater(squatter);
      expect((await row(squatter)).deleted_at).toBeNull();
    });

    it("can be taken back, after which the account bids again", async () => {
      const chi = await register("chi");
      const first = (await ask(chi)).body.waiting;
      expect((await ask(chi)).body.waiting).toEqual(first);
      const kept = await server.api("DELETE", "/api/users/deletion", { token: chi.token });
      expect([kept.status, kept.body.waiting]).toEqual([200, null]);
      await server.query("update deletion_requests set due_at = clock_now() where user_id = $1::text::uuid", [chi.id]);
      await runJob();
      await setBalance(chi, 10_000);
      expect((await bid(chi, await openAuction(server, root), 1_100)).status).toBe(201);
    });

    it("needs the password", async () => {
      const dayo = await register("dayo");
      const { status, body } = await ask(dayo, "a wrong one");
      expect([status, body.issues?.[0]?.path]).toEqual([400, "password"]);
      expect((await state(dayo)).waiting).toBeNull();
    });

    it("does not sell a lot below its reserve to somebody who is gone", async () => {
      const eze = await register("eze");
      await setBalance(eze, 10_000);
      const lot = await openAuction(server, root, { reservePrice: 5_000 });
      expect((await bid(eze, lot, 1_100)).status).toBe(201);
      const body = { status: "ended" };
      await server.api("PATCH", `/api/auctions/admin/${lot._id}/status`, { token: root.token, body });
      await setBalance(eze, 0);
      expect((await ask(eze)).status).toBe(200);
      await weekLater(eze);
      expect((await row(eze)).deleted_at).not.toBeNull();
      const sold = await server.api("POST", `/api/admin/auctions/${lot._id}/sell-to-highest-bidder`, {
        token: root.token,
      });
      expect([sold.status, sold.body.message]).toEqual([403, "The highest bidder has deleted their account."]);
    });

    it.each(["deleted", "suspended"])("lets no %s account lead a lot that opens again", async (how) => {
      const gbenga = await register("gbenga");
      await setBalance(gbenga, 100_000);
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const lot = await openAuction(server, root, { reservePrice: 90_000, endTime: inHours(5) });
      const maximum = { auctionId: lot._id, maxAmount: 50_000, currency: "NGN" };
      expect((await server.api("POST", "/api/maxbids", { token: gbenga.token, body: maximum })).status).toBe(200);
      const changeTo = (status: string) =>
        server.api("PATCH", `/api/auctions/admin/${lot._id}/status`, { token: root.token, body: { status } });
      expect((await changeTo("ended")).status).toBe(200);
      await setBalance(gbenga, 0);
      if (how === "deleted") {
        expect((await ask(gbenga)).status).toBe(200);
        await weekLater(gbenga);
        expect((await row(gbenga)).deleted_at).not.toBeNull();
      } else {
        await server.query("update users set banned_at = clock_timestamp() where id = $1::text::uuid", [gbenga.id]);
      }
      const { username } = await row(gbenga);
      const refused = await changeTo("active");
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(`bids of ${username} `)]);
      const body = { userId: gbenga.id, reason: "suspended" };
      const voided = await server.api("POST", `/api/auctions/${lot._id}/void-bids`, { token: root.token, body });
      expect(voided.status, voided.text).toBe(200);
      expect((await changeTo("active")).status).toBe(200);
      expect(await expectHistoryHolds(server.server.database, lot._id)).toMatchObject({ leader: null, bidCount: 0 });
    });

    it("scrubs the logs again after an interruption", async () => {
      const femi = await register("femi");
      await setBalance(femi, 10_000);
      const lot = await openAuction(server, root);
      await bid(femi, lot, 1_100);
      await bid(root, lot, 2_000);
      await server.api("PATCH", `/api/auctions/${lot._id}/cancel`, { token: root.token });
      await setBalance(femi, 0);
      await ask(femi);
      await server.query("update deletion_requests set due_at = clock_now() where user_id = $1::text::uuid", [femi.id]);
      const deps = { database: server.server.database, accountChanged: () => {} };
      await endDueDeletions(deps, () => true);
      const named = async () =>
        (
          await server.query<{ n: number }>(
            "select count(*)::int as n from auction_events where events::text like $1",
            [`%"${femi.username}"%`],
          )
        )[0]?.n;
      expect(await named()).toBeGreaterThan(0);
      while (await scrubOne(server.server.database, () => false));
      expect(await named()).toBe(0);
    });
  });

  it("has a rule for each table, and names no table that does not exist", async () => {
    const tables = await server.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const where = "each table has a rule in server/src/features/own-data/table-rules.ts";
    expect(Object.keys(tableRules).sort(), where).toEqual(tables.map(({ name }) => name).sort());
  });

  describe("the terms", () => {
    const consents = async (who: Person) => {
      const { body } = await server.api("GET", "/api/users/consents", { token: who.token });
      expectShape(consentsSchema, body);
      return body;
    };

    it("are accepted by registering, in the version in force", async () => {
      const ife = await register("ife");
      const { accepted, missing } = await consents(ife);
      expect(missing).toEqual([]);
      expect(
        accepted.map(({ document, version }: { document: string; version: string }) => [document, version]),
      ).toEqual([
        ["privacy", legalVersions.privacy],
        ["terms", legalVersions.terms],
      ]);
    });

    it("are missing in a new version, and accepted once", async () => {
      const jide = await register("jide");
      await server.query(
        "update consents set version = '2020-01-01' where user_id = $1::text::uuid and document = 'terms'",
        [jide.id],
      );
      const { missing } = await consents(jide);
      expect(missing).toEqual([{ document: "terms", version: legalVersions.terms }]);
      const accept = (accepted: unknown) =>
        server.api("POST", "/api/users/consents", { token: jide.token, body: { accepted } });
      expect((await accept([{ document: "terms", version: "2019-01-01" }])).status).toBe(400);
      expect((await accept(missing)).body.missing).toEqual([]);
      const { accepted } = await consents(jide);
      expect((await accept(missing)).body.accepted).toEqual(accepted);
      expect(accepted).toHaveLength(3);
    });
  });
});
