// Sends commands about payments and second chances, and the administrators' commands that undo a sale, over REST, and
// reports each with its outcome. A call whose outcome is unknown is sent again under the same key.
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorBody } from "@jara/shared/errors";
import { IDEMPOTENCY_HEADER } from "@jara/shared/rest/common";
import type { Recorder } from "./history/recorder.ts";
import type { Asked, MoneyAsked, Outcome } from "./observer.ts";

const ANSWERED_WITHIN_MS = 15_000;
const TRIES = 20;
const PAUSE_MS = 250;

export interface RestCaller {
  /** The server's origin. */
  readonly address: string;
  readonly userId: string;
  readonly token: string;
}

type RestAsked = MoneyAsked | Extract<Asked, { readonly command: "auction:void" | "auction:status" }>;

interface Call {
  readonly method?: "PATCH";
  readonly path: string;
  readonly body: object;
}

const callOf = (auctionId: string, asked: RestAsked): Call => {
  switch (asked.command) {
    case "payment:balance":
      return { path: `settlements/${asked.settlementId}/payments`, body: { method: "balance" } };
    case "payment:book": {
      const { method, paid: amount } = asked;
      const body = { method, amount, reference: `load ${asked.settlementId.slice(-4)}` };
      return { path: `settlements/${asked.settlementId}/payments`, body };
    }
    case "payment:close":
      return asked.as === "paid"
        ? { path: `settlements/${asked.settlementId}/payment-received`, body: {} }
        : { path: `settlements/${asked.settlementId}/waive`, body: { note: "A load test" } };
    case "payment:extend":
      return {
        path: `settlements/${asked.settlementId}/extend`,
        body: { dueAt: asked.until, reason: "A load test" },
      };
    case "payment:reverse":
      return {
        path: `settlements/${asked.settlementId}/reverse`,
        body: { reason: "A load test", ...(asked.payments && { payments: asked.payments }) },
      };
    case "payment:refund":
      return {
        path: `settlements/${asked.settlementId}/refund`,
        body: { to: asked.to, reason: "A load test" },
      };
    case "offer:make":
      return { path: `settlements/${asked.settlementId}/second-chance`, body: {} };
    case "offer:answer":
      return { path: `second-chances/${asked.offerId}/${asked.answer}`, body: {} };
    case "auction:void":
      return { path: `auctions/${auctionId}/void-bids`, body: { userId: asked.bidderId, reason: asked.reason } };
    case "auction:status":
      return { method: "PATCH", path: `auctions/admin/${auctionId}/status`, body: { status: asked.status } };
  }
};

export const askOverRest = async (
  { address, userId, token }: RestCaller,
  recorder: Pick<Recorder, "call" | "resent" | "settled">,
  auctionId: string,
  asked: RestAsked,
): Promise<Outcome> => {
  const invocation = recorder.call({ ...asked, userId, auctionId });
  const { method = "POST", path, body } = callOf(auctionId, asked);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    [IDEMPOTENCY_HEADER]: invocation.commandId,
  };
  let outcome: Outcome = { kind: "unknown" };
  for (let tries = 0; tries < TRIES && outcome.kind === "unknown"; tries += 1) {
    if (tries > 0) {
      await sleep(PAUSE_MS);
      recorder.resent(invocation, performance.now());
    }
    outcome = await answerTo(`${address}/api/${path}`, { method, headers, body: JSON.stringify(body) });
  }
  recorder.settled(invocation, outcome, performance.now());
  return outcome;
};

const answerTo = async (url: string, request: RequestInit): Promise<Outcome> => {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const response = await fetch(url, { ...request, signal, redirect: "error" });
    if (response.ok) return { kind: "accepted", answer: { ok: true } };
    const error = (await response.json()) as ErrorBody;
    const isOpen = response.status >= 500 || response.status === 429;
    return isOpen ? { kind: "unknown" } : { kind: "refused", error };
  } catch {
    return { kind: "unknown" };
  }
};
