// Tests `jara admin create` in a process of its own, with a running server's PostgreSQL and with a stopped server's
// folder.
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtProgram } from "../support/built-program.ts";
import { giveFactor } from "../support/e2e-factors.ts";
import { mailTo } from "../support/e2e-mailbox.ts";
import { databaseSettings, runJara } from "../support/e2e-operator.ts";
import { makePerson } from "../support/e2e-people.ts";
import { lastVerificationLink, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";

const PASSWORD = "correct horse battery";
/** Milliseconds. A test starts up to nine processes, one after the other. */
const TIMEOUT_MS = 180_000;

interface Options {
  readonly env?: Record<string, string>;
  readonly typed?: string;
  readonly program?: readonly string[];
}

describeEndToEnd("the first administrator", () => {
  let database: FreshDatabase;
  let server: TestServer | undefined;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(async () => {
    await server?.close();
    await database?.drop();
  });

  const createAdmin = (args: string[], { env = {}, ...options }: Options = {}) =>
    runJara(["admin", "create", ...args], { ...databaseSettings(database), ...env }, options);
  const withServer = async <T>(run: (server: TestServer) => Promise<T>): Promise<T> => {
    server ??= await startTestServer({ at: database });
    return await run(server);
  };
  const logIn = (email: string, password = PASSWORD) =>
    withServer(async ({ api }) => {
      const { status, body } = await api("POST", "/api/auth/login", { body: { email, password } });
      if (status !== 200) return status;
      return [
        body.user.role,
        body.user.isEmailVerified,
        (await api("GET", "/api/auth/users", { token: body.token })).status,
      ];
    });

  it("is created verified, with the password from the environment or from a pipe", async () => {
    const first = await createAdmin(["--email", "First@Jara.test"], { env: { JARA_ADMIN_PASSWORD: PASSWORD } });
    expect(first).toEqual({ code: 0, said: "first <first@jara.test> was made, verified, an administrator.\n" });
    const args = ["--email", "second@jara.test", "--username", "Second.Chief"];
    expect((await createAdmin(args, { typed: `${PASSWORD}\n` })).code).toBe(0);
    expect(await logIn("first@jara.test")).toEqual(["admin", true, 200]);
    expect(await logIn("second@jara.test")).toEqual(["admin", true, 200]);
    const rows = await withServer(({ query }) =>
      query(`select u.username, a.actor_id, a.action, a.details->>'to' as "to" from admin_actions a
             join users u on u.id = a.user_id where u.username in ('first', 'Second.Chief') order by a.at`),
    );
    expect(rows).toEqual([
      { username: "first", actor_id: null, action: "role", to: "admin" },
      { username: "Second.Chief", actor_id: null, action: "role", to: "admin" },
    ]);
  });

  it("is unchanged if the account is an administrator already", async () => {
    // The program as it is built and run in earnest.
    const program = builtProgram("jara");
    await createAdmin(["--email", "same@jara.test"], { env: { JARA_ADMIN_PASSWORD: PASSWORD } });
    expect(await createAdmin(["--email", "same@jara.test"], { program })).toEqual({
      code: 0,
      said: "same <same@jara.test> is an administrator already; nothing was changed.\n",
    });
    expect(await logIn("same@jara.test")).toEqual(["admin", true, 200]);
  });

  it(
    "is promoted from a verified account with its own password, and an unverified account is taken over",
    async () => {
      const stolen = await withServer(async (running) => {
        const register = (username: string) =>
          running.api("POST", "/api/auth/register", {
            body: { username, email: `${username}@jara.test`, password: "their own" },
          });
        await register("verified");
        const link = Object.fromEntries(new URL(lastVerificationLink(running)).searchParams);
        expect((await running.api("POST", "/api/auth/verify-email", { body: link })).status).toBe(200);
        const { token, user } = (await register("unverified")).body;
        await giveFactor(running, user.id);
        const change = { newEmail: "evil@jara.test", password: "their own" };
        expect((await running.api("POST", "/api/auth/change-email", { body: change, token })).status).toBe(200);
        return {
          token: token as string,
          change: (await mailTo(running, "evil@jara.test", "email-change-confirm")).token,
        };
      });
      expect((await createAdmin(["--email", "verified@jara.test"])).said).toMatch(/administrator now.*as it was/);
      expect(await logIn("verified@jara.test", "their own")).toEqual(["admin", true, 200]);

      expect(await createAdmin(["--email", "unverified@jara.test"])).toMatchObject({ code: 1 });
      const taken = await createAdmin(["--email", "unverified@jara.test"], { env: { JARA_ADMIN_PASSWORD: PASSWORD } });
      expect(taken.said).toMatch(/administrator now.*the one given/);
      expect(await logIn("unverified@jara.test", "their own")).toBe(401);
      expect(await logIn("unverified@jara.test")).toEqual(["admin", true, 200]);
      // Both find it in the inbox. The address that somebody else may have registered gets no mail.
      const notices = await withServer(({ query }) =>
        query(`select u.username, m.data->>'from' as mailed, m.data->>'to' as role from notifications n
               join users u on u.id = n.user_id left join outbox m on m.user_id = u.id and m.kind = n.about
               where n.about = 'role-changed' order by u.username`),
      );
      expect(notices).toEqual([
        { username: "unverified", mailed: null, role: null },
        { username: "verified", mailed: "user", role: "admin" },
      ]);
      const profile = await withServer(({ api }) => api("GET", "/api/auth/profile", { token: stolen.token }));
      expect(profile.status).toBe(401);
      // A change of the address that was requested before gives the administrator to nobody else.
      const confirmed = await withServer(({ api }) =>
        api("POST", "/api/auth/confirm-email-change", { body: { token: stolen.change } }),
      );
      expect([confirmed.status, confirmed.body.code]).toEqual([400, "VERIFICATION_FAILED"]);
      expect(await logIn("unverified@jara.test")).toEqual(["admin", true, 200]);
    },
    TIMEOUT_MS,
  );

  it(
    "is not created after a wrong call, and the error is explained",
    async () => {
      await withServer(async (running) => {
        await makePerson(running, "suspended");
        await makePerson(running, "taken");
        await running.query("update users set banned_at = now() where username = 'suspended'");
      });
      const env = { JARA_ADMIN_PASSWORD: PASSWORD };
      for (const [args, more, sentence] of [
        [[], { env }, /^--email is missing[\s\S]*Usage: jara admin create/],
        [["--password", "secret"], { env }, /^Unknown option '--password'[\s\S]*Usage: /],
        [["--email", "nobody"], { env }, /^--email: Please enter a valid email address/],
        [["--email", "ab@jara.test"], { env }, /^--username: Username must be at least 3/],
        [["--email", "third@jara.test"], { typed: "12345\n" }, /The password: Password must be at least 6/],
        [["--email", "third@jara.test"], {}, /The password: Password must be at least 6/],
        [
          ["--email", "third@jara.test", "--username", "TAKEN"],
          { env },
          /username TAKEN is taken, or looks like another: give another/,
        ],
        [["--email", "suspended@people.test"], { env }, /is suspended; nothing was changed/],
        [["--email", "third@jara.test"], { env: { ...env, NODE_ENV: "production" } }, /must be given in production/],
      ] as const) {
        const { code, said } = await createAdmin([...args], more);
        expect([code, said]).toEqual([/Usage: /.test(said) ? 2 : 1, expect.stringMatching(sentence)]);
        expect(said).not.toMatch(/ at .*:\d+/);
      }
      const rows = await withServer(({ query }) => query("select from users where email = 'third@jara.test'"));
      expect(rows).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
