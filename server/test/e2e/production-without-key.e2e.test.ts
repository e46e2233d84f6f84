// Tests money on a site in production without Paystack's key: nothing goes in or out online, there is no sandbox, and
// debts are paid from the balance.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { pay, wonBy } from "../support/given-wins.ts";

describeEndToEnd("production without Paystack's key", () => {
  let server: TestServer;
  let bola: Person;
  beforeAll(async () => {
    server = await startTestServer({ config: { isProduction: true } });
    bola = await makePerson(server, "bola");
  });
  afterAll(() => server?.close());

  const api = (method: string, path: string, body?: object) =>
    server.api(method, path, { token: bola.token, ...(body && { body }) });

  it("takes no top-up, says so on the site, and has no sandbox", async () => {
    expect((await server.api("GET", "/api/site")).body.onlineTopUp).toBe("off");
    const message = "Adding money online is not available at the moment. Please pay by bank transfer.";
    const refused = await api("POST", "/api/payments/top-ups", { amount: 500 });
    expect([refused.status, refused.body]).toEqual([404, { code: "NOT_FOUND", message }]);
    expect((await api("GET", "/api/payments/top-ups")).body).toEqual({ topUps: [] });
    for (const [method, path] of [
      ["POST", "/api/payments/paystack/webhook"],
      ["POST", "/sandbox/paystack/transaction/initialize"],
      ["GET", "/sandbox/paystack/transaction/verify/x"],
      ["GET", "/sandbox/paystack/bank"],
      ["GET", "/sandbox/paystack/x"],
      ["POST", "/sandbox/paystack/x"],
    ] as const) {
      const answer = await server.api(method, path, method === "POST" ? { body: {} } : {});
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it("takes no payment of a debt online, but from the balance", async () => {
    const boss = await makePerson(server, "boss", { role: "admin" });
    const { win } = await wonBy(server, boss, bola);
    const message = "Paying online is not available at the moment. Please pay by bank transfer or from your balance.";
    const refused = await pay(server, bola, win._id, { method: "online" });
    expect([refused.status, refused.body]).toEqual([404, { code: "NOT_FOUND", message }]);
    expect((await pay(server, bola, win._id, { method: "balance" })).status).toBe(200);
  });

  it("takes no withdrawal", async () => {
    expect((await api("GET", "/api/banks")).status).toBe(404);
    expect((await api("GET", "/api/users/withdrawals")).body).toMatchObject({ obstacle: "off", withdrawals: [] });
    const body = { amount: 100, bankAccountId: randomUUID(), password: "a password of the tests" };
    expect((await api("POST", "/api/users/withdrawals", body)).status).toBe(404);
  });
});
