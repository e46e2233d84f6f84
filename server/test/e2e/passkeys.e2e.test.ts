// Tests passkeys over the API, as a browser uses them, with an authenticator in software. passkey-attacks.e2e.test.ts
// has the attacks.
import { sessionAnswer } from "@jara/shared/rest/accounts";
import {
  addPasskeyOptionsAnswer,
  passkeyOptionsAnswer,
  passkeysAnswer,
  provePasskeyAnswer,
} from "@jara/shared/rest/passkeys";
import { expect, it } from "vitest";
import { askForReset, FIREFOX, logIn, mailsTo, mailTo, PASSWORD, register, statusOf } from "../support/e2e-mailbox.ts";
import {
  addPasskey,
  authenticator,
  logInByPasskey,
  passkeyOptions,
  proveByPasskey,
  SITE,
  sendLogIn,
  sendNewPasskey,
} from "../support/e2e-passkeys.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { createAuthenticator } from "../support/software-authenticator.ts";

const NOT_LOGGED_IN = {
  code: "UNAUTHENTICATED",
  message: "We could not log you in with this passkey. Please try again, or log in with your password.",
};

const server = await sharedServer();

describeEndToEnd("passkeys", () => {
  const list = async (token: string) => (await server.api("GET", "/api/auth/passkeys", { token })).body.passkeys;
  const options = (token: string, body: object = {}) =>
    server.api("POST", "/api/auth/passkeys/options", { token, body });
  const proofAge = async (token: string, minutes: number): Promise<void> => {
    const { body } = await server.api("GET", "/api/auth/profile", { token });
    await server.query(
      `update sessions set proved_at = now() - ${minutes} * interval '1 minute' where user_id = $1::text::uuid`,
      [body.user.id],
    );
  };

  it("adds a passkey, names it after the device, and mails the owner", async () => {
    const ada = await register(server, "ada");
    const asked = await options(ada.token, { password: PASSWORD });
    expectShape(addPasskeyOptionsAnswer, asked.body);
    expect(asked.body.options).toMatchObject({
      rp: { id: "localhost", name: "Jara" },
      user: { name: ada.email, displayName: ada.username },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(JSON.stringify(asked.body)).not.toContain(ada.id);
    const { passkey, credential } = authenticator.create(asked.body.options);
    const body = { credential };
    const added = await server.api("POST", "/api/auth/passkeys", {
      token: ada.token,
      body,
      headers: { "user-agent": FIREFOX },
    });
    expect(added.status).toBe(201);
    expectShape(passkeysAnswer, added.body);
    expect(added.body.passkeys).toMatchObject([{ name: "Firefox on Windows", lastUsedAt: null, isSynced: true }]);
    expect(await mailsTo(server, ada.email, "passkey-added")).toEqual([
      { device: "Firefox on Windows", at: expect.any(String) },
    ]);
    const again = await passkeyOptions(server, "", ada.token);
    expect(again.excludeCredentials).toEqual([
      { id: passkey.id, type: "public-key", transports: ["hybrid", "internal"] },
    ]);
  });

  it("logs in, lists when the passkey was used, and counts as a fresh proof", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    const asked = await server.api("POST", "/api/auth/passkeys/log-in-options");
    expectShape(passkeyOptionsAnswer, asked.body);
    expect(asked.body.options).toMatchObject({ rpId: "localhost", allowCredentials: [], userVerification: "required" });
    const answer = await sendLogIn(server, authenticator.get(passkey, asked.body.options));
    expect(answer.status).toBe(200);
    expectShape(sessionAnswer, answer.body);
    expect(answer.body).toMatchObject({ user: { id: ada.id }, requiresEmailVerification: false });
    const { token } = answer.body;
    expect(await statusOf(server, token)).toBe(200);
    expect(await list(token)).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    // Without the password, because the log-in is younger than ten minutes.
    expect((await options(token)).status).toBe(200);
    expect((await logInByPasskey(server, passkey)).status).toBe(200);
  });

  it("mails about a log-in by passkey from a new device", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    const credential = authenticator.get(passkey, await passkeyOptions(server, "log-in"));
    expect((await sendLogIn(server, credential, { "user-agent": FIREFOX })).status).toBe(200);
    expect(await mailsTo(server, ada.email, "new-device")).toMatchObject([{ device: "Firefox on Windows" }]);
  });

  it("logs in with an authenticator that does not count", async () => {
    const ada = await register(server, "ada");
    const uncounting = createAuthenticator(SITE, { counts: false });
    const passkey = await addPasskey(server, ada.token, uncounting);
    for (let n = 0; n < 3; n++) expect((await logInByPasskey(server, passkey, {}, uncounting)).status).toBe(200);
    expect(await mailsTo(server, ada.email, "passkey-refused")).toEqual([]);
  });

  it("proves the owner in this session alone", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    const other = (await logIn(server, ada.email, PASSWORD, FIREFOX)).body.token;
    await proofAge(ada.token, 11);
    const before = await server.databaseNow();
    const answer = await proveByPasskey(server, ada.token, passkey);
    expect(answer.status).toBe(200);
    expectShape(provePasskeyAnswer, answer.body);
    expect(Date.parse(answer.body.provedAt)).toBeGreaterThanOrEqual(Math.floor(before));
    expect([(await options(ada.token)).status, (await options(other)).status]).toEqual([200, 400]);
  });

  it("asks for the password again ten minutes after the last proof, and tells a wrong one", async () => {
    const ada = await register(server, "ada");
    expect((await options(ada.token)).status).toBe(200);
    expect((await options(ada.token, { password: "another one" })).status).toBe(400);
    await proofAge(ada.token, 11);
    const refused = await options(ada.token);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: "INVALID", issues: [{ path: "password", message: "Please enter your password." }] },
    ]);
    const wrong = await options(ada.token, { password: "another one" });
    expect(wrong.body).toMatchObject({ code: "INVALID", issues: [{ path: "password" }] });
    expect((await options(ada.token, { password: PASSWORD })).status).toBe(200);
  });

  it("gives a Google account without a password no passkey, unless something was proved", async () => {
    const ada = await register(server, "ada");
    await server.query("update users set password_hash = null where id = $1::text::uuid", [ada.id]);
    await server.query("update sessions set proved_at = null where user_id = $1::text::uuid", [ada.id]);
    const refused = await options(ada.token);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("has no password")]);
  });

  it("gives no passkey to an account whose address is not verified", async () => {
    const ada = await register(server, "ada", { isVerified: false });
    const refused = await options(ada.token, { password: PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);
  });

  it("keeps twenty passkeys of an account at most, and each one once", async () => {
    const ada = await register(server, "ada");
    const first = await addPasskey(server, ada.token);
    const same = authenticator.create(await passkeyOptions(server, "", ada.token), {}, first);
    const known = await sendNewPasskey(server, ada.token, same.credential);
    expect([known.status, known.body.message]).toEqual([409, "This passkey is already registered."]);
    for (let n = 0; n < 17; n++) await addPasskey(server, ada.token);
    const waiting = await Promise.all([0, 1, 2, 3].map(() => passkeyOptions(server, "", ada.token)));
    const answers = await Promise.all(
      waiting.map((one) => sendNewPasskey(server, ada.token, authenticator.create(one).credential)),
    );
    expect(await list(ada.token)).toHaveLength(18 + answers.filter(({ status }) => status === 201).length);
    while ((await list(ada.token)).length < 20) await addPasskey(server, ada.token);
    const { credential } = authenticator.create(await passkeyOptions(server, "", ada.token));
    const full = await sendNewPasskey(server, ada.token, credential);
    expect([full.status, full.body.message]).toEqual([409, expect.stringContaining("20 passkeys")]);
    const [newest] = await list(ada.token);
    await server.api("DELETE", `/api/auth/passkeys/${newest._id}`, { token: ada.token });
    await addPasskey(server, ada.token);
    expect(await list(ada.token)).toHaveLength(20);
  }, 60_000);

  it("renames a passkey, and removes it with a mail", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    const [{ _id }] = await list(ada.token);
    const path = `/api/auth/passkeys/${_id}`;
    const renamed = await server.api("PATCH", path, { token: ada.token, body: { name: "  Blue phone " } });
    expectShape(passkeysAnswer, renamed.body);
    expect(renamed.body.passkeys).toMatchObject([{ _id, name: "Blue phone" }]);
    expect((await server.api("PATCH", path, { token: ada.token, body: { name: " " } })).status).toBe(400);
    const removed = await server.api("DELETE", path, { token: ada.token });
    expect([removed.status, removed.body]).toEqual([200, { passkeys: [] }]);
    expect((await server.api("DELETE", path, { token: ada.token })).status).toBe(404);
    expect(await mailsTo(server, ada.email, "passkey-removed")).toMatchObject([{ device: "Unknown device" }]);
    expect(JSON.stringify(await server.query("select data from outbox"))).not.toContain("Blue phone");
    const refused = await logInByPasskey(server, passkey);
    expect([refused.status, refused.body]).toEqual([401, NOT_LOGGED_IN]);
    const actions = await server.query<{ action: string }>(
      "select action from admin_actions where user_id = $1::text::uuid order by at",
      [ada.id],
    );
    expect(actions.map(({ action }) => action)).toEqual(["passkey added", "passkey removed"]);
  });

  it("tells a suspended owner the reason, and lets nobody in", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    await server.query("update users set banned_at = now() where id = $1::text::uuid", [ada.id]);
    const refused = await logInByPasskey(server, passkey);
    expect([refused.status, refused.body.message]).toEqual([403, "This account has been suspended."]);
  });

  it("keeps the passkeys when a link sets a new password, and names them in the mail", async () => {
    const ada = await register(server, "ada");
    const passkey = await addPasskey(server, ada.token);
    const body = { email: ada.email, token: await askForReset(server, ada.email), password: "four unlikely words" };
    expect((await server.api("POST", "/api/auth/reset-password", { body })).status).toBe(200);
    expect(await mailTo(server, ada.email, "password-changed")).toMatchObject({
      passkeys: [{ device: "Unknown device", addedAt: expect.any(String) }],
    });
    expect((await logInByPasskey(server, passkey)).status).toBe(200);
  });

  it("removes all passkeys when a change of the address is taken back", async () => {
    const ada = await register(server, "ada");
    const before = await addPasskey(server, ada.token);
    const change = { newEmail: `moved-${ada.email}`, password: PASSWORD };
    expect((await server.api("POST", "/api/auth/change-email", { token: ada.token, body: change })).status).toBe(200);
    const after = await addPasskey(server, ada.token);
    const { token } = await mailTo(server, ada.email, "email-change-requested");
    expect((await server.api("POST", "/api/auth/undo-email-change", { body: { token } })).status).toBe(200);
    for (const passkey of [before, after]) expect((await logInByPasskey(server, passkey)).status).toBe(401);
  });
});
