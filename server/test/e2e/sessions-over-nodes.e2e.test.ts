// Tests attacks on sessions and links over three servers: an ended session at another server, with and without Redis,
// and one link used at all of them at once.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServersTogether, startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { askForReset, logIn, mailsTo, PASSWORD, register, statusOf } from "../support/e2e-mailbox.ts";
import type { TestServer } from "../support/e2e-server.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const NEW = "four unlikely words";

describe.skipIf(!canHaveNodes()).each(["with Redis", "without Redis"])("three servers, %s", (how) => {
  let nodes: ServersTogether;
  let here: TestServer;
  let there: TestServer;
  let third: TestServer;
  beforeAll(async () => {
    nodes = await startServersTogether(3, how === "with Redis" ? {} : { redisUrl: null });
    const [first, second = first, last = first] = nodes.servers;
    [here, there, third] = [first, second, last];
  });
  afterAll(() => nodes?.close());

  /** Ends by `end` what was open at the other servers, and waits until it has ended at all of them. */
  const expectEndedElsewhere = async (token: string, end: () => Promise<unknown>): Promise<void> => {
    const clients: LiveClient[] = [];
    for (const server of [there, third]) {
      for (const transport of transports) clients.push(await connect(server, transport, { token }));
    }
    // A new account is polled for some seconds anyway. This one looks older.
    await here.query("update users set created_at = now() - interval '1 day'");
    await end();
    for (const server of nodes.servers) {
      expect(await statusOf(server, token)).toBe(401);
      for (const transport of transports) {
        await expect(connect(server, transport, { token })).rejects.toMatchObject({
          details: { code: "UNAUTHENTICATED" },
        });
      }
    }
    for (const client of clients) {
      expect(await client.next("session:ended")).toEqual({ reason: "withdrawn" });
      await client.closed;
    }
  };

  it("refuse a session that was logged out at one of them, and close its connections", async () => {
    const ada = await register(here, `out${how.length}`);
    const end = () => here.api("POST", "/api/auth/logout", { token: ada.token });
    await expectEndedElsewhere(ada.token, end);
  });

  it("refuse a session that another device ended, and one whose password was reset", async () => {
    const ada = await register(here, `ended${how.length}`);
    const other = (await logIn(there, ada.email, PASSWORD)).body.token;
    const all = () => third.api("DELETE", "/api/auth/sessions", { token: ada.token });
    await expectEndedElsewhere(other, all);
    const reset = async () => {
      const body = { email: ada.email, token: await askForReset(here, ada.email), password: NEW };
      expect((await here.api("POST", "/api/auth/reset-password", { body })).status).toBe(200);
    };
    await expectEndedElsewhere(ada.token, reset);
  });

  it("let one of thirty win that use one link at the same moment", async () => {
    const ada = await register(here, `link${how.length}`);
    const token = await askForReset(here, ada.email);
    const tries = Array.from({ length: 30 }, (_, n) => ({ n, server: nodes.servers[n % 3] ?? here }));
    const answers = await Promise.all(
      tries.map(async ({ n, server }) => {
        const body = { email: ada.email, token, password: `${NEW} ${n}` };
        for (;;) {
          const { status } = await server.api("POST", "/api/auth/reset-password", { body });
          // On a busy machine some wait longer for the person's row than a transaction may take. They changed nothing.
          if (status !== 503) return { n, status };
        }
      }),
    );
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect([others, answers.filter(({ status }) => status === 400).length]).toEqual([[], 29]);
    expect((await logIn(there, ada.email, `${NEW} ${winner?.n}`)).status).toBe(200);
    expect(await mailsTo(here, ada.email, "password-changed")).toHaveLength(1);
  });

  it("give no session to a log-in with the old password that runs beside the change of it", async () => {
    for (let n = 0; n < 10; n++) {
      const ada = await register(here, `beside${how.length}`);
      const body = { currentPassword: PASSWORD, newPassword: NEW };
      const [changed, ...logIns] = await Promise.all([
        here.api("POST", "/api/auth/change-password", { body, token: ada.token }),
        ...Array.from({ length: 6 }, (_, m) => logIn(nodes.servers[m % 3] ?? here, ada.email, PASSWORD)),
      ]);
      expect(changed.status).toBe(200);
      for (const { status, body: answer } of logIns) {
        if (status === 200) expect(await statusOf(there, answer.token)).toBe(401);
      }
      expect(await statusOf(there, ada.token)).toBe(200);
    }
  });
});
