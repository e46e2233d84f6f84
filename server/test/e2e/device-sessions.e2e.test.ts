// Tests the list of devices, logging one or all of them out, how long a session lasts, and the mail about a new device.
import { sessionsAnswer } from "@jara/shared/rest/sessions";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { FIREFOX, logIn, mailsTo, PASSWORD, type Registered, register, statusOf } from "../support/e2e-mailbox.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const DAY_S = 24 * 60 * 60;

describeEndToEnd("a person's devices", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { trustedProxies: ["127.0.0.1"] } });
  });
  afterAll(() => server?.close());

  const list = async (token: string) => (await server.api("GET", "/api/auth/sessions", { token })).body.sessions;
  const end = (token: string, id = "") => server.api("DELETE", `/api/auth/sessions${id && `/${id}`}`, { token });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const token = async (person: Registered, ...given: [userAgent?: string, headers?: object]): Promise<string> =>
    (await logIn(server, person.email, PASSWORD, ...given)).body.token;
  const open = (tokenOf: string): Promise<LiveClient[]> =>
    Promise.all(transports.map((transport) => connect(server, transport, { token: tokenOf })));
  const expectEnded = async (clients: readonly LiveClient[]): Promise<void> => {
    for (const client of clients) {
      expect(await client.next("session:ended")).toEqual({ reason: "withdrawn" });
      await client.closed;
    }
  };
  const age = (person: Registered, what: string) =>
    server.query(`update sessions set ${what} where user_id = $1::text::uuid`, [person.id]);
  const times = async (person: Registered) =>
    (
      await server.query<{ seen: number; left: number }>(
        `select extract(epoch from now() - last_seen_at)::int as seen, extract(epoch from expires_at - now())::int as left
         from sessions where user_id = $1::text::uuid`,
        [person.id],
      )
    )[0];

  it("lists the devices in words, with the beginning of the address, the last used first", async () => {
    const ada = await register(server, "ada");
    const firefox = await token(ada, FIREFOX, from("102.89.33.7"));
    const program = await token(ada, "", from("2c0f:f5c0:1::9"));
    const { body } = await server.api("GET", "/api/auth/sessions", { token: firefox });
    expectShape(sessionsAnswer, body);
    expect(body.sessions).toMatchObject([
      { device: "Unknown device", place: "2c0f:f5c0:x", isCurrent: false },
      { device: "Firefox on Windows", place: "102.89.x.x", isCurrent: true },
      { device: "Chrome on Android", place: "127.0.x.x", isCurrent: false },
    ]);
    expect(await list(program)).toHaveLength(3);
    const rows = await server.query("select s::text as row from sessions s where user_id = $1::text::uuid", [ada.id]);
    expect(JSON.stringify(rows)).not.toMatch(/33\.7|:1::/);
  });

  it("logs out: the token is refused over REST and both transports at once, and open connections end", async () => {
    const ada = await register(server, "leaver");
    const other = await token(ada);
    const [clients, kept] = [await open(ada.token), await open(other)];
    const { status, text } = await server.api("POST", "/api/auth/logout", { token: ada.token });
    expect([status, text]).toEqual([204, ""]);
    expect(await statusOf(server, ada.token)).toBe(401);
    for (const transport of transports) {
      await expect(connect(server, transport, { token: ada.token })).rejects.toMatchObject({
        details: { code: "UNAUTHENTICATED" },
      });
    }
    await expectEnded(clients);
    expect((await server.api("POST", "/api/auth/logout", { token: ada.token })).status).toBe(401);
    expect(await statusOf(server, other)).toBe(200);
    for (const client of kept) {
      expect((await client.ask("clock:sync", { t0: 1 })).t0).toBe(1);
      expect(client.of("session:ended")).toEqual([]);
      client.close();
    }
  });

  it("logs one device out, and nobody else's", async () => {
    const [ada, bola] = [await register(server, "ada"), await register(server, "bola")];
    const other = await token(ada, FIREFOX);
    const clients = await open(other);
    const [, mine] = await list(bola.token).then(() => list(ada.token));
    const firefox = (await list(ada.token)).find((one: { device: string }) => one.device.startsWith("Firefox"));
    for (const id of [firefox._id, crypto.randomUUID(), "nonsense"]) {
      const refused = await end(bola.token, id);
      expect([refused.status, refused.body]).toEqual([404, { code: "NOT_FOUND", message: "Session not found" }]);
    }
    const answer = await end(ada.token, firefox._id);
    expectShape(sessionsAnswer, answer.body);
    expect(answer.body.sessions).toMatchObject([{ _id: mine._id, isCurrent: true }]);
    await expectEnded(clients);
    expect([await statusOf(server, other), await statusOf(server, ada.token)]).toEqual([401, 200]);
    expect((await end(ada.token, firefox._id)).status).toBe(404);
  });

  it("logs all other devices out", async () => {
    const ada = await register(server, "alone");
    const others = [await token(ada), await token(ada, FIREFOX)];
    const clients = await open(others[0] ?? "");
    const { status, body } = await end(ada.token);
    expect([status, body.sessions.length]).toEqual([200, 1]);
    await expectEnded(clients);
    for (const other of others) expect(await statusOf(server, other)).toBe(401);
    expect(await statusOf(server, ada.token)).toBe(200);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(200);
  });

  it("renews a session in use, at most every ten minutes, and never beyond 90 days", async () => {
    const ada = await register(server, "renewed");
    await age(ada, "last_seen_at = now() - interval '9 minutes', expires_at = now() + interval '1 day'");
    expect(await statusOf(server, ada.token)).toBe(200);
    // A session that is used later is renewed, so a renewal of the first one would have been done too.
    const later = await register(server, "renewed-later");
    await age(later, "last_seen_at = now() - interval '11 minutes'");
    expect(await statusOf(server, later.token)).toBe(200);
    await vi.waitFor(async () => expect((await times(later))?.seen).toBeLessThan(60), { timeout: 45_000 });
    expect((await times(ada))?.seen).toBeGreaterThanOrEqual(9 * 60);
    await age(ada, "last_seen_at = now() - interval '11 minutes'");
    expect(await statusOf(server, ada.token)).toBe(200);
    await vi.waitFor(async () => expect((await times(ada))?.seen).toBeLessThan(60), { timeout: 45_000 });
    expect((await times(ada))?.left).toBeGreaterThan(6.9 * DAY_S);
    await age(ada, "created_at = now() - interval '89 days', last_seen_at = now() - interval '11 minutes'");
    expect(await statusOf(server, ada.token)).toBe(200);
    await vi.waitFor(async () => expect((await times(ada))?.left).toBeLessThan(DAY_S + 1), { timeout: 45_000 });
  });

  it("refuses a session that was not used for seven days, and lists it no more", async () => {
    const ada = await register(server, "idle");
    const other = await token(ada, FIREFOX);
    await age(ada, "expires_at = case when device like 'Chrome%' then now() - interval '1 second' else expires_at end");
    expect([await statusOf(server, ada.token), await statusOf(server, other)]).toEqual([401, 200]);
    expect(await list(other)).toHaveLength(1);
  });

  it("ends the connections of a session that expires, and keeps those of one that another device renewed", async () => {
    const ada = await register(server, "open");
    await age(ada, "expires_at = now() + interval '2 seconds'");
    const clients = await open(ada.token);
    const bola = await register(server, "open");
    await age(bola, "expires_at = now() + interval '2 seconds'");
    const kept = await open(bola.token);
    await age(bola, "expires_at = now() + interval '1 day'");
    for (const client of clients) expect(await client.next("session:ended")).toEqual({ reason: "expired" });
    for (const client of kept) {
      expect((await client.ask("clock:sync", { t0: 1 })).t0).toBe(1);
      expect(client.of("session:ended")).toEqual([]);
      client.close();
    }
  });

  it("mails about a new device or network, once, and not about the first log-in", async () => {
    const ada = await register(server, "mailed");
    const mails = () => mailsTo(server, ada.email, "new-device");
    await token(ada);
    expect(await mails()).toEqual([]);
    await token(ada, FIREFOX, from("102.89.33.7"));
    expect(await mails()).toEqual([{ device: "Firefox on Windows", place: "102.89.x.x", at: expect.any(String) }]);
    await token(ada, FIREFOX, from("102.89.200.1"));
    expect(await mails()).toHaveLength(1);
    await token(ada, FIREFOX, from("197.210.1.1"));
    expect(await mails()).toHaveLength(2);
    // A device that its owner logged out is new again, also after the record of it is gone.
    await end(ada.token);
    await token(ada, FIREFOX, from("197.210.1.1"));
    expect(await mails()).toHaveLength(3);
    await server.query("delete from sessions where user_id = $1::text::uuid", [ada.id]);
    await token(ada, FIREFOX, from("197.210.1.1"));
    expect(await mails()).toHaveLength(4);
    const unverified = await register(server, "unmailed", { isVerified: false });
    await token(unverified, FIREFOX);
    expect(await mailsTo(server, unverified.email, "new-device")).toEqual([]);
  });

  it("takes no words for the mail from the client", async () => {
    const ada = await register(server, "worded");
    const chosen = "WinCash at spam-site.ng/1.0 (Buy now)";
    await token(ada, chosen);
    expect(JSON.stringify(await mailsTo(server, ada.email, "new-device"))).not.toMatch(/WinCash|spam|Buy/);
    expect(await mailsTo(server, ada.email, "new-device")).toHaveLength(1);
  });

  it("keeps a hundred sessions at most, and ends the one that was used longest ago", async () => {
    const ada = await register(server, "many");
    await server.query(
      `insert into sessions (id, user_id, token_version, created_at, last_seen_at, expires_at, user_agent, device, network)
       select gen_random_uuid(), $1::text::uuid, 1, now(), now() - n * interval '1 minute', now() + interval '1 day', '',
         'Old ' || n, 'unknown' from generate_series(1, 99) n`,
      [ada.id],
    );
    const newest = await token(ada, FIREFOX);
    const sessions = await list(newest);
    expect(sessions).toHaveLength(100);
    expect(sessions.at(-1).device).toBe("Old 98");
    expect(await statusOf(server, ada.token)).toBe(200);
  });
});
