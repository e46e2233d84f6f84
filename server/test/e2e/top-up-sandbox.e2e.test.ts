// Tests top-ups on a site in development without Paystack's key: the sandbox, with every step of a payer over HTTP.
import { expect, it } from "vitest";
import { connect } from "../support/e2e-live.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { PAYSTACK_KEY, signed } from "../support/fake-paystack.ts";

const server = await sharedServer();
const look = async (person: Person, reference: string) =>
  (await server.api("GET", `/api/payments/top-ups/${reference}`, { token: person.token })).body;

describeEndToEnd("the top-up sandbox", () => {
  let ada: Person;
  let people = 0;

  /** Starts a payment and opens its page, as the payer's browser would. */
  const checkout = async (amount: number) => {
    ada = await makePerson(server, `ada-${++people}`, { balance: 0 });
    const { body } = await server.api("POST", "/api/payments/top-ups", { token: ada.token, body: { amount } });
    const url = new URL(body.authorizationUrl);
    expect(url.origin).toBe(server.config.publicUrl);
    const page = await fetch(`${server.address}${url.pathname}`);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const press = (outcome: string) =>
      fetch(`${server.address}${url.pathname}`, {
        method: "POST",
        body: new URLSearchParams({ outcome }),
        redirect: "manual",
      });
    return { reference: body.reference as string, path: url.pathname, page, html: await page.text(), press };
  };

  it("is marked as a sandbox on the site and on its page, which needs no script", async () => {
    expect((await server.api("GET", "/api/site")).body.onlineTopUp).toBe("sandbox");
    const { html, page } = await checkout(1234.5);
    expect(page.status).toBe(200);
    expect(html).toContain("Sandbox: no money moves");
    expect(html).toContain("Pay ₦1,234.50");
    expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none';(?!.*script-src)/);
    const [row] = await server.query("select is_sandbox from top_ups order by created_at desc limit 1");
    expect(row).toEqual({ is_sandbox: true });
  });

  it("credits a payment by a signed webhook, and returns the payer to the profile", async () => {
    const { reference, press, path } = await checkout(1234.5);
    const live = await connect(server, "socket.io", { token: ada.token });
    const answer = await press("pay");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `http://localhost:3000/profile?topUp=${reference}&trxref=${reference}&reference=${reference}`,
    ]);
    expect(await live.next("balance:changed")).toEqual({ balance: 1234.5, available: 1234.5 });
    live.close();
    // Before anybody looked: the webhook did it.
    const [row] = await server.query("select status, checked_at from top_ups where reference = $1", [reference]);
    expect(row).toEqual({ status: "paid", checked_at: null });
    expect(await look(ada, reference)).toEqual({
      reference,
      status: "paid",
      amount: 1234.5,
      balance: 1234.5,
      surplus: null,
    });
    await press("pay");
    await press("fail");
    expect(await look(ada, reference)).toMatchObject({ status: "paid", balance: 1234.5 });
    expect(await (await fetch(`${server.address}${path}`)).text()).toContain("This payment was made.");
  });

  it("can fail a payment, which can then be tried again", async () => {
    const { reference, press, path } = await checkout(500);
    expect((await press("fail")).status).toBe(303);
    expect(await look(ada, reference)).toMatchObject({ status: "failed", balance: 0 });
    expect(await (await fetch(`${server.address}${path}`)).text()).toContain("The last try failed.");
    await press("pay");
    expect(await look(ada, reference)).toMatchObject({ status: "paid", balance: 500 });
  });

  it("returns the payer after a cancellation, and the payment stays open", async () => {
    const { reference, press } = await checkout(500);
    const answer = await press("cancel");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `http://localhost:3000/profile?topUp=${reference}&cancelled=`,
    ]);
    expect(await look(ada, reference)).toMatchObject({ status: "pending", balance: 0 });
  });

  it("shows the form again for an unknown button, and reports an unknown payment", async () => {
    const { press, reference } = await checkout(500);
    expect((await press("steal")).status).toBe(400);
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(`${server.address}/sandbox/paystack/topup-nobody`, {
        method,
        ...(method === "POST" && { body: new URLSearchParams({ outcome: "pay" }) }),
      });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("No such payment");
    }
    expect(await look(ada, reference)).toMatchObject({ status: "pending", balance: 0 });
  });

  it("accepts its calls only with its key, so that nobody else can query it or sign for it", async () => {
    const { reference } = await checkout(500);
    const headers = { authorization: `Bearer ${PAYSTACK_KEY}` };
    const asked = await server.api("GET", `/sandbox/paystack/transaction/verify/${reference}`, { headers });
    expect(asked.status).toBe(401);
    const made = await server.api("POST", "/sandbox/paystack/transaction/initialize", { headers, body: {} });
    expect(made.status).toBe(401);
    const raw = JSON.stringify({
      event: "charge.success",
      data: { reference, status: "success", amount: 50_000, currency: "NGN" },
    });
    const webhook = await server.api("POST", "/api/payments/paystack/webhook", {
      raw,
      headers: { "x-paystack-signature": signed(raw) },
    });
    expect(webhook.status).toBe(401);
    expect(await look(ada, reference)).toMatchObject({ status: "pending", balance: 0 });
  });

  it("is the only place that accepts forms", async () => {
    await checkout(500);
    const answer = await server.api("POST", "/api/payments/top-ups", {
      token: ada.token,
      raw: "amount=500",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([answer.status, answer.body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });
});
