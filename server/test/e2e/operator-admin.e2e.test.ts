// Tests `jara admin`: it lists staff, makes a link for a new password, suspends, restores and logs out, and the audit
// log has each as an action of the command line.
import { expect, it } from "vitest";
import { logIn, PASSWORD, register } from "../support/e2e-mailbox.ts";
import { databaseSettings, runJara } from "../support/e2e-operator.ts";
import { startTestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

describeEndToEnd("jara admin", () => {
  it("does what an operator needs who cannot log in, and records each action once", async () => {
    const server = await startTestServer({
      because: "it reads all staff, all mails and all actions of the command line",
    });
    const settings = { ...databaseSettings(server.config), PUBLIC_URL: "http://localhost:3000" };
    const admin = (...args: string[]) => runJara(["admin", ...args], settings);
    const ada = await register(server, "ada");
    const { email } = ada;
    await server.query("update users set role = 'admin' where email = $1", [email]);

    expect(await admin("list")).toMatchObject({
      code: 0,
      said: expect.stringMatching(new RegExp(`^admin +${ada.username} <${email}> .*seen 20`)),
    });
    expect((await admin("revoke-sessions", "--email", email)).said).toContain("1 open session ended");
    const made = await admin("reset-password", "--email", email);
    const link = new URL(/http\S+/.exec(made.said)?.[0] ?? "");
    expect([made.code, link.pathname]).toEqual([0, "/reset-password"]);

    const profile = () => server.api("GET", "/api/auth/profile", { token: ada.token });
    await expect.poll(async () => (await profile()).status).toBe(401);
    const body = { ...Object.fromEntries(link.searchParams), password: "another correct horse" };
    expect((await server.api("POST", "/api/auth/reset-password", { body })).status).toBe(200);
    // It works once.
    expect((await server.api("POST", "/api/auth/reset-password", { body })).status).toBe(400);
    expect((await logIn(server, email, PASSWORD)).status).toBe(401);
    expect((await logIn(server, email, body.password)).status).toBe(200);

    const reason = ["--reason", "somebody has the phone"];
    expect(await admin("suspend", "--email", email)).toMatchObject({ code: 2 });
    expect(await admin("suspend", "--email", email, ...reason)).toMatchObject({ code: 0 });
    expect(await admin("suspend", "--email", email, ...reason)).toMatchObject({ code: 1 });
    expect(await admin("reset-password", "--email", email)).toMatchObject({ code: 1 });
    expect((await admin("list")).said).toContain("SUSPENDED");
    expect((await logIn(server, email, body.password)).status).toBe(403);
    expect(await admin("restore", "--email", email, ...reason)).toMatchObject({ code: 0 });
    expect(await admin("restore", "--email", email, ...reason)).toMatchObject({ code: 1 });
    expect(await admin("revoke-sessions", "--email", "nobody@people.test")).toMatchObject({ code: 1 });
    expect(await admin("promote", "--email", email)).toMatchObject({ code: 2 });

    expect((await logIn(server, email, body.password)).status).toBe(200);
    const rows = await server.query(
      "select action, details->>'reason' as reason from admin_actions where via = 'command line' and actor_id is null order by at",
    );
    expect(rows).toEqual([
      { action: "logged out everywhere", reason: null },
      { action: "password link made", reason: null },
      { action: "ban", reason: "somebody has the phone" },
      { action: "restored", reason: "somebody has the phone" },
    ]);
    const mails = await server.query("select kind from outbox where kind like 'account-%' order by created_at");
    expect(mails).toEqual([{ kind: "account-suspended" }, { kind: "account-restored" }]);
    await server.close();
  });
});
