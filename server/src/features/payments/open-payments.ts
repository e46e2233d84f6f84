// Builds top-ups from the configuration: with Paystack, with the sandbox in development, or with neither. No other file
// knows which of the two it uses.
import type { AddressInfo } from "node:net";
import type { Config } from "../../config.ts";
import { createPaystackCall, type PaystackCall } from "../../platform/lib/paystack-call.ts";
import { onlineTopUpOf } from "./online-top-up.ts";
import { createPaystack } from "./paystack.ts";
import { createSandbox, type Sandbox, sandboxKey } from "./sandbox.ts";
import { createTopUps, type TopUps, type TopUpsDeps } from "./top-ups.ts";

export interface Payments {
  /** Null where money cannot be added online. */
  readonly topUps: TopUps | null;
  readonly sandbox: Sandbox | null;
  /** Calls Paystack, or the sandbox, about things other than top-ups. Null if the site has neither. */
  readonly service: PaymentService | null;
}

export interface PaymentService {
  readonly call: PaystackCall;
  /** Signs webhooks. */
  readonly secretKey: string;
  readonly isSandbox: boolean;
}

export const openPayments = (
  config: Config,
  deps: Pick<TopUpsDeps, "database" | "credited" | "closed" | "dueOf" | "book" | "bookInvoice" | "log"> & {
    /** The address where this process listens. Called only once it listens. */
    readonly listensAt: () => AddressInfo | string | null;
  },
): Payments => {
  const mode = onlineTopUpOf(config);
  if (mode === "off") return { topUps: null, sandbox: null, service: null };
  const isSandbox = mode === "sandbox";
  const ownUrl = (path: string) => `${urlOf(deps.listensAt())}${path}`;
  const secretKey = config.paystack.secretKey ?? sandboxKey(config.jwtSecret);
  const url = isSandbox ? () => ownUrl("/sandbox/paystack") : () => config.paystack.url;
  const paystack = createPaystack(secretKey, url);
  const { publicUrl, hasRateLimits } = config;
  const topUps = createTopUps({ ...deps, paystack, secretKey, isSandbox, hasRateLimits, publicUrl });
  const webhookUrl = () => ownUrl("/api/payments/paystack/webhook");
  const sandbox = isSandbox ? createSandbox({ secretKey, publicUrl, webhookUrl, log: deps.log }) : null;
  return { topUps, sandbox, service: { call: createPaystackCall(secretKey, url), secretKey, isSandbox } };
};

const urlOf = (address: AddressInfo | string | null): string => {
  if (typeof address !== "object" || !address) throw new Error("not listening yet");
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[address.address] ?? address.address;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${address.port}`;
};
