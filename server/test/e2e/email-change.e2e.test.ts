// Tests the change of an e-mail address: the new address confirms it, the old one can take it back, and a thief keeps
// nothing.
import { messageAnswer } from "@jara/shared/rest/common";
import { expect, it } from "vitest";
import { connect } from "../support/e2e-live.ts";
import {
  askForReset,
  logIn,
  mailsTo,
  mailTo,
  PASSWORD,
  type Registered,
  register,
  statusOf,
} from "../support/e2e-mailbox.ts";
import { type ApiAnswer, expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const NEW_PASSWORD = "four unlikely words";
const BROKEN = { code: "VERIFICATION_FAILED", message: "This link is not complete, was used before, or is too old." };
const RESTORED = /^The change of your e-mail address was undone/;
const STILL_SUSPENDED = /^The change of your e-mail address was undone.* suspended/;
const SUSPENDED = /^Another account has your old address/;

const server = await sharedServer();

describeEndToEnd("changing an e-mail address", () => {
  const post = (path: string, body: object, token?: string) => server.api("POST", `/api/auth/${path}`, { body, token });
  const ask = ({ token }: Pick<Registered, "token">, newEmail: string, password = PASSWORD) =>
    post("change-email", { newEmail, password }, token);
  const confirm = (token: string) => post("confirm-email-change", { token });
  const undo = (token: string) => post("undo-email-change", { token });
  const other = ({ username }: Registered, n = ""): string => `${username}.new${n}@mailbox.test`;
  const confirmLink = async (email: string) => (await mailTo(server, email, "email-change-confirm")).token;
  const cancelLink = async (email: string) => (await mailTo(server, email, "email-change-requested")).token;
  const undoLink = async (email: string) => (await mailTo(server, email, "email-changed")).token;
  const emailOf = async ({ id }: Registered) =>
    (await server.query("select email from users where id = $1::text::uuid", [id]))[0]?.email;
  /** Confirmed by whoever reads the new address. */
  const changed = async (stem: string): Promise<Registered & { newEmail: string }> => {
    const person = await register(server, stem);
    const newEmail = other(person);
    expect((await ask(person, newEmail)).status).toBe(200);
    expect((await confirm(await confirmLink(newEmail))).status).toBe(200);
    return { ...person, newEmail };
  };

  it("changes once the new address has confirmed, tells both, and keeps the sessions", async () => {
    const ada = await register(server, "ada");
    const newEmail = other(ada);
    const answer = await ask(ada, newEmail);
    expect(answer.status).toBe(200);
    expectShape(messageAnswer, answer.body);
    expect(await emailOf(ada)).toBe(ada.email);
    expect(await mailTo(server, ada.email, "email-change-requested")).toMatchObject({ newEmail });
    const waiting = async () => (await server.api("GET", "/api/auth/change-email", { token: ada.token })).body;
    expect(await waiting()).toEqual({ waiting: { newEmail, expiresAt: expect.any(String) } });
    const token = await confirmLink(newEmail);
    expect((await confirm(token)).status).toBe(200);
    expect(await waiting()).toEqual({ waiting: null });
    expect((await confirm(token)).body).toEqual(BROKEN);
    expect(await emailOf(ada)).toBe(newEmail);
    expect(await mailTo(server, ada.email, "email-changed")).toMatchObject({ newEmail });
    expect(await statusOf(server, ada.token)).toBe(200);
    expect([
      (await logIn(server, newEmail, PASSWORD)).status,
      (await logIn(server, ada.email, PASSWORD)).status,
    ]).toEqual([200, 404]);
    const actions = await server.query("select action from admin_actions where user_id = $1::text::uuid order by at", [
      ada.id,
    ]);
    expect(actions.map(({ action }) => action)).toEqual(["email change requested", "email changed"]);
  });

  it("lets an unverified person correct a mistyped address, and mails the mistyped one nothing", async () => {
    const ada = await register(server, "mistyped", { isVerified: false });
    await ask(ada, other(ada));
    await confirm(await confirmLink(other(ada)));
    const { body } = await server.api("GET", "/api/auth/profile", { token: ada.token });
    expect(body.user).toMatchObject({ email: other(ada), isEmailVerified: true });
    for (const kind of ["email-change-requested", "email-changed"] as const) {
      expect(await mailsTo(server, ada.email, kind)).toEqual([]);
    }
    const link = await mailTo(server, ada.email, "verify-email");
    expect((await post("verify-email", { email: ada.email, token: link.token })).status).toBe(400);
  });

  it("answers the same for an address that has an account, which is told, and nothing can be confirmed", async () => {
    const [ada, bola] = [await register(server, "ada"), await register(server, "bola")];
    const visible = ({ status, text, headers }: ApiAnswer): string => {
      const { date: _, "x-request-id": __, ...rest } = Object.fromEntries(headers);
      return JSON.stringify([status, text, rest]);
    };
    const taken = await ask(ada, bola.email);
    expect(visible(taken)).toBe(visible(await ask(ada, other(ada))));
    expect(await mailsTo(server, bola.email, "email-change-taken")).toEqual([{}]);
    expect(await mailsTo(server, bola.email, "email-change-confirm")).toEqual([]);
  });

  it("refuses an address that somebody else has by the time it is confirmed, and changes nothing", async () => {
    const ada = await register(server, "slow");
    await ask(ada, other(ada));
    const { body } = await server.api("POST", "/api/auth/register", {
      body: { username: `${ada.username}x`, email: other(ada), password: PASSWORD },
    });
    expect(body.user.email).toBe(other(ada));
    expect((await confirm(await confirmLink(other(ada)))).body).toEqual(BROKEN);
    expect(await emailOf(ada)).toBe(ada.email);
  });

  it("refuses a wrong password, the same address, a link that expired or was replaced, and a suspended account", async () => {
    const ada = await register(server, "strict");
    const wrong = await ask(ada, other(ada), "a guess");
    expect([wrong.status, wrong.body.issues]).toEqual([
      400,
      [{ path: "password", message: "This password is wrong." }],
    ]);
    const same = await ask(ada, ada.email.toUpperCase());
    expect([same.status, same.body.issues[0].path]).toEqual([400, "newEmail"]);
    await ask(ada, other(ada));
    const first = await confirmLink(other(ada));
    await ask(ada, other(ada, "2"));
    expect((await confirm(first)).body).toEqual(BROKEN);
    const second = await confirmLink(other(ada, "2"));
    await server.query("update users set banned_at = now() where id = $1::text::uuid", [ada.id]);
    expect((await confirm(second)).body).toEqual(BROKEN);
    await server.query("update users set banned_at = null where id = $1::text::uuid", [ada.id]);
    await server.query("update email_changes set expires_at = now() where user_id = $1::text::uuid", [ada.id]);
    expect((await confirm(second)).body).toEqual(BROKEN);
    expect((await undo(await cancelLink(ada.email))).body).toEqual(BROKEN);
    expect((await post("change-email", { newEmail: other(ada), password: PASSWORD })).status).toBe(401);
  });

  it("is taken back by the old address after the change: address, sessions, password, and a link for a new one", async () => {
    const ada = await changed("robbed");
    const thief = await connect(server, "socket.io", { token: ada.token });
    const token = await undoLink(ada.email);
    const answer = await undo(token);
    expect([answer.status, answer.body.message]).toEqual([200, expect.stringMatching(RESTORED)]);
    expectShape(messageAnswer, answer.body);
    expect(await thief.next("session:ended")).toEqual({ reason: "withdrawn" });
    expect(await emailOf(ada)).toBe(ada.email);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(401);
    expect((await undo(token)).body).toEqual(BROKEN);
    const link = await mailTo(server, ada.email, "email-change-undone");
    const body = { ...link, password: NEW_PASSWORD };
    expect((await post("reset-password", body)).status).toBe(200);
    expect((await logIn(server, ada.email, NEW_PASSWORD)).status).toBe(200);
  });

  it("is taken back by the first mail's link too, before and after the change", async () => {
    for (const isConfirmed of [false, true]) {
      const ada = await register(server, "early");
      await ask(ada, other(ada));
      const link = await confirmLink(other(ada));
      if (isConfirmed) await confirm(link);
      expect((await undo(await cancelLink(ada.email))).body.message).toMatch(RESTORED);
      expect([await emailOf(ada), await statusOf(server, ada.token)]).toEqual([ada.email, 401]);
      expect((await confirm(link)).body).toEqual(BROKEN);
    }
  });

  it("is taken back through several changes, and the addresses between cannot take it back again", async () => {
    const ada = await changed("chain");
    const first = await undoLink(ada.email);
    expect((await ask(ada, other(ada, "2"))).status).toBe(200);
    await confirm(await confirmLink(other(ada, "2")));
    const between = await undoLink(ada.newEmail);
    expect((await undo(first)).body.message).toMatch(RESTORED);
    expect((await undo(between)).body).toEqual(BROKEN);
    expect(await emailOf(ada)).toBe(ada.email);
  });

  it("is taken back past a thief who linked Google and asked for a new password meanwhile", async () => {
    const ada = await changed("linked");
    await server.query("update users set google_id = 'the thief' where id = $1::text::uuid", [ada.id]);
    const stolen = await askForReset(server, ada.newEmail);
    await undo(await undoLink(ada.email));
    const [row] = await server.query("select google_id from users where id = $1::text::uuid", [ada.id]);
    expect(row).toEqual({ google_id: null });
    for (const email of [ada.email, ada.newEmail]) {
      const body = { email, token: stolen, password: NEW_PASSWORD };
      expect((await post("reset-password", body)).status).toBe(400);
    }
  });

  it("is taken back past somebody who registered the old address and did not verify it", async () => {
    const ada = await changed("squatted");
    const squatter = await server.api("POST", "/api/auth/register", {
      body: { username: `${ada.username}x`, email: ada.email, password: PASSWORD },
    });
    expect(squatter.status).toBe(201);
    expect((await undo(await undoLink(ada.email))).body.message).toMatch(RESTORED);
    expect([await emailOf(ada), await statusOf(server, squatter.body.token)]).toEqual([ada.email, 401]);
  });

  it("suspends the account where another one has verified the old address", async () => {
    const ada = await changed("again");
    const owner = await server.api("POST", "/api/auth/register", {
      body: { username: `${ada.username}x`, email: ada.email, password: PASSWORD },
    });
    await server.query("update users set email_verified_at = now() where id = $1::text::uuid", [owner.body.user.id]);
    expect((await undo(await undoLink(ada.email))).body.message).toMatch(SUSPENDED);
    expect(await statusOf(server, ada.token)).toBe(401);
    expect((await logIn(server, ada.newEmail, PASSWORD)).status).not.toBe(200);
    expect(await statusOf(server, owner.body.token)).toBe(200);
  });

  it("is taken back for a suspended account too, which stays suspended, and a refused link is not used up", async () => {
    const banned = ({ id }: Registered) => [
      () => server.query("update users set banned_at = now() where id = $1::text::uuid", [id]),
      () => server.query("update users set banned_at = null where id = $1::text::uuid", [id]),
    ];
    const ada = await changed("suspended");
    const [suspend, restore] = banned(ada);
    await suspend?.();
    const link = await undoLink(ada.email);
    const answer = await undo(link);
    expect([answer.status, answer.body.message]).toEqual([200, expect.stringMatching(STILL_SUSPENDED)]);
    expect(await mailTo(server, ada.email, "email-change-undone")).toEqual({
      token: "",
      email: ada.email,
      isSuspended: true,
    });
    const [row] = await server.query("select email, banned_at, password_hash from users where id = $1::text::uuid", [
      ada.id,
    ]);
    expect(row).toEqual({ email: ada.email, banned_at: expect.anything(), password_hash: null });
    await restore?.();
    expect((await undo(link)).body).toEqual(BROKEN);
    const body = { email: ada.email, token: await askForReset(server, ada.email), password: NEW_PASSWORD };
    expect((await post("reset-password", body)).status).toBe(200);

    // The account has an address that no change gave it. Once it is back at the one of the change, the link works.
    const bola = await changed("refused");
    const later = await undoLink(bola.email);
    const moveTo = (email: string) =>
      server.query("update users set email = $2 where id = $1::text::uuid", [bola.id, email]);
    await moveTo(`other.${bola.email}`);
    expect((await undo(later)).body).toEqual(BROKEN);
    await moveTo(bola.newEmail);
    expect((await undo(later)).body.message).toMatch(RESTORED);
  });

  it("leaves a suspension without an end where another account has verified the old address", async () => {
    const ada = await changed("suspended");
    const owner = await server.api("POST", "/api/auth/register", {
      body: { username: `${ada.username}x`, email: ada.email, password: PASSWORD },
    });
    await server.query("update users set email_verified_at = now() where id = $1::text::uuid", [owner.body.user.id]);
    await server.query("update users set banned_at = now() where id = $1::text::uuid", [ada.id]);
    await server.query(
      `insert into suspensions (id, user_id, reason, until, by, at, void_bids, is_listed)
       values (gen_random_uuid(), $1::text::uuid, 'Fraud', now() + interval '1 day', $2::text::uuid, now(), false, true)`,
      [ada.id, owner.body.user.id],
    );
    expect((await undo(await undoLink(ada.email))).body.message).toMatch(SUSPENDED);
    const [row] = await server.query(
      "select until, lifted_at, banned_at is not null as banned from suspensions s join users u on u.id = s.user_id where u.id = $1::text::uuid",
      [ada.id],
    );
    expect(row).toEqual({ until: null, lifted_at: null, banned: true });
  });

  it("works once when ten take it back, or confirm it, at the same moment", async () => {
    const ada = await register(server, "once");
    await ask(ada, other(ada));
    const link = await confirmLink(other(ada));
    const count = async (call: () => Promise<ApiAnswer>) =>
      (await Promise.all(Array.from({ length: 10 }, call))).filter(({ status }) => status === 200).length;
    expect(await count(() => confirm(link))).toBe(1);
    const back = await undoLink(ada.email);
    expect(await count(() => undo(back))).toBe(1);
    expect(await mailsTo(server, ada.email, "email-change-undone")).toHaveLength(1);
  });

  it("a new password drops a change that waits", async () => {
    const ada = await register(server, "drops");
    await ask(ada, other(ada));
    await post("change-password", { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, ada.token);
    expect((await confirm(await confirmLink(other(ada)))).body).toEqual(BROKEN);
  });
});
