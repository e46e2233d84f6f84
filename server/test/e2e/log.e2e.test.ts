// Tests the server's log at its most verbose level, while people use every secret and the database fails: the log has
// each request and its outcome, and none of the secrets.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bid, connect, type LiveClient, openPlain, openSocketIo } from "../support/e2e-live.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import { JWT_SECRET, lastVerificationLink, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const METRICS_TOKEN = "token-of-whoever-watches";
/** Unlike anything else in a log. */
const MAXIMA = [7_654_321, 7_654_987, 7_655_123];

describeEndToEnd("the log", () => {
  let server: TestServer;
  const lines: string[] = [];
  const clients: LiveClient[] = [];
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  beforeAll(async () => {
    const logTo = { write: (line: string) => void lines.push(line) };
    server = await startTestServer({
      logTo,
      config: { logLevel: "trace", metricsToken: METRICS_TOKEN },
    });
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server?.close();
  });
  /** While a table of the database is somewhere else. */
  const without = async <T>(table: string, run: () => Promise<T>): Promise<T> => {
    await server.query(`alter table ${table} rename to elsewhere`);
    try {
      return await run();
    } finally {
      await server.query(`alter table elsewhere rename to ${table}`);
    }
  };

  it("has every request and command with its id and outcome, and no secret", async () => {
    const { api } = server;
    const secrets = new Map<string, string>([
      ["the session secret", JWT_SECRET],
      ["the metrics token", METRICS_TOKEN],
    ]);
    const password = "correct-horse-battery";
    const wrong = "incorrect-horse-battery";
    secrets.set("a password", password).set("a wrong password", wrong);

    // Accounts: registering, the link of the mail by page and by call, logging in rightly and wrongly.
    const account = { username: "ada", email: "ada@jara.test", password };
    expect((await api("POST", "/api/auth/register", { body: account })).status).toBe(201);
    const link = new URL(lastVerificationLink(server));
    for (const [key, value] of link.searchParams) if (key === "token") secrets.set("a verification token", value);
    expect(secrets.has("a verification token")).toBe(true);
    await api("GET", `${link.pathname}${link.search}`);
    const body = Object.fromEntries(link.searchParams);
    await without("verification_tokens", () => api("POST", "/api/auth/verify-email", { body }));
    expect((await api("POST", "/api/auth/verify-email", { body })).status).toBe(200);
    await api("POST", "/api/auth/login", { body: { email: account.email, password: wrong } });
    await without("users", () => api("POST", "/api/auth/login", { body: { email: account.email, password } }));
    const { body: login } = await api("POST", "/api/auth/login", { body: { email: account.email, password } });
    const token = login.token as string;
    secrets.set("a session", token).set("the signature of a session", token.split(".")[2] ?? "");
    await api("GET", `/auth/callback?token=${token}&user=x`);
    await api("GET", `/api/auth/profile?token=${token}`, { token });
    await api("GET", "/api/auth/profile", { token: `${token}x` });
    await api("GET", "/metrics", { token: METRICS_TOKEN });
    await api("POST", "/api/auth/login", { raw: `{"password": "${password}", broken` });

    // Maxima, over REST and both transports, committed and not.
    const admin = await makePerson(server, "admin", { role: "admin" });
    await server.query("update users set balance_minor = 1000000000000 where username = 'ada'");
    const { _id: auctionId } = await openAuction(server, admin);
    const [first, second, third] = MAXIMA as [number, number, number];
    for (const max of MAXIMA) secrets.set(`a maximum of ${max}`, String(max)).set(`${max} in kobo`, `${max}00`);
    const commandId = randomUUID();
    const max = (maxAmount: number) => ({ auctionId, maxAmount, currency: "NGN" as const, commandId: randomUUID() });
    const { commandId: _, ...overRest } = max(first);
    const set = await api("POST", "/api/maxbids", { token, body: overRest, headers: { "idempotency-key": commandId } });
    expect(set.status).toBe(200);
    const live = await connect(server, "socket.io", { token });
    const plain = await connect(server, "/ws", { token });
    clients.push(live, plain);
    const inVain = max(second);
    // The database's own words then are the whole row.
    await server.query("alter table max_bids add constraint in_vain check (amount_minor < 10) not valid");
    expect(await live.send("maxbid:set", inVain)).toMatchObject({ ok: false, error: { code: "UNAVAILABLE" } });
    await server.query("alter table max_bids drop constraint in_vain");
    const done = max(third);
    await vi.waitFor(async () => expect((await plain.send("maxbid:set", done)).ok).toBe(true), { timeout: 45_000 });
    await bid(live, auctionId, 1);

    // Frames and handshakes that are none.
    await live.send(password as "bid:place", { password } as never);
    await plain.send("maxbid:set", { maxAmount: first, password, commandId: password } as never);
    for (const open of [openPlain, openSocketIo]) await open(server, { token: `${token}x` }).catch(() => {});

    await vi.waitFor(() => {
      const all = logged();
      const text = lines.join("");
      const at = (find: object) => expect(all).toContainEqual(expect.objectContaining(find));
      at({ msg: "incoming request", req: expect.objectContaining({ path: "/api/maxbids", commandId }) });
      at({
        command: "maxbid:set",
        commandId: inVain.commandId,
        code: "UNAVAILABLE",
        level: 40,
        transport: "socket.io",
      });
      at({ command: "maxbid:set", commandId: done.commandId, code: "ok", level: 20, transport: "websocket" });
      at({ command: "bid:place", auctionId, code: "BID_TOO_LOW" });
      at({ command: "unknown", code: "INVALID" });
      at({ msg: "commit failed or unknown", err: expect.objectContaining({ code: "23514" }) });
      at({ msg: "request failed", reqId: expect.any(String) });
      expect([...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name)).toEqual([]);
    }, 15_000);
  });

  it("has the same request id as the answer", async () => {
    const { headers } = await server.api("GET", "/api/auctions");
    const id = headers.get("x-request-id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await vi.waitFor(() => {
      const ofIt = logged().filter(({ reqId }) => reqId === id);
      expect(ofIt.map(({ msg }) => msg)).toEqual(["incoming request", "request completed"]);
    }, 15_000);
  });
});
