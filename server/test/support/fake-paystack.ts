// Paystack's HTTP API as its documentation has it, on a free port, for tests: what it was asked, what became of a payment
// as the test says, and its webhook. Strict about what it is sent, so that a wrong request fails the test.
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestServer } from "./e2e-server.ts";

export const PAYSTACK_KEY = "sk_test_0123456789abcdef0123456789abcdef";

interface Transaction {
  reference: string;
  amount: number;
  email: string;
  callbackUrl: string;
  status: string;
  currency: string;
}

export interface FakePaystack {
  readonly url: string;
  readonly payments: Map<string, Transaction>;
  /** References asked about, in order. */
  readonly verified: string[];
  /** `down` hangs up, `broken` answers what is not JSON, `silent` never answers, `refusing` says no. */
  mood: "well" | "down" | "broken" | "silent" | "refusing";
  /** Changes a payment as its payer or bank would. */
  becomes(reference: string, change: Partial<Transaction>): void;
  /** Sends the webhook of a payment as it is; `body` and `signature` replace what would be sent. */
  webhook(
    server: Pick<TestServer, "api">,
    reference: string,
    sent?: { body?: string; signature?: string; event?: string },
  ): Promise<number>;
  /** Breaks off every call that it has not answered. */
  hangUp(): void;
  close(): Promise<void>;
}

export const signed = (body: string, key = PAYSTACK_KEY): string =>
  createHmac("sha512", key).update(body).digest("hex");

export const startFakePaystack = async (): Promise<FakePaystack> => {
  const payments = new Map<string, Transaction>();
  const verified: string[] = [];
  const dataOf = ({ reference, amount, status, currency, email }: Transaction) => ({
    id: 4_099_260_516,
    domain: "test",
    status,
    reference,
    amount,
    message: null,
    gateway_response: status === "success" ? "Successful" : "Declined",
    channel: "card",
    currency,
    customer: { email, customer_code: "CUS_xxxxxxxx" },
  });

  const answerTo = (request: IncomingMessage, body: string): [number, object] => {
    if (request.headers.authorization !== `Bearer ${PAYSTACK_KEY}`) return [401, no("Invalid key", "invalid_Key")];
    if (request.method === "POST" && request.url === "/transaction/initialize") return initialize(JSON.parse(body));
    // A bank, and accounts of one name. Transfers are in fake-bank.ts; here they are away.
    const path = (request.url ?? "").split("?")[0];
    const accountNumber = /account_number=(\d{10})/.exec(request.url ?? "")?.[1];
    if (path === "/bank") return [200, { status: true, data: [{ name: "Zenith Bank", code: "057" }], meta: {} }];
    if (path === "/bank/resolve" && accountNumber) {
      return [200, { status: true, data: { account_number: accountNumber, account_name: "OKAFOR ADA" } }];
    }
    if (path?.startsWith("/transfer")) return [503, no("Away", "away")];
    const reference = verifiedBy(request);
    if (request.method !== "GET" || !reference) return [404, no("No such call", "not_here")];
    const payment = payments.get(reference);
    if (!payment) return [400, no("Transaction reference not found.", "transaction_not_found")];
    return [200, { status: true, message: "Verification successful", data: dataOf(payment) }];
  };

  const initialize = (body: Record<string, unknown>): [number, object] => {
    const { amount, email, reference, currency, callback_url: callbackUrl } = body;
    if (fake.mood === "refusing") return [400, no("Merchant may be inactive", "merchant_inactive")];
    if (!Number.isSafeInteger(amount) || Number(amount) <= 0) return [400, no("Invalid Amount Sent", "invalid_amount")];
    if (typeof email !== "string" || !email.includes("@")) return [400, no("Invalid Email Address Passed", "invalid")];
    if (typeof reference !== "string" || !/^[A-Za-z0-9.=-]+$/.test(reference)) return [400, no("Bad reference", "bad")];
    if (currency !== "NGN" || typeof callbackUrl !== "string")
      return [400, no("Currency not supported", "unsupported")];
    if (payments.has(reference)) return [400, no("Duplicate Transaction Reference", "duplicate_reference")];
    payments.set(reference, { reference, amount: Number(amount), email, callbackUrl, currency, status: "abandoned" });
    const data = { authorization_url: `https://checkout.paystack.test/${reference}`, access_code: "x", reference };
    return [200, { status: true, message: "Authorization URL created", data }];
  };

  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const reference = verifiedBy(request);
      if (reference) verified.push(reference);
      if (fake.mood === "silent") return;
      if (fake.mood === "down") return void request.socket.destroy();
      if (fake.mood === "broken") return void response.writeHead(502).end("<h1>Bad gateway</h1>");
      const [status, answer] = answerTo(request, body);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const fake: FakePaystack = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments,
    verified,
    mood: "well",
    becomes(reference, change) {
      const payment = payments.get(reference);
      if (!payment) throw new Error(`Paystack was never told of ${reference}`);
      Object.assign(payment, change);
    },
    async webhook(to, reference, { body, signature, event = "charge.success" } = {}) {
      const payment = payments.get(reference);
      const raw = body ?? JSON.stringify({ event, data: payment && dataOf(payment) });
      const headers = { "x-paystack-signature": signature ?? signed(raw) };
      return (await to.api("POST", "/api/payments/paystack/webhook", { raw, headers })).status;
    },
    hangUp: () => server.closeAllConnections(),
    async close() {
      fake.hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
};

const verifiedBy = ({ url = "" }: IncomingMessage): string | undefined =>
  /^\/transaction\/verify\/([A-Za-z0-9.=-]+)$/.exec(url)?.[1];

const no = (message: string, code: string) => ({ status: false, message, code });
