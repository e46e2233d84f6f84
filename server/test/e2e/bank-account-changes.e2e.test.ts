// Tests from outside that nobody can redirect all payments alone: changes of the site's bank account, who approves
// them, the day's wait on a site with one administrator, and that a debt keeps the account that its payer was given.
// Also tests an account that the environment sets. It is long, because each file starts a server, so
// one file holds one subject.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { winAnswer } from "@jara/shared/rest/settlements";
import type { Setting } from "@jara/shared/rest/site-settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigError } from "../../src/config.ts";
import { carryOutDue } from "../../src/features/site-settings/bank-changes.ts";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { pdfText } from "../support/pdf-text.ts";

const config = { contact: { email: null, whatsapp: null }, bankAccount: null } as const;
const zenith = { bank: "Zenith Bank", number: "1012345678", name: "Jara Auctions Ltd" };
const access = { bank: "Access Bank", number: "0098765432", name: "Jara Auctions Ltd" };

describeEndToEnd("changes of the bank account", () => {
  let at: FreshDatabase;
  let server: TestServer;
  let tola: Person;
  beforeEach(async () => {
    at = await makeDatabase();
    server = await startTestServer({ at, config });
    tola = await makePerson(server, "tola", { role: "admin" });
    // A site with users: changes wait.
    await makePerson(server, "member");
  });
  afterEach(async () => {
    await server?.close();
    await at?.drop();
  });

  /** An administrator for a day or longer. */
  const settled = async (username: string): Promise<Person> => {
    const person = await makePerson(server, username, { role: "admin" });
    await server.query("update users set created_at = created_at - interval '2 days' where id = $1::text::uuid", [
      person.id,
    ]);
    return person;
  };
  const accountOf = async (by = tola): Promise<Setting> => {
    const { body } = await server.api("GET", "/api/admin/settings", { token: by.token });
    return body.settings.find(({ section }: Setting) => section === "bank-account");
  };
  const ask = async (value: object | null, by = tola) => {
    const { version } = await accountOf(by);
    const body = { section: "bank-account", value, version, reason: "A new bank" };
    return await server.api("PUT", "/api/admin/settings", { token: by.token, body });
  };
  const approve = (id: string, by: Person) =>
    server.api("POST", `/api/admin/settings/bank-account/changes/${id}/approve`, { token: by.token });
  const cancel = (id: string, by: Person) =>
    server.api("DELETE", `/api/admin/settings/bank-account/changes/${id}`, { token: by.token });
  const mailsOf = async () =>
    (
      await server.query<{ what: string; to: string }>(
        `select data ->> 'what' as what, to_address as to from outbox where kind = 'setting-changed' order by created_at, 2`,
      )
    ).map(({ what, to }) => `${what} to ${to.split("@")[0]}`);

  describe("on a site with two administrators", () => {
    it("waits for the other one, who alone can approve it; everybody hears of both", async () => {
      const bisi = await settled("bisi");
      const feed = await connect(server, "socket.io", { token: bisi.token });
      const asked = await ask(zenith);
      await feed.next("list:changed", ({ list }) => list === "bank-account-changes");
      feed.close();
      expect(asked.body.setting).toMatchObject({
        version: 1,
        value: { bank: "Demo Bank" },
        waiting: { value: zenith, waitsFor: "person", dueAt: null, askedBy: { username: "tola" }, mayApprove: false },
      });
      const { _id: id } = asked.body.setting.waiting;
      const own = await approve(id, tola);
      expect([own.status, own.body.message]).toEqual([
        403,
        "You asked for this change. Another administrator must approve it.",
      ]);
      expect((await accountOf(bisi)).waiting).toMatchObject({
        mayApprove: true,
        mayApproveFrom: null,
        mayCancel: true,
      });
      const cashier = await makePerson(server, "cash", { role: "cashier" });
      const known = () => server.api("GET", "/api/admin/settings/bank-account/waiting", { token: cashier.token });
      expect((await known()).body).toEqual({ waiting: { bank: zenith.bank, waitsFor: "person", dueAt: null } });
      const { body } = await approve(id, bisi);
      expect(body.setting).toMatchObject({
        version: 2,
        value: zenith,
        waiting: null,
        changedBy: { username: "tola" },
        approvedBy: { username: "bisi" },
      });
      expect((await approve(id, bisi)).status).toBe(409);
      expect((await known()).body).toEqual({ waiting: null });
      expect((await server.api("GET", "/api/site")).body.bankAccount).toEqual(zenith);
      expect(await mailsOf()).toEqual(["asked to bisi", "asked to tola", "approved to bisi", "approved to tola"]);
      const log = await server.api("GET", "/api/admin/audit-log", { token: tola.token });
      const actions = log.body.entries.map(({ action, actor }: { action: string; actor: Person | null }) => [
        action,
        actor?.username ?? null,
      ]);
      expect(actions).toEqual(
        expect.arrayContaining([
          ["bank account change approved", "bisi"],
          ["bank account change asked for", "tola"],
        ]),
      );
    });

    it("is refused if its number has not ten digits", async () => {
      for (const number of ["012345678", "01234567890", "0123 45678"]) {
        const { status, body } = await ask({ ...zenith, number });
        expect([number, status, body.code]).toEqual([number, 400, "INVALID"]);
        expect(body.issues).toEqual([{ path: "value.number", message: expect.stringContaining("10 digits") }]);
      }
      expect((await accountOf()).waiting).toBe(null);
    });

    it("is approved once if the same approval comes twice at the same time", async () => {
      const bisi = await settled("bisi");
      const { _id: id } = (await ask(zenith)).body.setting.waiting;
      const answers = await Promise.all([approve(id, bisi), approve(id, bisi), approve(id, bisi)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect((await accountOf()).version).toBe(2);
    });

    it("is not approved by somebody who became an administrator a moment ago, nor after its author was demoted", async () => {
      const bisi = await settled("bisi");
      const { _id: id } = (await ask(zenith)).body.setting.waiting;
      const puppet = await makePerson(server, "puppet", { role: "admin" });
      const early = await approve(id, puppet);
      expect([early.status, early.body.message]).toEqual([
        403,
        expect.stringMatching(
          /^You may approve this change from .* WAT on: an administrator of less than 24 hours cannot\.$/,
        ),
      ]);
      const { waiting } = await accountOf(puppet);
      expect(waiting).toMatchObject({ mayApprove: false, mayApproveFrom: expect.any(String) });
      expect(Date.parse(waiting?.mayApproveFrom ?? "")).toBeGreaterThan(Date.now());
      // An old account that became an administrator today.
      const old = await settled("old");
      await server.query(
        `insert into admin_actions (id, actor_id, action, user_id, details, at)
         values (gen_random_uuid(), $1::text::uuid, 'role', $2::text::uuid, '{}', now())`,
        [tola.id, old.id],
      );
      expect((await approve(id, old)).status).toBe(403);
      await server.query("update users set role = 'manager', revision = revision + 1 where id = $1::text::uuid", [
        tola.id,
      ]);
      expect((await approve(id, bisi)).status).toBe(409);
      expect((await accountOf(bisi)).value).toMatchObject({ bank: "Demo Bank" });
    });

    it("is stopped by either of them; another one can be asked for only after that", async () => {
      const bisi = await settled("bisi");
      const { _id: id } = (await ask(zenith)).body.setting.waiting;
      expect((await ask(access, bisi)).body.message).toMatch(/^Another change of the bank account waits/);
      expect((await cancel(id, bisi)).body.setting.waiting).toBeNull();
      expect((await approve(id, bisi)).status).toBe(409);
      expect((await cancel(id, tola)).status).toBe(409);
      expect((await ask(access, bisi)).body.setting.waiting.value).toEqual(access);
    });
  });

  describe("when an administrator takes the role from the other one first", () => {
    const setRole = (person: Person, role: string) =>
      server.api("PUT", `/api/users/admin/role/${person.id}`, { token: tola.token, body: { role } });

    it("waits for an approval, and the other one is notified at once and can cancel it", async () => {
      const bisi = await settled("bisi");
      expect((await setRole(bisi, "manager")).status).toBe(200);
      const asked = await ask(zenith);
      expect(asked.body.setting.waiting).toMatchObject({ waitsFor: "person", dueAt: null });
      expect(await mailsOf()).toEqual(["asked to bisi", "asked to tola"]);
      expect((await setRole(bisi, "admin")).status).toBe(200);
      const { _id: id } = asked.body.setting.waiting;
      expect((await approve(id, bisi)).status).toBe(403);
      expect((await cancel(id, bisi)).status).toBe(200);
      // The other one has the role again since today. A change that is asked for today still waits for an approval.
      expect((await ask(zenith)).body.setting.waiting.waitsFor).toBe("person");
    });

    it("waits for an approval while the other one is suspended, and that person gets the mail", async () => {
      const bisi = await settled("bisi");
      const body = { reason: "A moment" };
      const suspended = await server.api("POST", `/api/admin/users/${bisi.id}/suspend`, { token: tola.token, body });
      expect([suspended.status, suspended.text]).toEqual([200, expect.anything()]);
      expect((await ask(zenith)).body.setting.waiting.waitsFor).toBe("person");
      expect(await mailsOf()).toEqual(["asked to bisi", "asked to tola"]);
    });

    it("waits only for 24 hours if the other one lost the role more than a day ago, and does not mail that person", async () => {
      const bisi = await settled("bisi");
      await server.query("update users set role = 'manager', revision = revision + 1 where id = $1::text::uuid", [
        bisi.id,
      ]);
      await server.query(
        `insert into admin_actions (id, actor_id, action, user_id, details, at) values (gen_random_uuid(),
           $1::text::uuid, 'role', $2::text::uuid, '{"from": "admin", "to": "manager"}', now() - interval '24 hours')`,
        [tola.id, bisi.id],
      );
      expect((await ask(zenith)).body.setting.waiting.waitsFor).toBe("time");
      expect(await mailsOf()).toEqual(["asked to tola"]);
    });
  });

  describe("on a site with one administrator", () => {
    it("waits for a day, and then is carried out once; it can be cancelled until then", async () => {
      const first = (await ask(zenith)).body.setting.waiting;
      expect(first).toMatchObject({ waitsFor: "time", mayApprove: false });
      expect(Date.parse(first.dueAt) - Date.parse(first.askedAt)).toBe(24 * 60 * 60 * 1000);
      // The day cannot be shortened, not even by an administrator of long standing.
      expect((await approve(first._id, await settled("bisi"))).status).toBe(409);
      await server.query("delete from outbox");
      await server.query("update users set role = 'user', revision = revision + 1 where username = 'bisi'");
      expect((await cancel(first._id, tola)).status).toBe(200);

      await ask(zenith);
      // The server carries out due changes every second. Do it now.
      await carryOutDue(server.server.database);
      expect((await accountOf()).version).toBe(1);
      await server.query("update bank_account_changes set due_at = clock_now() where status = 'waiting'");
      while ((await accountOf()).version === 1) await sleep(50);
      expect(await accountOf()).toMatchObject({ version: 2, value: zenith, waiting: null, approvedBy: null });
      expect(await mailsOf()).toEqual(["cancelled to tola", "asked to tola", "carried-out to tola"]);
    });

    it("waits for the approval of another administrator if there is one when its time comes", async () => {
      const { _id: id } = (await ask(zenith)).body.setting.waiting;
      const bisi = await settled("bisi");
      await server.query("delete from outbox");
      await server.query("update bank_account_changes set due_at = clock_now() where status = 'waiting'");
      while ((await accountOf()).waiting?.waitsFor === "time") await sleep(50);
      expect(await accountOf(bisi)).toMatchObject({ version: 1, waiting: { waitsFor: "person", mayApprove: true } });
      expect(await mailsOf()).toEqual(["asked to bisi", "asked to tola"]);
      expect((await approve(id, bisi)).body.setting).toMatchObject({ version: 2, value: zenith, waiting: null });
      const actions = await server.query(
        "select action from admin_actions where action like 'bank account%' order by at",
      );
      expect(actions.map(({ action }) => action)).toEqual([
        "bank account change asked for",
        "bank account change waits for approval",
        "bank account change approved",
      ]);
    });

    it("is cancelled when its time comes if its author is no longer an administrator", async () => {
      await ask(zenith);
      await server.query("update users set role = 'user', revision = revision + 1 where id = $1::text::uuid", [
        tola.id,
      ]);
      await server.query("update bank_account_changes set due_at = clock_now() where status = 'waiting'");
      const status = async () =>
        (await server.query<{ status: string }>("select status from bank_account_changes"))[0]?.status;
      while ((await status()) === "waiting") await sleep(50);
      expect(await status()).toBe("cancelled");
      expect((await server.api("GET", "/api/site")).body.bankAccount).toMatchObject({ bank: "Demo Bank" });
    });
  });

  describe("before anybody registers and a lot opens", () => {
    beforeEach(async () => void (await server.query("update users set role = 'cashier' where username = 'member'")));

    it("are in force at once, also a correction of them, and every administrator gets a mail", async () => {
      await settled("bisi");
      expect((await ask(zenith)).body.setting).toMatchObject({ version: 2, value: zenith, waiting: null });
      expect((await server.api("GET", "/api/site")).body.bankAccount).toEqual(zenith);
      expect((await ask(access)).body.setting).toMatchObject({ version: 3, value: access, waiting: null });
      expect(await mailsOf()).toEqual(["changed to bisi", "changed to tola", "changed to bisi", "changed to tola"]);
    });

    it("wait from the first registration on", async () => {
      await makePerson(server, "ada");
      expect((await ask(zenith)).body.setting).toMatchObject({ version: 1, waiting: { waitsFor: "time" } });
    });

    it("wait from the first lot that opened on, also after its end", async () => {
      await openAuction(server, tola, { startTime: new Date(Date.now() + 3_600_000).toISOString() });
      expect((await ask(zenith)).body.setting.waiting).toBeNull();
      const { _id } = await openAuction(server, tola);
      await setStatus(server, tola, _id, "ended");
      expect((await ask(access)).body.setting).toMatchObject({ value: zenith, waiting: { value: access } });
    });
  });

  it.each(["the demo account", "no account"])(
    "name the first account that follows, where a debt became due with %s",
    async (first) => {
      const bisi = await settled("bisi");
      const ada = await makePerson(server, "ada");
      const changeTo = async (account: object | null) => approve((await ask(account)).body.setting.waiting._id, bisi);
      if (first === "no account") await changeTo(null);
      const { _id } = await openAuction(server, tola);
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 2_000 } });
      await setStatus(server, tola, _id, "ended");
      const account = async () =>
        (await server.api("GET", `/api/auctions/${_id}/win`, { token: ada.token })).body.win.bankAccount;
      const invoice = async () => {
        const [{ _id: id }] = (await server.api("GET", "/api/users/invoices", { token: ada.token })).body.invoices;
        const headers = { authorization: `Bearer ${ada.token}` };
        const file = await fetch(`${server.address}/api/users/invoices/${id}.pdf`, { headers });
        return (await pdfText(new Uint8Array(await file.arrayBuffer()))).text;
      };
      expect(await account()).toBeNull();
      const before = await invoice();
      expect(before.replace(/\s+/g, " ")).toMatch(
        /To pay by bank transfer or in cash, ask us, and name the reference I-\d{4}-\d{6}\. WhatsApp \+\d+/,
      );
      expect(before).not.toContain("Demo");
      await changeTo(zenith);
      expect(await account()).toEqual(zenith);
      const after = await invoice();
      for (const words of [zenith.bank, zenith.number, zenith.name, "Pay before"]) expect(after).toContain(words);
      expect(after).not.toContain("ask us");
      await changeTo(access);
      expect(await account()).toEqual(zenith);
    },
  );

  it("leaves what is due with the account that its payer was told", async () => {
    const bisi = await settled("bisi");
    const ada = await makePerson(server, "ada");
    const win = async (lotId: string) => {
      const { body } = await server.api("GET", `/api/auctions/${lotId}/win`, { token: ada.token });
      expectShape(winAnswer, body);
      return body.win;
    };
    const won = async () => {
      const { _id } = await openAuction(server, tola);
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 2_000 } });
      await setStatus(server, tola, _id, "ended");
      return _id;
    };
    const changeTo = async (account: object) => approve((await ask(account)).body.setting.waiting._id, bisi);
    await changeTo(zenith);
    const early = await won();
    await changeTo(access);
    const late = await won();
    const bought = (await openAuction(server, tola, { buyItNowPrice: 5_000 }))._id;
    await server.api("POST", `/api/auctions/${bought}/buy-it-now`, { token: ada.token });
    await changeTo({ ...access, number: "1111111111" });
    expect((await win(early)).bankAccount).toEqual(zenith);
    expect((await win(late)).bankAccount).toEqual(access);
    expect((await win(bought)).bankAccount).toEqual(access);
    // It is the same debt when it is due again.
    const { _id: settlementId } = await win(early);
    const headers = { "idempotency-key": randomUUID() };
    await server.api("POST", `/api/settlements/${settlementId}/payment-received`, { token: tola.token, headers });
    const reversed = {
      token: tola.token,
      body: { reason: "It bounced" },
      headers: { "idempotency-key": randomUUID() },
    };
    expect((await server.api("POST", `/api/settlements/${settlementId}/reverse`, reversed)).status).toBe(200);
    expect((await win(early)).bankAccount).toEqual(zenith);
  });

  describe("the account that the environment sets", () => {
    const restart = async (given: NonNullable<Parameters<typeof startTestServer>[0]>["config"]) => {
      await server.close();
      server = await startTestServer({ at, config: { ...config, ...given } });
    };
    const contacts = async (): Promise<Setting> => {
      const { body } = await server.api("GET", "/api/admin/settings", { token: tola.token });
      return body.settings.find(({ section }: Setting) => section === "contacts");
    };
    const put = (section: string, value: unknown, version: number) =>
      server.api("PUT", "/api/admin/settings", {
        token: tola.token,
        body: { section, value, version, reason: "Because" },
      });

    it("replaces what was set, says so, and cannot be changed; it stays once the variable is gone", async () => {
      await settled("bisi");
      await restart({ bankAccount: access, contact: { email: "env@jara.test", whatsapp: null } });
      const account = await accountOf();
      expect(account).toMatchObject({
        version: 2,
        value: access,
        source: "environment",
        reason: "Set by BANK_ACCOUNT",
      });
      expect(account.environment).toEqual({ account: "BANK_ACCOUNT" });
      const refused = await put("bank-account", zenith, account.version);
      expect([refused.status, refused.body.message]).toEqual([
        400,
        "Set by the environment (BANK_ACCOUNT), so it cannot be changed here.",
      ]);
      // The other fields of the contacts are the administrators'.
      const { value, version, environment } = await contacts();
      expect(environment).toEqual({ email: "CONTACT_EMAIL" });
      const kept = value as { email: string; whatsapp: string; phone: null };
      expect((await put("contacts", { ...kept, email: "mine@jara.test" }, version)).status).toBe(400);
      expect((await put("contacts", { ...kept, phone: "+2348099999999" }, version)).body.setting.value).toEqual({
        email: "env@jara.test",
        whatsapp: kept.whatsapp,
        phone: "+2348099999999",
      });
      expect((await mailsOf()).filter((mail) => mail.startsWith("changed"))).toContain("changed to tola");

      await restart({});
      expect(await accountOf()).toMatchObject({ version: 2, value: access, environment: {} });
      expect((await server.api("GET", "/api/site")).body.contact).toMatchObject({ email: "env@jara.test" });
    });

    it("must name the contacts at the first start of a real site, and need not do so later", async () => {
      const fresh = await makeDatabase();
      const real = { ...config, isProduction: true } as const;
      const start = () => startTestServer({ at: fresh, config: real });
      await expect(start()).rejects.toThrow(ConfigError);
      await expect(start()).rejects.toThrow(
        /CONTACT_EMAIL and CONTACT_WHATSAPP must be given at the first start.*\/admin\/settings/,
      );
      const contact = { email: "help@jara.test", whatsapp: "+2348012345678" };
      await (await startTestServer({ at: fresh, config: { ...real, contact } })).close();
      const later = await startTestServer({ at: fresh, config: real });
      expect((await later.api("GET", "/api/site")).body).toMatchObject({ contact, bankAccount: null });
      await later.close();
      await fresh.drop();
    });
  });
});
