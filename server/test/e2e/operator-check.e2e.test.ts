// Tests `jara check` and `jara migrate --status`: what they find right and wrong, in sentences, and that they change
// nothing.
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { databaseSettings, runJara } from "../support/e2e-operator.ts";
import { makePerson } from "../support/e2e-people.ts";
import { LOG_SEED, startTestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { copyOf, type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { type LocalSmtp, startLocalSmtp } from "../support/local-smtp.ts";
import { hasRedis, startThrowawayRedis } from "../support/throwaway-redis.ts";

describeEndToEnd("jara check", () => {
  let database: FreshDatabase;
  let smtp: LocalSmtp;
  let env: Record<string, string>;
  beforeAll(async () => {
    [database, smtp] = await Promise.all([makeDatabase(), startLocalSmtp()]);
  });
  afterAll(async () => {
    await smtp?.close();
    await database?.drop();
  });
  beforeEach(async () => {
    env = {
      ...databaseSettings(database),
      NODE_ENV: "production",
      JWT_SECRET: "6f1d3c9a0be84725d6a1e0f94c7b28355a90de1c",
      PUSH: "off",
      PUBLIC_URL: "https://jara.example",
      CONTACT_EMAIL: "help@jara.example",
      CONTACT_WHATSAPP: "+2348012345678",
      SMTP_URL: smtp.url,
      MAIL_FROM: "Jara <no-reply@jara.example>",
      PORT: String(await freePort()),
    };
  });

  /** For a test that starts a server on it. The others share one on which nobody has worked. */
  const ownDatabase = async () => {
    const own = await makeDatabase();
    onTestFinished(() => own.drop());
    env = { ...env, ...databaseSettings(own) };
    return own;
  };

  it("finds nothing wrong, sends no mail unless asked to, and then one that arrives", async () => {
    const { arrived } = smtp;
    const quiet = await runJara(["check"], env);
    expect(quiet).toMatchObject({ code: 0, said: expect.stringContaining("Nothing is wrong.") });
    expect(quiet.said).toMatch(/note +database +Nobody is an administrator/);
    expect(quiet.said).toMatch(/ok +database +all \d+ migrations are done/);
    expect(smtp.arrived).toBe(arrived);
    const sent = await runJara(["check", "--send-test-mail", "op@jara.example"], env);
    expect([sent.code, sent.said]).toEqual([
      0,
      expect.stringContaining("the test mail to op@jara.example was accepted"),
    ]);
    expect(smtp.mailsTo("op@jara.example")[0]).toMatchObject({ subject: "Test mail of Jara" });
  });

  it("says everything that is wrong with the settings at once, with the choices, and shows no secret", async () => {
    const wrong = {
      PORT: "99999",
      LOG_LEVEL: "verbose",
      JWT_SECRET: "short-and-secret",
      SMTP_URL: "smtp://me:pass/word@mail",
    };
    const { code, said } = await runJara(["check"], { ...env, ...wrong });
    expect(code).toBe(1);
    expect(said).toContain('PORT must be a port number, at most 65535, not "99999".');
    expect(said).toContain('LOG_LEVEL must be trace, debug, info, warn, error or silent, not "verbose".');
    expect(said).toContain("JWT_SECRET must have at least 32 characters.");
    expect(said).toMatch(/SMTP_URL must be .* write .* \/ as %2F/);
    expect(said).not.toMatch(/short-and-secret|pass\/word/);
  });

  it("says which part cannot be reached, and goes on with the others", async () => {
    const away = {
      REDIS_URL: "redis://127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1:1",
      DATA_DIR: env.DATA_DIR ?? "/dev/null/data",
    };
    const { code, said } = await runJara(["check"], { ...env, ...away });
    expect(code).toBe(1);
    expect(said).toMatch(/WRONG +redis +Redis at 127\.0\.0\.1:1 cannot be used/);
    expect(said).toMatch(/WRONG +mail +The mail server at 127\.0\.0\.1:1 cannot be used/);
    expect(said).toMatch(/WRONG +uploads +DATA_DIR: the server cannot write into/);
    expect(said).toMatch(/things are wrong/);
    expect(said).not.toMatch(/\n +at .*:\d+/);
  });

  it("finds a wrong password of the mail server", async () => {
    const refusing = await startLocalSmtp({ wrongPassword: true });
    const { code, said } = await runJara(["check"], { ...env, SMTP_URL: refusing.url });
    await refusing.close();
    expect([code, said]).toEqual([1, expect.stringMatching(/WRONG +mail .*wrong password/)]);
  });

  it("knows a wrong use from a wrong machine", async () => {
    expect(await runJara(["check", "--send-test-mail", "nobody"], env)).toMatchObject({ code: 2 });
    expect(await runJara(["check", "--all"], env)).toMatchObject({ code: 2 });
    expect(await runJara(["chekc"], env)).toMatchObject({
      code: 2,
      said: expect.stringContaining('no command "chekc"'),
    });
    expect(await runJara(["check", "--help"], {})).toMatchObject({ code: 0, said: expect.stringMatching(/^Usage: /) });
  });

  it("finds a public log whose name is another one than the settings give, and says what to set", async () => {
    const server = await startTestServer({ at: await ownDatabase() });
    while ((await server.api("GET", "/log")).body.logs.length === 0) await setTimeout(50);
    await server.close();
    const settings = { ...env, LOG_KEY: LOG_SEED.toString("hex") };
    const moved = await runJara(["check"], settings);
    expect(moved.code).toBe(1);
    expect(moved.said).toMatch(/WRONG +database .*called localhost:3000\/log\/1.* as jara\.example\/bid-receipts/);
    expect(moved.said).toContain("Set LOG_ORIGIN=localhost:3000");
    const named = await runJara(["check"], { ...settings, LOG_ORIGIN: "localhost:3000" });
    expect(named).toMatchObject({ code: 0, said: expect.stringMatching(/ok +log +signed as localhost:3000/) });
    const { said } = await runJara(["check"], { ...settings, LOG_ORIGIN: "https://jara.example" });
    expect(said).toContain(
      'LOG_ORIGIN must be a host like auction.example, with its port, not "https://jara.example".',
    );
  });

  it("names the administrators, Redis' version, and a database without tables", async () => {
    const server = await startTestServer({ at: await ownDatabase() });
    await makePerson(server, "chief", { role: "admin" });
    await server.close();
    if (hasRedis()) {
      const redis = await startThrowawayRedis();
      const { said } = await runJara(["check"], { ...env, REDIS_URL: redis.url });
      await redis.stop();
      expect(said).toMatch(/ok +database +1 administrator/);
      expect(said).toMatch(/ok +redis +Redis \d+\.\d+/);
    }
    const empty = await copyOf(null);
    const settings = { ...env, DATABASE_URL: empty.databaseUrl };
    const checked = await runJara(["check"], settings);
    const status = await runJara(["migrate", "--status"], settings);
    const dry = await runJara(["migrate", "--dry-run"], settings);
    // A second time, to see that the commands before have migrated nothing.
    const again = await runJara(["migrate", "--status"], settings);
    const migrated = await runJara(["migrate"], settings);
    const done = await runJara(["migrate", "--status"], settings);
    const gone = new URL(empty.databaseUrl);
    gone.pathname = "/no_such_database";
    const missing = await runJara(["check"], { ...env, DATABASE_URL: gone.href });
    await empty.drop();
    expect([checked.code, checked.said]).toEqual([0, expect.stringMatching(/note +database +It has no tables yet/)]);
    expect([status.code, status.said]).toEqual([1, expect.stringMatching(/^0 of \d+ [\s\S]*missing: 0000_baseline/)]);
    expect([dry.code, dry.said]).toEqual([0, expect.stringMatching(/^-- 0000_baseline\nCREATE TABLE/)]);
    expect(again).toEqual(status);
    expect([migrated.code, migrated.said]).toEqual([0, expect.stringContaining("done: 0000_baseline")]);
    expect([done.code, done.said]).toEqual([0, expect.stringMatching(/^(\d+) of \1 migrations/)]);
    expect(missing.said).toMatch(/WRONG +database .*has no database no_such_database; make it with: createdb/);
  });
});
