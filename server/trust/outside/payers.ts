// People who add money to their balances during a round. Some pay and some do not; Paystack tells the site of a payment
// several times, or not at all, and tells it again until it is answered.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_HEADER } from "@jara/shared/rest/common";
import { TOP_UP_MIN, topUpAnswer, topUpStatusAnswer } from "@jara/shared/rest/top-ups";
import type { FakePaystack } from "../../test/support/fake-paystack.ts";
import { httpCall } from "../../test/support/http-call.ts";
import type { RoundPerson } from "../round/field.ts";
import type { Random } from "../round/random.ts";

const THINKS_MS = { least: 100, most: 600 };
const AGAIN_MS = 250;
const ANSWERS_WITHIN_MS = 15_000;
/** Each call is repeated for this long after the payers were told to stop. */
const GIVES_UP_MS = 60_000;

export interface PayersOptions {
  /** The front door's address. */
  readonly address: string;
  readonly people: readonly RoundPerson[];
  readonly paystack: FakePaystack;
  readonly random: Random;
}

export interface Payers {
  /** Resolves when everything that was begun is answered, or given up. */
  stop(): Promise<void>;
}

export const startPayers = ({ address, people, paystack, random }: PayersOptions): Payers => {
  const stopping = new AbortController();
  let giveUpAt = Number.POSITIVE_INFINITY;
  const api = apiAt(address);

  /** Calls until the answer is as wanted; null if it is given up. */
  const until = async <T>(call: () => Promise<T | null>): Promise<T | null> => {
    while (performance.now() < giveUpAt) {
      const answer = await call().catch(() => null);
      if (answer !== null) return answer;
      await sleep(AGAIN_MS);
    }
    return null;
  };

  const payOnce = async ({ token }: RoundPerson): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: randomUUID() };
    const raw = JSON.stringify({ amount: TOP_UP_MIN + random.whole(1_000) });
    const started = await until(async () => {
      const { status, text } = await api("POST", "/api/payments/top-ups", { raw, headers });
      return status === 201 ? topUpAnswer.parse(JSON.parse(text)) : null;
    });
    if (!started || random.oneIn(5)) return;
    const { reference } = started;
    paystack.becomes(reference, { status: "success" });
    // Paystack repeats each until it is answered. Where none comes, the payer's own page asks until it says "paid".
    const webhooks = Array.from({ length: random.whole(4) }, () =>
      until(async () => ((await paystack.webhook({ api }, reference)) === 200 ? true : null)),
    );
    const page = async (): Promise<true | null> => {
      const { text } = await api("GET", `/api/payments/top-ups/${reference}`, { headers });
      return topUpStatusAnswer.parse(JSON.parse(text)).status === "paid" ? true : null;
    };
    const pages = webhooks.length === 0 || random.oneIn(2) ? [until(page)] : [];
    await Promise.all([...webhooks, ...pages]);
  };

  const paying = people.map(async (person) => {
    while (!stopping.signal.aborted) {
      await payOnce(person);
      await sleep(random.between(THINKS_MS.least, THINKS_MS.most));
    }
  });
  return {
    stop: async () => {
      stopping.abort();
      giveUpAt = performance.now() + GIVES_UP_MS;
      await Promise.all(paying);
    },
  };
};

type Webhook = Parameters<FakePaystack["webhook"]>[0]["api"];

/** The part of a test server's `api` that is used here. */
const apiAt =
  (address: string): Webhook =>
  async (method, path, { raw, headers = {} } = {}) => {
    const sent = {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: String(raw ?? "") || null,
    };
    const answer = await Promise.race([httpCall(`${address}${path}`, sent), late()]);
    return { ...answer, body: null };
  };

const late = async (): Promise<never> => {
  await sleep(ANSWERS_WITHIN_MS, undefined, { ref: false });
  throw new Error("no answer");
};
