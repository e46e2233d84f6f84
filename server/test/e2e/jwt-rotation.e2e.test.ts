// Tests the replacement of JWT_SECRET while two servers run over one database, one server after the other: nobody is
// logged out, and links, authenticator apps and sign-ins work at both servers, at every step.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Config } from "../../src/config.ts";
import { unsubscribeLink } from "../../src/features/mail/unsubscribe.ts";
import { codeOf, giveFactor } from "../support/e2e-factors.ts";
import { logIn, PASSWORD, register } from "../support/e2e-mailbox.ts";
import { JWT_SECRET as OLD, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";

const NEW = "the-next-secret-of-these-tests-9876543210-xyz";

describe("a new JWT_SECRET over two servers", () => {
  let database: FreshDatabase;
  const servers: (TestServer | null)[] = [null, null];
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(async () => {
    for (const server of servers) await server?.close();
    await database?.drop();
  });
  const replace = async (n: 0 | 1, config: Pick<Config, "jwtSecret" | "previousJwtSecret">): Promise<TestServer> => {
    await servers[n]?.close();
    const server = await startTestServer({ at: database, config });
    servers[n] = server;
    return server;
  };
  const running = (): TestServer[] => servers.filter((server) => server !== null);

  it("logs nobody out, and the old secret counts no more once it is left out", async () => {
    const step = {
      before: { jwtSecret: OLD, previousJwtSecret: null },
      both: { jwtSecret: OLD, previousJwtSecret: NEW },
      swapped: { jwtSecret: NEW, previousJwtSecret: OLD },
      after: { jwtSecret: NEW, previousJwtSecret: null },
    };
    const first = await replace(0, step.before);
    await replace(1, step.before);
    const ada = await register(first, "ada");
    const link = new URL(unsubscribeLink({ publicUrl: first.address, jwtSecret: OLD }, ada.id)).search;
    const bola = await register(first, "bola");
    const { secret } = await giveFactor(first, bola.id);
    const tokens = [ada.token];
    let used = 0;

    /** At both servers: every token so far, the link of an old mail, an authenticator app, and a new log-in. */
    const expectAllWell = async (): Promise<void> => {
      for (const server of running()) {
        for (const token of tokens) {
          expect((await server.api("GET", "/api/auth/profile", { token })).status).toBe(200);
        }
        expect((await server.api("GET", `/api/mail/unsubscribe${link}`)).status).toBe(200);
        const challenge = (await logIn(server, bola.email, PASSWORD)).body.challenge as string;
        await server.query("update totp_factors set last_step = 0");
        const code = await codeOf(server, secret);
        const done = await server.api("POST", "/api/auth/login/second-factor", { body: { challenge, code } });
        expect(done.status).toBe(200);
        used++;
        tokens.push(done.body.token, (await logIn(server, ada.email, PASSWORD)).body.token);
      }
    };
    await expectAllWell();
    for (const one of [step.both, step.swapped] as const) {
      for (const n of [0, 1] as const) {
        await replace(n, one);
        await expectAllWell();
      }
    }
    // The servers seal the app's secret with the new one before the old one is left out.
    await vi.waitFor(async () => expect(await replaceable()).toBe(true), { timeout: 45_000 });
    const ofOld = tokens.slice(0, 1);
    await replace(0, step.after);
    const last = await replace(1, step.after);
    expect((await last.api("GET", "/api/auth/profile", { token: tokens.at(-1) })).status).toBe(200);
    for (const token of ofOld) expect((await last.api("GET", "/api/auth/profile", { token })).status).toBe(401);
    expect((await last.api("GET", `/api/mail/unsubscribe${link}`)).status).toBe(404);
    const challenge = (await logIn(last, bola.email, PASSWORD)).body.challenge as string;
    await last.query("update totp_factors set last_step = 0");
    const code = await codeOf(last, secret);
    expect((await last.api("POST", "/api/auth/login/second-factor", { body: { challenge, code } })).status).toBe(200);
    expect(used).toBe(10);
  });

  /** The question of `jara check` before an operator leaves the previous secret out. */
  const replaceable = async (): Promise<boolean> => {
    const { countForeignSecrets } = await import("../../src/features/accounts/second-factor/renew-secrets.ts");
    const [server] = running();
    return server !== undefined && (await countForeignSecrets(server.server.database, NEW)) === 0;
  };
});
