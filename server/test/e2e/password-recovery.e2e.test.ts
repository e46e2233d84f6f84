// Tests the recovery and the change of a password: what works, the answer to each wrong try, and that nobody learns
// which accounts exist.
import { messageAnswer } from "@jara/shared/rest/common";
import { expect, it } from "vitest";
import { connect, transports } from "../support/e2e-live.ts";
import { askForReset, logIn, mailsTo, mailTo, PASSWORD, register, statusOf } from "../support/e2e-mailbox.ts";
import { type ApiAnswer, expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const NEW = "four unlikely words";
const BROKEN = {
  code: "VERIFICATION_FAILED",
  message: "This link is not complete, was used before, or is too old. Please ask for a new one.",
};

const server = await sharedServer();

describeEndToEnd("recovering a password", () => {
  const post = (path: string, body: object, token?: string) => server.api("POST", `/api/auth/${path}`, { body, token });
  const reset = (email: string, token: string, password = NEW) => post("reset-password", { email, token, password });

  it("sets a new password by the mailed link, ends every session on both transports, and mails about it", async () => {
    const ada = await register(server, "ada");
    const clients = await Promise.all(transports.map((transport) => connect(server, transport, { token: ada.token })));
    const token = await askForReset(server, ada.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await reset(ada.email.toUpperCase(), token);
    expect(answer.status).toBe(200);
    expectShape(messageAnswer, answer.body);
    for (const client of clients) {
      expect(await client.next("session:ended")).toEqual({ reason: "withdrawn" });
      await client.closed;
    }
    expect(await statusOf(server, ada.token)).toBe(401);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(401);
    expect((await logIn(server, ada.email, NEW)).status).toBe(200);
    expect(await mailsTo(server, ada.email, "password-changed")).toHaveLength(1);
    const [row] = await server.query(
      "select action, actor_id = user_id as own from admin_actions where user_id = $1::text::uuid",
      [ada.id],
    );
    expect(row).toEqual({ action: "password reset", own: true });
  });

  it("verifies the address, because the link was mailed there, and voids the verification link", async () => {
    const ada = await register(server, "fresh", { isVerified: false });
    const link = await mailTo(server, ada.email, "verify-email");
    await reset(ada.email, await askForReset(server, ada.email));
    const { body } = await logIn(server, ada.email, NEW);
    expect(body.user.isEmailVerified).toBe(true);
    expect((await post("verify-email", { email: ada.email, token: link.token })).status).toBe(400);
  });

  it("refuses a link that is used, expired, another's, made up, or voided by a later reset, with one text", async () => {
    const [ada, bola] = [await register(server, "ada"), await register(server, "bola")];
    const [first, second] = [await askForReset(server, ada.email), await askForReset(server, ada.email)];
    const expired = await askForReset(server, bola.email);
    await server.query("update password_resets set expires_at = now() where user_id = $1::text::uuid", [bola.id]);
    expect((await reset(bola.email, first)).body).toEqual(BROKEN);
    expect((await reset("nobody@mailbox.test", first)).body).toEqual(BROKEN);
    expect((await reset(ada.email, first)).status).toBe(200);
    for (const [email, token] of [
      [ada.email, first],
      [ada.email, second],
      [bola.email, expired],
      [ada.email, "made-up"],
    ] as const) {
      const { status, body } = await reset(email, token);
      expect([status, body]).toEqual([400, BROKEN]);
    }
    expect((await logIn(server, bola.email, PASSWORD)).status).toBe(200);
  });

  it("keeps the link for another try when the new password is easy to guess, and says what helps", async () => {
    const ada = await register(server, "adaobinna");
    const token = await askForReset(server, ada.email);
    for (const [weak, message] of [
      ["short", /at least 8 characters/],
      ["password1", /attackers try first.*several words/],
      ["qwertyuiop", /attackers try first/],
      [ada.username, /contains your name or e-mail address/],
      ["aaaaaaaaaa", /easy to guess/],
    ] as const) {
      const { status, body } = await reset(ada.email, token, weak);
      expect([weak, status, body.code]).toEqual([weak, 400, "INVALID"]);
      expect(body.issues).toEqual([{ path: "password", message: expect.stringMatching(message) }]);
    }
    expect((await reset(ada.email, token)).status).toBe(200);
  });

  it("mails a person who logs in with Google alone a link that sets a password", async () => {
    const ada = await register(server, "google");
    await server.query("update users set password_hash = null, google_id = username where id = $1::text::uuid", [
      ada.id,
    ]);
    const token = await askForReset(server, ada.email);
    expect(await mailTo(server, ada.email, "password-reset")).toMatchObject({ usesGoogle: true });
    expect((await reset(ada.email, token)).status).toBe(200);
    expect((await logIn(server, ada.email, NEW)).status).toBe(200);
    const [row] = await server.query("select google_id as id from users where id = $1::text::uuid", [ada.id]);
    expect(row?.id).toBe(ada.username);
  });

  it("sends a suspended account a mail without a link, and refuses a link from before the suspension", async () => {
    const ada = await register(server, "banned");
    const token = await askForReset(server, ada.email);
    await server.query("update users set banned_at = now() where id = $1::text::uuid", [ada.id]);
    await post("forgot-password", { email: ada.email });
    expect(await mailsTo(server, ada.email, "password-reset")).toHaveLength(1);
    expect(await mailsTo(server, ada.email, "password-reset-suspended")).toEqual([{}]);
    expect((await reset(ada.email, token)).body).toEqual(BROKEN);
  });

  it("answers byte for byte the same for every address, however often, and mails five times an hour", async () => {
    const [known, banned] = [await register(server, "known"), await register(server, "banned")];
    await server.query("update users set banned_at = now() where id = $1::text::uuid", [banned.id]);
    const visible = ({ status, text, headers }: ApiAnswer): string => {
      const { date: _, "x-request-id": __, ...rest } = Object.fromEntries(headers);
      return JSON.stringify([status, text, rest]);
    };
    const answers = new Set<string>();
    for (const email of [known.email, banned.email, "nobody@mailbox.test"]) {
      const asked = Array.from({ length: 8 }, () => post("forgot-password", { email }));
      for (const answer of await Promise.all(asked)) answers.add(visible(answer));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^\[200,/)]);
    expect(await mailsTo(server, known.email, "password-reset")).toHaveLength(5);
    const [row] = await server.query(
      "select count(*)::int as count from outbox where to_address = 'nobody@mailbox.test'",
    );
    expect(row?.count).toBe(0);
  });

  it("stores only a hash of the link's token", async () => {
    const ada = await register(server, "hashed");
    const token = await askForReset(server, ada.email);
    const rows = await server.query("select r::text as row from password_resets r");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("changes a password, keeps this session and ends the others", async () => {
    const ada = await register(server, "changer");
    const other = (await logIn(server, ada.email, PASSWORD)).body.token;
    const here = await connect(server, "/ws", { token: ada.token });
    const there = await connect(server, "socket.io", { token: other });
    const link = await askForReset(server, ada.email);
    const answer = await post("change-password", { currentPassword: PASSWORD, newPassword: NEW }, ada.token);
    expect(answer.status).toBe(200);
    expectShape(messageAnswer, answer.body);
    expect(await there.next("session:ended")).toEqual({ reason: "withdrawn" });
    expect([await statusOf(server, ada.token), await statusOf(server, other)]).toEqual([200, 401]);
    expect((await here.ask("clock:sync", { t0: 1 })).t0).toBe(1);
    expect(here.of("session:ended")).toEqual([]);
    expect((await reset(ada.email, link)).body).toEqual(BROKEN);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(401);
    expect((await logIn(server, ada.email, NEW)).status).toBe(200);
    expect(await mailsTo(server, ada.email, "password-changed")).toHaveLength(1);
    const [row] = await server.query(
      "select count(*)::int as count from sessions where ended_by = 'password changed' and user_id = $1::text::uuid",
      [ada.id],
    );
    expect(row?.count).toBe(1);
    here.close();
  });

  it("refuses a wrong current password with an issue and never with 401, and a weak new one", async () => {
    const ada = await register(server, "wrong");
    const wrong = await post("change-password", { currentPassword: "a guess", newPassword: NEW }, ada.token);
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        code: "INVALID",
        message: "This password is wrong.",
        issues: [{ path: "currentPassword", message: "This password is wrong." }],
      },
    ]);
    const weak = await post("change-password", { currentPassword: PASSWORD, newPassword: "iloveyou1" }, ada.token);
    expect([weak.status, weak.body.issues[0].path]).toEqual([400, "newPassword"]);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(200);
    expect((await post("change-password", { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(401);
  });

  it("changes the password once when two devices change it at the same moment", async () => {
    const ada = await register(server, "twice");
    const other = (await logIn(server, ada.email, PASSWORD)).body.token;
    const answers = await Promise.all([
      post("change-password", { currentPassword: PASSWORD, newPassword: `${NEW} one` }, ada.token),
      post("change-password", { currentPassword: PASSWORD, newPassword: `${NEW} two` }, other),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers[0]?.status === 200 ? "one" : "two";
    expect((await logIn(server, ada.email, `${NEW} ${winner}`)).status).toBe(200);
  });
});
