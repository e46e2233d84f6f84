// Tests the built server as a process: which environments and databases it refuses to start with, and that nothing has
// happened by then.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { migrationsFolder } from "../../src/app/open-database.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { type ServerProcess, startProcess } from "../support/e2e-process.ts";
import { callApi, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { copyDatabase, type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { type LocalSmtp, startLocalSmtp } from "../support/local-smtp.ts";
import { quickProgram } from "../support/quick-programs.ts";

const JWT_SECRET = "6f1d3c9a0be84725d6a1e0f94c7b28355a90de1c";
const production = (smtpUrl: string) => ({
  NODE_ENV: "production",
  JWT_SECRET,
  PUSH: "off",
  SMTP_URL: smtpUrl,
  MAIL_FROM: "Jara <no-reply@jara.example>",
  CONTACT_EMAIL: "help@jara.example",
  CONTACT_WHATSAPP: "+2348012345678",
  RATE_LIMITS: "on",
  DRAIN_WAIT_MS: "0",
  DRAIN_SPREAD_MS: "0",
});

const stop = async (server: ServerProcess): Promise<void> => {
  server.signal("SIGTERM");
  await server.ended;
};

/** Each test starts and stops several processes. */
vi.setConfig({ testTimeout: 180_000 });

describeEndToEnd("the start", () => {
  let database: FreshDatabase;
  let smtp: LocalSmtp;
  /** Holds the demo market, of which a test takes a copy. */
  let demo: FreshDatabase;
  beforeAll(async () => {
    demo = await makeDatabase();
    // The server as it is built and run in earnest.
    await stop(await startProcess(demo, { SEED: "demo" }));
  });
  afterAll(() => demo?.drop());
  beforeEach(async () => {
    [database, smtp] = await Promise.all([makeDatabase(), startLocalSmtp()]);
  });
  afterEach(async () => {
    await smtp.close();
    await database.drop();
  });

  const inProduction = () => production(smtp.url);
  const withDemo = async () => {
    await database.drop();
    database = await copyDatabase(demo);
  };
  const start = (env: Record<string, string> = {}): Promise<ServerProcess> =>
    startProcess(database, env, quickProgram("main"));
  const startAndStop = async (env: Record<string, string>): Promise<string> => {
    const server = await start(env);
    await stop(server);
    return server.said();
  };
  /** In this process, because what is refused is refused when the database is opened. */
  const openAndClose = async (look: (server: TestServer) => Promise<void> = async () => {}): Promise<void> => {
    const server = await startTestServer({ at: database, config: { isProduction: true } });
    await look(server).finally(() => server.close());
  };
  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    const opened = await openDatabase({ url: database.databaseUrl }, migrationsFolder);
    try {
      return await opened.query(text);
    } finally {
      await opened.close();
    }
  };
  const usersThere = async () => (await query("select count(*)::int as users from users"))[0]?.users;

  it("is refused without NODE_ENV=production if the internet could reach the server, and makes no demo", async () => {
    // `config.test.ts` has every such setting. This one could also send mails.
    await expect(start({ SEED: "demo", SMTP_URL: smtp.url })).rejects.toThrow(
      /did not start: SMTP_URL .*Set NODE_ENV=production/,
    );
    expect([await usersThere(), smtp.arrived]).toEqual([0, 0]);
  });

  it("makes the demo in a PostgreSQL only with SEED=demo", async () => {
    const said = await startAndStop({ SEED: "" });
    expect(said.includes("admin@auction.test / admin1234")).toBe(false);
    expect(said).toContain("This PostgreSQL is empty, and gets the demo market only if SEED=demo");
    expect(await usersThere()).toBe(0);
    expect(await startAndStop({ SEED: "demo" })).toContain("admin@auction.test / admin1234");
    expect(await usersThere()).toBe(10);
  });

  it("does not name the demo's accounts in a database that has others", async () => {
    const server = await start();
    const body = { username: "amaka", email: "amaka@jara.example", password: "correct horse" };
    expect((await callApi(server.address, "POST", "/api/auth/register", { body })).status).toBe(201);
    await stop(server);
    const said = await startAndStop({ SEED: "demo" });
    expect(said).not.toContain("admin1234");
    expect(said).toContain("No demo market was made");
  });

  it("is refused in production on the demo's database, and sends no mail from it", async () => {
    await withDemo();
    await expect(start(inProduction())).rejects.toThrow(
      /has accounts of the demo \(ada@auction\.test, admin@auction\.test, amaka@auction\.test, bola@.*Production does not start with them/,
    );
    expect(smtp.arrived).toBe(0);
  });

  it("is refused in production if one account of the demo is left, whatever its role and password", async () => {
    await withDemo();
    // One of them is enough, whatever its role.
    await query("update users set banned_at = now() where username <> 'dayo'");
    await expect(openAndClose()).rejects.toThrow(/accounts of the demo \(dayo@auction\.test\)/);
    // Another password makes the demo's money no better.
    await query("update users set password_hash = 'changed' where username = 'dayo'");
    await expect(openAndClose()).rejects.toThrow(/accounts of the demo \(dayo@auction\.test\)/);
  });

  it("succeeds in production once those accounts are suspended as the message says, and none can log in", async () => {
    await withDemo();
    const refused = await start(inProduction()).catch((error: Error) => error.message);
    const suspend = /update users[\s\S]*;/.exec(String(refused))?.[0];
    await query(suspend ?? "");
    const server = await start(inProduction());
    const body = { email: "admin@auction.test", password: "admin1234" };
    expect((await callApi(server.address, "POST", "/api/auth/login", { body })).status).not.toBe(200);
    await stop(server);
  });

  it("cannot be blocked by a stranger who registers one of the demo's addresses", async () => {
    const body = { username: "stranger", email: "admin@auction.test", password: "admin1234" };
    await openAndClose(async (server) =>
      expect((await server.api("POST", "/api/auth/register", { body })).status).toBe(201),
    );
    await openAndClose(async (server) => expect((await server.api("GET", "/api/auctions")).status).toBe(200));
  });

  it("accepts an administrator at the demo's address who has another password", async () => {
    await withDemo();
    await query("update users set banned_at = now() where username <> 'admin'");
    await expect(openAndClose()).rejects.toThrow(/\(admin@auction\.test\)/);
    await query("update users set password_hash = 'another' where username = 'admin'");
    await openAndClose(async (server) => expect((await server.api("GET", "/api/auctions")).status).toBe(200));
  });
});
