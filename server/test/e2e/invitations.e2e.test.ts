// Tests invitations to the staff: the ways to accept one, and attacks with links that were forwarded, used, taken back
// or are too old. An invitation never reveals whether its address has an account.
import {
  acceptInvitationAnswer,
  invitationAnswer,
  invitationsAnswer,
  staffAnswer,
} from "@jara/shared/rest/invitations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { logIn, mailsTo, mailTo, register } from "../support/e2e-mailbox.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const NEW_PASSWORD = "four unlikely words";
const BROKEN = {
  code: "VERIFICATION_FAILED",
  message:
    "This invitation is invalid, used, too old, or for another email address than your account's. Please ask for a new one.",
};
let last = 0;
const unique = (stem: string): string => `${stem}${++last}`;

const calls = (server: Pick<TestServer, "api" | "query">) => ({
  invite: (who: Pick<Person, "token">, email: string, role = "cashier") =>
    server.api("POST", "/api/admin/invitations", { token: who.token, body: { email, role } }),
  tokenOf: async (email: string): Promise<string> =>
    (await mailTo(server, email.toLowerCase(), "staff-invitation")).token,
  accept: (body: object, token?: string) => server.api("POST", "/api/auth/accept-invitation", { body, token }),
  newcomer: (token: string, username = unique("new-")) => ({ token, username, password: NEW_PASSWORD }),
  roleOf: async (email: string): Promise<string | undefined> => {
    const [row] = await server.query<{ role: string }>("select role from users where lower(email) = lower($1)", [
      email,
    ]);
    return row?.role;
  },
});

const server = await sharedServer();

describeEndToEnd("invitations to the staff", () => {
  let admin: Person;
  let manager: Person;
  let my: ReturnType<typeof calls>;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    manager = await makePerson(server, "manager", { role: "manager" });
    my = calls(server);
  });
  const invited = async (email = `${unique("kemi")}@mailbox.test`, role = "cashier") => {
    const answer = await my.invite(admin, email, role);
    expect(answer.status).toBe(201);
    return { email, token: await my.tokenOf(email), id: answer.body.invitation._id as string };
  };

  it("makes a verified account with the role for an address that has none, records it and mails both people", async () => {
    const email = `${unique("Kemi")}@mailbox.test`;
    const { body, text } = await my.invite(manager, email);
    expectShape(invitationAnswer, body);
    const token = await my.tokenOf(email);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(text).not.toContain(token);
    const stored = await server.query("select token_hash from invitations");
    expect(JSON.stringify(stored)).not.toContain(token);

    const accepted = await my.accept(my.newcomer(token));
    expect([accepted.status, accepted.body.role]).toEqual([200, null]);
    expectShape(acceptInvitationAnswer, accepted.body);
    const session = await logIn(server, email, NEW_PASSWORD);
    expect(session.body.user).toMatchObject({ role: "cashier", isEmailVerified: true });
    const call = (path: string) => server.api("GET", path, { token: session.body.token });
    expect((await call("/api/settlements")).status).toBe(200);
    expect((await call("/api/auctions/admin/all")).status).toBe(403);
    const actions = await server.query(
      "select actor_id as actor, action, details ->> 'to' as role from admin_actions where user_id = $1::text::uuid",
      [session.body.user.id],
    );
    expect(actions).toEqual([{ actor: manager.id, action: "role", role: "cashier" }]);
    expect(await mailsTo(server, email.toLowerCase(), "staff-welcome")).toHaveLength(1);
    expect(await mailsTo(server, manager.email, "staff-joined")).toHaveLength(1);
  });

  it("gives the role to somebody who is signed in with the invited address, also on sessions that are open", async () => {
    const ada = await register(server, "ada");
    const { token } = await invited(ada.email.toUpperCase(), "cataloguer");
    expect((await server.api("GET", "/api/auctions/admin/all", { token: ada.token })).status).toBe(403);
    const accepted = await my.accept({ token }, ada.token);
    expect([accepted.status, accepted.body.role]).toEqual([200, "cataloguer"]);
    expect((await server.api("GET", "/api/auctions/admin/all", { token: ada.token })).status).toBe(200);
  });

  it("gives a stranger with a forwarded link nothing, signed in or not, and the link still works for its owner", async () => {
    const [ada, eve] = [await register(server, "ada"), await register(server, "eve")];
    const { token } = await invited(ada.email);
    const accounts = () =>
      server.query("select role, password_hash, revision from users where username not like 'new-%' order by id");
    const before = await accounts();
    expect((await my.accept({ token }, eve.token)).body).toEqual(BROKEN);
    // The answer is the one that an address without an account gets.
    const unsigned = await my.accept(my.newcomer(token));
    const { token: free } = await invited();
    expect([unsigned.status, unsigned.body]).toEqual(
      await my.accept(my.newcomer(free)).then(({ status, body }) => [status, body]),
    );
    expect(await accounts()).toEqual(before);
    expect((await logIn(server, ada.email, NEW_PASSWORD)).status).toBe(401);
    expect(await mailsTo(server, ada.email, "staff-invitation-log-in")).toHaveLength(1);
    await my.accept(my.newcomer(token));
    expect(await mailsTo(server, ada.email, "staff-invitation-log-in")).toHaveLength(1);
    expect((await my.accept({ token }, ada.token)).body.role).toBe("cashier");
  });

  it("does not tell whether an address has an account: the answers to the invitations are alike", async () => {
    const ada = await register(server, "ada");
    const shapes = [];
    for (const email of [ada.email, `${unique("nobody")}@mailbox.test`]) {
      const { status, body } = await my.invite(admin, email);
      const { _id, email: _, createdAt, expiresAt, ...rest } = body.invitation;
      shapes.push([status, rest, Date.parse(expiresAt) - Date.parse(createdAt)]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]?.[2]).toBe(7 * 86_400_000);
  });

  it("refuses a link that is used, expired, taken back, replaced or made up, with one text", async () => {
    const [used, expired, withdrawn, replaced] = [await invited(), await invited(), await invited(), await invited()];
    expect((await my.accept(my.newcomer(used.token))).status).toBe(200);
    await server.query("update invitations set expires_at = now() where id = $1::text::uuid", [expired.id]);
    const path = `/api/admin/invitations/${withdrawn.id}`;
    expect((await server.api("DELETE", path, { token: manager.token })).status).toBe(200);
    expect((await server.api("DELETE", path, { token: manager.token })).status).toBe(404);
    await my.invite(admin, replaced.email);
    const ada = await register(server, "ada");
    for (const token of [used.token, expired.token, withdrawn.token, replaced.token, "made-up"]) {
      for (const answer of [await my.accept(my.newcomer(token)), await my.accept({ token }, ada.token)]) {
        expect([answer.status, answer.body]).toEqual([400, BROKEN]);
      }
    }
    expect(await my.roleOf(expired.email)).toBeUndefined();
  });

  it("gives nothing to a suspended account, to one whose address is not verified, and lowers no role", async () => {
    const [banned, unverified] = [
      await register(server, "banned"),
      await register(server, "unverified", { isVerified: false }),
    ];
    const links = [await invited(banned.email), await invited(unverified.email)];
    await server.query("update users set banned_at = now() where id = $1::text::uuid", [banned.id]);
    expect((await my.accept({ token: links[0]?.token }, banned.token)).status).toBe(401);
    await my.accept(my.newcomer(links[0]?.token ?? ""));
    expect(await mailsTo(server, banned.email, "staff-invitation-log-in")).toEqual([]);
    expect((await my.accept({ token: links[1]?.token }, unverified.token)).body).toEqual(BROKEN);
    for (const { email } of [banned, unverified]) expect(await my.roleOf(email)).toBe("user");
    const { token } = await invited(manager.email, "cataloguer");
    expect((await my.accept({ token }, manager.token)).body.code).toBe("ALREADY_EXISTS");
    expect(await my.roleOf(manager.email)).toBe("manager");
  });

  it("stops working when the inviter loses the right to invite", async () => {
    const former = await makePerson(server, unique("former-"), { role: "manager" });
    const email = `${unique("kemi")}@mailbox.test`;
    await my.invite(former, email);
    await server.api("PUT", `/api/users/admin/role/${former.id}`, { token: admin.token, body: { role: "cashier" } });
    expect((await my.accept(my.newcomer(await my.tokenOf(email)))).body).toEqual(BROKEN);
    const ada = await register(server, "ada");
    const other = await makePerson(server, unique("former-"), { role: "admin" });
    await my.invite(other, ada.email, "manager");
    await server.api("PUT", `/api/users/admin/role/${other.id}`, { token: admin.token, body: { role: "manager" } });
    expect((await my.accept({ token: await my.tokenOf(ada.email) }, ada.token)).body).toEqual(BROKEN);
  });

  it("lets a manager invite cataloguers and cashiers alone, and take back no invitation above", async () => {
    for (const role of ["cataloguer", "cashier"]) {
      expect((await my.invite(manager, `${unique("kemi")}@mailbox.test`, role)).status).toBe(201);
    }
    for (const role of ["manager", "admin"]) {
      const email = `${unique("kemi")}@mailbox.test`;
      expect((await my.invite(manager, email, role)).status).toBe(403);
      expect(await mailsTo(server, email, "staff-invitation")).toEqual([]);
      const { id } = await invited(email, role);
      expect((await server.api("DELETE", `/api/admin/invitations/${id}`, { token: manager.token })).status).toBe(403);
    }
    expect((await my.invite(admin, `${unique("kemi")}@mailbox.test`, "user")).status).toBe(400);
  });

  it("refuses a manager's invitation of an address that waits for a higher role, and its link still works", async () => {
    const { email, token, id } = await invited(undefined, "admin");
    const refused = await my.invite(manager, email.toUpperCase());
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      "FORBIDDEN",
      "This address has an invitation with a higher role, which you may not replace. Ask an administrator.",
    ]);
    expect(await mailsTo(server, email, "staff-invitation")).toHaveLength(1);
    expect((await my.accept(my.newcomer(token))).status).toBe(200);
    expect(await my.roleOf(email)).toBe("admin");
    const [row] = await server.query("select withdrawn_at from invitations where id = $1::text::uuid", [id]);
    expect(row).toEqual({ withdrawn_at: null });
  });

  it("replaces an expired invitation for a higher role, and records each one that is replaced as taken back", async () => {
    const { email, id } = await invited(undefined, "manager");
    await server.query("update invitations set expires_at = now() where id = $1::text::uuid", [id]);
    const first = await my.invite(manager, email, "cataloguer");
    expect(first.status).toBe(201);
    const second = await my.invite(admin, email, "cashier");
    const ids = [id, first.body.invitation._id];
    const taken = await server.query(
      `select actor_id as actor, details ->> 'role' as role, details ->> 'replacedBy' as by from admin_actions
       where action = 'invitation taken back' and details ->> 'invitation' in ($1, $2) order by at`,
      ids,
    );
    expect(taken).toEqual([
      { actor: manager.id, role: "manager", by: first.body.invitation._id },
      { actor: admin.id, role: "cataloguer", by: second.body.invitation._id },
    ]);
  });

  it("lists the staff and the invitations that wait", async () => {
    const { email, token } = await invited();
    const list = () => server.api("GET", "/api/admin/invitations", { token: manager.token });
    const waiting = await list();
    expectShape(invitationsAnswer, waiting.body);
    expect(waiting.body.invitations[0]).toMatchObject({ email, role: "cashier", isExpired: false });
    await my.accept(my.newcomer(token, "the-cashier"));
    expect((await list()).text).not.toContain(email);
    const { body } = await server.api("GET", "/api/admin/staff", { token: manager.token });
    expectShape(staffAnswer, body);
    expect(body.staff[0]).toMatchObject({ role: "admin" });
    expect(body.staff).toContainEqual(expect.objectContaining({ username: "the-cashier", role: "cashier" }));
    expect(body.staff.some(({ role }: { role: string }) => role === "user")).toBe(false);
  });

  it("refuses a taken name and an easy password alike for both kinds of addresses, and keeps the link", async () => {
    const [ada, named] = [await register(server, "ada"), await register(server, "named")];
    for (const email of [ada.email, `${unique("kemi")}@mailbox.test`]) {
      const { token } = await invited(email);
      const taken = await my.accept(my.newcomer(token, named.username));
      expect([taken.status, taken.body.code]).toEqual([409, "ALREADY_EXISTS"]);
      const weak = await my.accept({ ...my.newcomer(token), password: "password1" });
      expect([weak.status, weak.body.issues?.[0]?.path]).toEqual([400, "password"]);
      expect((await my.accept({ token })).body.code).toBe("INVALID");
      expect((await my.accept(my.newcomer(token))).status).toBe(200);
    }
  });

  it("accepts once, however many accept at the same time", async () => {
    const ada = await register(server, "ada");
    const existing = await invited(ada.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => my.accept({ token: existing.token }, ada.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const fresh = await invited();
    await Promise.all(Array.from({ length: 8 }, () => my.accept(my.newcomer(fresh.token))));
    const [row] = await server.query("select count(*)::int as n from users where email = $1", [fresh.email]);
    expect(row?.n).toBe(1);
    const [recorded] = await server.query(
      "select count(*)::int as n from admin_actions where details ->> 'by' = 'invitation' and user_id = $1::text::uuid",
      [ada.id],
    );
    expect(recorded?.n).toBe(1);
  });
});

describe.skipIf(!canHaveNodes())("an invitation over two nodes", () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });
  afterAll(() => nodes?.close());

  it("is accepted once, and both nodes know the role at once", async () => {
    const { here, there } = nodes;
    const admin = await makePerson(here, "admin", { role: "admin" });
    for (let round = 0; round < 5; round += 1) {
      const ada = await register(here, "ada");
      await calls(here).invite(admin, ada.email, "cataloguer");
      const token = await calls(here).tokenOf(ada.email);
      const answers = await Promise.all(
        [here, there, here, there].map((node) => calls(node).accept({ token }, ada.token)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const node of [here, there]) {
        await expect
          .poll(async () => (await node.api("GET", "/api/auctions/admin/all", { token: ada.token })).status)
          .toBe(200);
      }
    }
  });
});
