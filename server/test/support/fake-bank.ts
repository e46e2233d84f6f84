// Paystack's banks and transfers as its documentation has them, on a free port, for tests. Strict about what it is sent,
// so that a wrong request fails the test. It counts the transfers, so that a test sees whether something was sent twice.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createPaystackCall } from "../../src/platform/lib/paystack-call.ts";
import { PAYSTACK_KEY } from "./fake-paystack.ts";

export interface BankTransfer {
  reference: string;
  amount: number;
  currency: string;
  status: string;
  recipient: string;
}

export interface FakeBank {
  readonly call: ReturnType<typeof createPaystackCall>;
  readonly transfers: Map<string, BankTransfer>;
  /** Every request to send, also those that were refused. */
  readonly sends: string[];
  readonly asked: string[];
  /**
   * `take`: the transfer is queued. `take, then hang up`: it is queued, and nobody learns of it. `hang up`: it never
   * arrives. `poor`: our balance there is too low. `no such account`: the recipient is refused. `refuse`: the transfer is.
   */
  mood: "take" | "take, then hang up" | "hang up" | "poor" | "no such account" | "refuse";
  close(): Promise<void>;
}

/** For ever: on a machine that stands still for seconds, an answer that is late would count as none. */
const ANSWERS_WITHIN_MS = 2 ** 31 - 1;

const no = (message: string, code = "error") => ({ status: false, message, code, type: "api_error" });

export const startFakeBank = async (): Promise<FakeBank> => {
  const transfers = new Map<string, BankTransfer>();
  const recipients = new Set<string>();
  const dataOf = (transfer: BankTransfer) => ({
    ...transfer,
    id: 860_670_817,
    domain: "test",
    transfer_code: `TRF_${transfer.reference.slice(-12)}`,
    failures: null,
  });

  const send = (body: Record<string, unknown>): [number, object] => {
    const { source, amount, currency, recipient, reference, reason } = body;
    fake.sends.push(String(reference));
    if (source !== "balance" || currency !== "NGN" || typeof reason !== "string") return [400, no("Invalid request")];
    if (!Number.isSafeInteger(amount) || Number(amount) < 10_000) return [400, no("Invalid amount")];
    if (typeof recipient !== "string" || !recipients.has(recipient)) return [400, no("Recipient specified is invalid")];
    if (typeof reference !== "string" || !/^[a-z0-9_-]{16,50}$/.test(reference)) return [400, no("Invalid reference")];
    if (transfers.has(reference)) {
      const message = "Please provide a unique reference. Reference already exists on a transfer";
      return [400, no(message, "duplicate_transfer_reference")];
    }
    if (fake.mood === "poor") return [400, no("Your balance is not enough to fulfil this request")];
    if (fake.mood === "refuse") return [400, no("The account of the recipient is restricted")];
    transfers.set(reference, { reference, amount: Number(amount), currency: "NGN", status: "pending", recipient });
    return [
      200,
      { status: true, message: "Transfer has been queued", data: dataOf(transfers.get(reference) as never) },
    ];
  };

  const answerTo = (request: IncomingMessage, text: string): [number, object] => {
    if (request.headers.authorization !== `Bearer ${PAYSTACK_KEY}`) return [401, no("Invalid key")];
    const url = new URL(request.url ?? "", "http://x");
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    switch (`${request.method} ${url.pathname}`) {
      case "POST /transferrecipient": {
        if (fake.mood === "no such account") return [400, no("Account number is invalid")];
        const { type, name, account_number: account, bank_code: bank, currency } = body;
        if (type !== "nuban" || currency !== "NGN" || typeof name !== "string") return [400, no("Invalid request")];
        if (!/^\d{10}$/.test(String(account)) || typeof bank !== "string") return [400, no("Invalid request")];
        const code = `RCP_${bank}${account}`;
        recipients.add(code);
        return [201, { status: true, message: "Transfer recipient created", data: { recipient_code: code } }];
      }
      case "POST /transfer":
        return send(body);
      case "GET /bank":
        return [200, bankPage(url.searchParams.get("next"))];
      case "GET /bank/resolve": {
        const account = url.searchParams.get("account_number");
        if (account !== "0123456789") return [422, no("Could not resolve account name")];
        const data = { account_number: account, account_name: " OKAFOR\u0000  ADA\u200b " };
        return [200, { status: true, message: "Account number resolved", data }];
      }
    }
    const reference = /^\/transfer\/verify\/([a-z0-9_-]+)$/.exec(url.pathname)?.[1];
    if (request.method !== "GET" || !reference) return [404, no("No such call")];
    fake.asked.push(reference);
    const transfer = transfers.get(reference);
    if (!transfer) return [404, no("Transfer not found", "transfer_not_found")];
    return [200, { status: true, message: "Transfer retrieved", data: dataOf(transfer) }];
  };

  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      const isSend = request.url === "/transfer";
      if (fake.mood === "hang up") return void request.socket.destroy();
      const [status, answer] = answerTo(request, text);
      if (fake.mood === "take, then hang up" && isSend) return void request.socket.destroy();
      // A connection for each request: a kept one could close while the next request is on its way, and that request
      // would then count as never answered.
      const headers = { "content-type": "application/json", connection: "close" };
      response.writeHead(status, headers).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const fake: FakeBank = {
    call: createPaystackCall(PAYSTACK_KEY, () => url, ANSWERS_WITHIN_MS),
    transfers,
    sends: [],
    asked: [],
    mood: "take",
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
};

/** Two pages: a bank twice, one that is closed, and one without the optional fields. */
const bankPage = (next: string | null): object =>
  next === null
    ? {
        status: true,
        data: [
          { name: "Zenith Bank", code: "057", active: true, is_deleted: false },
          { name: "Closed Bank", code: "000", active: false, is_deleted: false },
          { name: "Deleted Bank", code: "002", active: true, is_deleted: true },
        ],
        meta: { next: "YmFuazoxODk=", previous: null, perPage: 100 },
      }
    : {
        status: true,
        data: [
          { name: "Access Bank", code: "044" },
          { name: "Zenith Bank", code: "057", active: true, is_deleted: false },
        ],
        meta: { next: null },
      };
