// Tests the audit log from outside: its entries, who may read it, and that nobody can edit it.
import { type AuditEntry, auditLogAnswer } from "@jara/shared/rest/audit-log";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36";

describeEndToEnd("the audit log", () => {
  let server: TestServer;
  let root: Person;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ config: { trustedProxies: ["loopback"] } });
    root = await makePerson(server, "Root", { role: "admin" });
    ada = await makePerson(server, "ada", { balance: 100 });
  });
  afterAll(() => server?.close());

  const from = { "x-forwarded-for": "102.89.44.7", "user-agent": CHROME };
  const call = (method: string, path: string, body?: unknown, who = root) =>
    server.api(method, path, { token: who.token, body, headers: from });
  const read = async (query = "", who = root): Promise<AuditEntry[]> => {
    const answer = await call("GET", `/api/admin/audit-log${query}`, undefined, who);
    expect(answer.status, answer.text).toBe(200);
    expectShape(auditLogAnswer, answer.body);
    return answer.body.entries;
  };
  const newest = async (action: string) => (await read(`?action=${encodeURIComponent(action)}&limit=1`))[0];

  it("names who, to whom, what and from where", async () => {
    await call("PUT", `/api/users/admin/balance/${ada.id}`, { balance: 5, action: "add", reason: "A gift" });
    expect(await newest("balance")).toMatchObject({
      actor: { _id: root.id, username: "Root" },
      subject: { _id: ada.id, username: "ada" },
      auction: null,
      via: "request",
      network: "102.89.x.x",
      device: "Chrome on Windows",
      details: { action: "add", amount: 500, reason: "A gift" },
    });
  });

  it("has each step in the life of a lot, also those that the engine carries out in a batch", async () => {
    const lot = await openAuction(server, root, { title: "Adire cloth" });
    await call("PUT", `/api/auctions/admin/${lot._id}`, { title: "Adire cloth, indigo" });
    await call("PATCH", `/api/auctions/admin/${lot._id}/status`, { status: "paused" });
    await call("PATCH", `/api/auctions/${lot._id}/cancel`);
    const entries = await read(`?subject=${lot._id}`);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["lot status", { from: "paused", to: "cancelled" }],
      ["lot status", { from: "active", to: "paused" }],
      ["lot edited", { fields: ["title"] }],
      ["lot made", { title: "Adire cloth", status: "active" }],
    ]);
    for (const { actor, auction } of entries) {
      expect([actor?._id, auction]).toEqual([root.id, { _id: lot._id, title: "Adire cloth, indigo" }]);
    }
    expect(entries.slice(0, 3).map(({ via, network }) => [via, network])).toEqual(
      Array(3).fill(["request", "102.89.x.x"]),
    );
  });

  it("has the void of a bidder's bids, with the bidder and the reason", async () => {
    const lot = await openAuction(server, root);
    const bidder = await makePerson(server, "bidder");
    await call("POST", "/api/bids", { auctionId: lot._id, amount: lot.minimumBid }, bidder);
    const voided = await call("POST", `/api/auctions/${lot._id}/void-bids`, { userId: bidder.id, reason: "fraud" });
    expect(voided.status, voided.text).toBe(200);
    const [entry] = await read(`?subject=${bidder.id}`);
    expect(entry).toMatchObject({ action: "bids voided", auction: { _id: lot._id }, details: { bids: 1 } });
  });

  it("has the log-ins and failed log-ins of staff without what was typed, and none of other people", async () => {
    const password = "correct horse battery";
    for (const [username, role] of [
      ["chief", "admin"],
      ["buyer", "user"],
    ]) {
      const email = `${username}@people.test`;
      await server.api("POST", "/api/auth/register", { body: { username, email, password } });
      await server.query("update users set role = $2 where username = $1", [username as string, role as string]);
      for (const typed of [`wrong ${password}`, password]) {
        await server.api("POST", "/api/auth/login", { body: { email, password: typed }, headers: from });
      }
    }
    const failed = await newest("log-in failed");
    expect(failed).toMatchObject({ actor: null, subject: { username: "chief" }, network: "102.89.x.x", details: {} });
    expect(await newest("logged in")).toMatchObject({ actor: { username: "chief" }, details: { by: "password" } });
    expect(await read("?action=log-in%20failed")).toHaveLength(1);
    expect(await read("?actor=buyer")).toEqual([]);
  });

  it("has each file that staff download, its own included", async () => {
    const downloads = async () =>
      (await read("?action=file%20downloaded&limit=100")).map(({ details }) => details.file);
    const before = await downloads();
    const paths = [
      "/api/admin/takings.csv?from=2026-11-01",
      "/api/settlements.csv",
      "/api/admin/lots.csv?status=draft",
    ];
    for (const path of [...paths, "/api/admin/audit-log.csv"]) {
      expect((await call("GET", path)).status).toBe(200);
    }
    expect(await downloads()).toEqual(["audit log", "lots", "settlements", "takings", ...before]);
  });

  it("filters by who, to whom, action and days, and has pages", async () => {
    const bola = await makePerson(server, "Bola", { role: "admin" });
    await call("POST", `/api/admin/users/${ada.id}/suspend`, { reason: "Shill bids" }, bola);
    await call("POST", `/api/admin/users/${ada.id}/restore`, { reason: "A mistake" }, bola);
    const actions = async (query: string) => (await read(query)).map(({ action }) => action);
    expect(await actions("?actor=bola")).toEqual(["restored", "suspended"]);
    expect(await actions(`?actor=${bola.id}&subject=ADA&action=suspended`)).toEqual(["suspended"]);
    expect(await actions("?actor=bola&page=2&limit=1")).toEqual(["suspended"]);
    expect(await actions("?actor=nobody")).toEqual([]);
    const [{ day = "" } = {}] = await server.query<{ day: string }>(
      "select to_char(clock_timestamp() at time zone 'Africa/Lagos', 'YYYY-MM-DD') as day",
    );
    expect(await actions(`?actor=bola&from=${day}&to=${day}`)).toHaveLength(2);
    expect(await actions("?actor=bola&to=2020-01-01")).toEqual([]);
    expect((await call("GET", "/api/admin/audit-log?from=2026-11-02&to=2026-11-01")).status).toBe(400);
  });

  it("is a file of the same rows in which no text becomes a formula", async () => {
    const exporter = await makePerson(server, "Exporter", { role: "admin" });
    const { id } = await makePerson(server, "formula");
    await call("POST", `/api/admin/users/${id}/suspend`, { reason: "Shill bids" }, exporter);
    await call("POST", `/api/admin/users/${id}/restore`, { reason: "A mistake" }, exporter);
    await server.query("update users set username = '=cmd' where id = $1::text::uuid", [id]);
    const { text, headers } = await call(
      "GET",
      "/api/admin/audit-log.csv?actor=Exporter&action=suspended",
      undefined,
      exporter,
    );
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="audit-log_\d{4}-\d\d-\d\d\.csv"$/);
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=cmd"`);
    expect(lines[1]).toContain(`"102.89.x.x","Chrome on Windows"`);
    expect(lines[1]).toContain(`""reason"":""Shill bids""`);
  });

  it("does not show an administrator what concerns lots in which they have an interest", async () => {
    const lot = await openAuction(server, root);
    const once = await makePerson(server, "once-a-bidder");
    await call("POST", "/api/bids", { auctionId: lot._id, amount: lot.minimumBid }, once);
    await call("PUT", `/api/users/admin/role/${once.id}`, { role: "admin" });
    expect(await read(`?subject=${lot._id}`)).toHaveLength(1);
    expect(await read(`?subject=${lot._id}`, once)).toEqual([]);
  });

  it.each([
    ["an update", "update admin_actions set action = 'nothing'"],
    ["a deletion", "delete from admin_actions"],
    ["emptying the table", "truncate admin_actions"],
  ])("cannot be edited: the database refuses %s", async (_what, statement) => {
    const before = (await read("?limit=100")).length;
    await expect(server.query(statement)).rejects.toThrow();
    expect(await read("?limit=100")).toHaveLength(before);
  });

  it("says that a job did it", async () => {
    const late = await makePerson(server, "late");
    const until = new Date((await server.databaseNow()) + 4_000).toISOString();
    await call("POST", `/api/admin/users/${late.id}/suspend`, { reason: "A short one", until });
    await expect
      .poll(async () => (await read(`?subject=${late.id}`))[0])
      .toMatchObject({ action: "restored", actor: null, via: "job", network: null });
  });
});
