// Makes people add money to their balances during a round. Some pay and some do not; Paystack reports a payment to the
// site several times, or not at all, and repeats a report until it is answered.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_HEADER } from "@jara/shared/rest/common";
import { TOP_UP_MIN, topUpAnswer, topUpStatusAnswer } from "@jara/shared/rest/top-ups";
import type { FakePaystack } from "../../test/support/fake-paystack.ts";
import { httpCall } from "../../test/support/http-call.ts";
import type { RoundPerson } from "../round/participants.ts";
import type { Random } from "../round/random.ts";

const THINKS_MS = { least: 100, most: 600 };
const AGAIN_MS = 250;
const ANSWERS_WITHIN_MS = 15_000;
/** Each call is repeated until so long after the payers were told to stop. */
const GIVES_UP_MS = 60_000;

export interface PayersOptions {
  /** The proxy's address. */
  readonly address: string;
  readonly people: readonly RoundPerson[];
  readonly paystack: FakePaystack;
  readonly random: Random;
}

export interface Payers {
  /** Resolves when everything that was begun is answered, or given up: what was given up, in words. */
  stop(): Promise<readonly string[]>;
}

export const startPayers = ({ address, people, paystack, random }: PayersOptions): Payers => {
  const stopping = new AbortController();
  const findings: string[] = [];
  let giveUpAt = Number.POSITIVE_INFINITY;
  const api = apiAt(address);

  /** Calls until the answer is as wanted; null if it is given up. */
  const until = async <T>(what: string, call: () => Promise<T | null>): Promise<T | null> => {
    while (performance.now() < giveUpAt) {
      const answer = await call().catch(() => null);
      if (answer !== null) return answer;
      await sleep(AGAIN_MS);
    }
    findings.push(`payments: ${what} was given up`);
    return null;
  };

  const payOnce = async ({ token }: RoundPerson): Promise<void> => {
    const authorization = `Bearer ${token}`;
    const raw = JSON.stringify({ amount: TOP_UP_MIN + random.whole(1_000) });
    let key = randomUUID();
    const started = await until("the start of one", async () => {
      const headers = { authorization, [IDEMPOTENCY_HEADER]: key };
      const { status, text } = await api("POST", "/api/payments/top-ups", { raw, headers });
      // Paystack may know the reference, and the database not its answer: a payer then starts another payment.
      if (status === 503) key = randomUUID();
      return status === 201 ? topUpAnswer.parse(JSON.parse(text)) : null;
    });
    if (!started || random.oneIn(5)) return;
    const { reference } = started;
    paystack.becomes(reference, { status: "success" });
    // Paystack repeats each until it is answered. Where none comes, the payer's own page asks until it says "paid".
    const webhooks = Array.from({ length: random.whole(4) }, () =>
      until(`a webhook of ${reference}`, async () =>
        (await paystack.webhook({ api }, reference)) === 200 ? true : null,
      ),
    );
    const page = async (): Promise<true | null> => {
      const { text } = await api("GET", `/api/payments/top-ups/${reference}`, { headers: { authorization } });
      return topUpStatusAnswer.parse(JSON.parse(text)).status === "paid" ? true : null;
    };
    const pages = webhooks.length === 0 || random.oneIn(2) ? [until(`the page of ${reference}`, page)] : [];
    await Promise.all([...webhooks, ...pages]);
  };

  const payUntilStopped = async (person: RoundPerson): Promise<void> => {
    while (!stopping.signal.aborted) {
      await payOnce(person).catch((error) => void findings.push(`payments: ${error}`));
      await sleep(random.between(THINKS_MS.least, THINKS_MS.most));
    }
  };
  const paying = people.map(payUntilStopped);
  return {
    stop: async () => {
      stopping.abort();
      giveUpAt = performance.now() + GIVES_UP_MS;
      await Promise.all(paying);
      return findings;
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
    const answer = await httpCall(`${address}${path}`, { ...sent, signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return { ...answer, body: null };
  };
