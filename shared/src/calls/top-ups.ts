// Top-ups of the balance, and what Paystack reports.
import * as z from "zod/mini";
import { topUpAnswer, topUpBody, topUpStatusAnswer, topUpsAnswer } from "../rest/top-ups.ts";
import { opaque } from "../text/kinds.ts";
import { callsIn } from "./call.ts";
import { BID, command, other } from "./costs.ts";
import { user } from "./samples.ts";

const call = callsIn("Payments");

const LISTED = 20;

const referenceParams = z.object({ reference: opaque(64) });

const reference = "jara-7d0f1b52c3";

const topUp = { reference, status: "paid" as const, amount: 50_000 };

export const startTopUp = call({
  route: "POST /api/payments/top-ups",
  access: "signed in",
  summary: "Start adding money to your balance: 100 to 10,000,000 NGN, paid at the address answered",
  body: topUpBody,
  answer: topUpAnswer,
  status: 201,
  once: true,
  cost: command(5),
  examples: {
    body: { amount: 50_000 },
    answer: { reference, authorizationUrl: "https://checkout.paystack.com/0peioxfhpn" },
  },
});

export const listTopUps = call({
  route: "GET /api/payments/top-ups",
  access: "signed in",
  summary: `Your newest ${LISTED} top-ups`,
  answer: topUpsAnswer,
  examples: { answer: { topUps: [{ ...topUp, createdAt: "2026-11-21T09:40:00.000Z" }] } },
});

export const getTopUp = call({
  route: "GET /api/payments/top-ups/:reference",
  access: "signed in",
  summary: "What became of one of your top-ups; asks Paystack while it is pending",
  params: referenceParams,
  answer: topUpStatusAnswer,
  // They may wait ten seconds for Paystack.
  cost: other(2),
  examples: { answer: { ...topUp, balance: user.balance, surplus: null } },
});

export const receivePaystackEvent = call({
  route: "POST /api/payments/paystack/webhook",
  // The body carries Paystack's signature.
  access: "anyone",
  summary: "Paystack's webhook; its body must carry Paystack's signature",
  answer: z.object({ ok: z.boolean() }),
  cost: BID,
});
