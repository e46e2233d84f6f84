// Tests the limits of one person's rare calls: wrong passwords, look-ups of bank accounts, unpaid payments, and the file of
// the own data.
import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PASSWORD = "a password of the tests";

describeEndToEnd("the limits of one person", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { hasRateLimits: true } });
  });
  afterAll(() => server?.close());

  const post = (person: Person, path: string, body: object) =>
    server.api("POST", `/api${path}`, { token: person.token, body });

  it("count wrong passwords and look-ups of bank accounts", async () => {
    const [ada, bola] = [await makePerson(server, "ada"), await makePerson(server, "bola")];
    await server.query("update users set password_hash = $1", [await hash(PASSWORD)]);
    const wrong = { amount: 100, bankAccountId: randomUUID(), password: "wrong" };
    for (let i = 0; i < 10; i++) expect((await post(ada, "/users/withdrawals", wrong)).status).toBe(400);
    expect((await post(ada, "/users/withdrawals", { ...wrong, password: PASSWORD })).status).toBe(429);
    expect((await post(bola, "/users/withdrawals", { ...wrong, password: PASSWORD })).status).toBe(404);
    const account = { bankCode: "057", accountNumber: "0123456780" };
    const resolve = async (person: Person) => (await post(person, "/users/bank-accounts/resolve", account)).status;
    for (let i = 0; i < 20; i++) expect(await resolve(bola)).toBe(200);
    expect([await resolve(bola), await resolve(ada)]).toEqual([429, 200]);
  });

  it("count payments that were started and not paid, twenty in an hour", async () => {
    const [chidi, dayo] = [await makePerson(server, "chidi"), await makePerson(server, "dayo")];
    const start = (person: Person) => post(person, "/payments/top-ups", { amount: 100 });
    const first = (await start(chidi)).body;
    for (let i = 1; i < 20; i++) expect((await start(chidi)).status).toBe(201);
    const refused = await start(chidi);
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
      429,
      "RATE_LIMITED",
      "3600",
    ]);
    expect((await start(dayo)).status).toBe(201);
    await fetch(`${server.address}${new URL(first.authorizationUrl).pathname}`, {
      method: "POST",
      body: new URLSearchParams({ outcome: "pay" }),
      redirect: "manual",
    });
    expect((await start(chidi)).status).toBe(201);
  });

  it("give the file of the own data once in ten minutes", async () => {
    const { token } = await makePerson(server, "hana");
    const get = () => server.api("GET", "/api/users/my-data.zip", { token });
    expect((await get()).status).toBe(200);
    const { status, body } = await get();
    expect([status, body.code]).toEqual([429, "RATE_LIMITED"]);
    expect(body.retryAfterMs).toBeGreaterThan(9 * 60_000);
  });
});
