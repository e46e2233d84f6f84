// Sends the push messages that are due. Any number of nodes may run a worker on the same database: a worker takes a
// notification, sends it to its person's browsers and records that, in this order. After a crash in between it is sent again
// rather than lost, and the browser shows it in place of the first one.
import { setMaxListeners } from "node:events";
import type { PushSettings } from "../../../config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { guardRows } from "../../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { atMost } from "../../../platform/lib/limit-concurrency.ts";
import { SENT_WITHIN_MS } from "../../../platform/shutdown/shutdown-waits.ts";
import {
  type DuePush,
  duePushes,
  MAX_ATTEMPTS,
  type PushFate,
  readPushes,
  recordPushFate,
  TAKEN_FOR_MS,
  type TakenPush,
  takeDuePushes,
} from "./due.ts";
import { deliveryOf, messageOf } from "./message.ts";
import { openPushService, type PushOutcome, type PushService } from "./push-service.ts";
import { type Results, recordResults, type Subscription, subscriptionsOf } from "./subscriptions.ts";

/** Looks for due messages at this interval, because bids make messages due without waking it. */
const SWEEP_EVERY_MS = 1_000;
const WOKEN_AFTER_MS = 100;
const TAKEN_AT_ONCE = 40;
const CALLS_AT_ONCE = 20;
/** A message is sent or put off well before another node may take it. */
const SEND_WITHIN_MS = TAKEN_FOR_MS - 10_000;

export interface PushWorker extends Job {
  /** Lets messages in progress finish, for at most five seconds. */
  stop(): Promise<void>;
}

export interface PushWorkerDeps {
  readonly database: Database;
  readonly settings: PushSettings;
  /** An e-mail address of the operator, for the push services, perhaps with a name. */
  readonly contact: () => string;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

export const startPushWorker = ({ database, settings, contact, log }: PushWorkerDeps): PushWorker => {
  const guard = guardRows(database, "push-messages", log);
  const service = openPushService(settings, contact);
  const deliver = createDelivery(service, log);
  let giveUp: () => void = () => {};

  /** Returns true if there may be more. */
  const sendBatch = async (): Promise<boolean> => {
    const batch = new AbortController();
    // Each call adds a listener to the signal, so allow any number.
    setMaxListeners(0, batch.signal);
    giveUp = () => batch.abort();
    const timer = setTimeout(giveUp, SEND_WITHIN_MS);
    try {
      const taken = (
        await guard.together({
          run: (takes) => takeDuePushes(database, TAKEN_AT_ONCE, takes),
          keys: (takes) => duePushes(database, TAKEN_AT_ONCE, takes),
        })
      ).flat();
      if (taken.length === 0) return false;
      const read = await guard.each(
        taken,
        ({ id }) => id,
        async (some) => ({
          some,
          pushes: await readPushes(
            database,
            some.map(({ id }) => id),
          ),
        }),
      );
      const rows = new Map(read.flatMap(({ pushes }) => pushes).map((row) => [row.id, row]));
      const subscriptions = await subscriptionsOf(database, [
        ...new Set([...rows.values()].map(({ userId }) => userId)),
      ]);
      const results: Results[] = [];
      const recorded = read
        .flatMap(({ some }) => some)
        .map(async (one) => {
          const due = rows.get(one.id);
          const targets = subscriptions.filter(
            ({ id, userId }) => userId === due?.userId && !one.pushedTo.includes(id),
          );
          await guard.tries(one.id, async () => {
            const { fate, result } = due ? await deliver(one, due, targets, batch.signal) : nothing;
            results.push(result);
            await recordPushFate(database, one, fate);
          });
        });
      const failed = (await Promise.allSettled(recorded)).find(({ status }) => status === "rejected");
      await recordResults(database, together(results));
      if (failed?.status === "rejected") throw failed.reason;
      return taken.length === TAKEN_AT_ONCE;
    } finally {
      clearTimeout(timer);
    }
  };

  const job = startJob({
    everyMs: SWEEP_EVERY_MS,
    wokenBy: { database, topics: ["notifications", "clock-set"] },
    wokenAfterMs: WOKEN_AFTER_MS,
    run: async (signal) => {
      let goesOn = true;
      while (goesOn && !signal.aborted) goesOn = await sendBatch();
    },
    failed: (error) => log.warn({ err: error }, "push messages not read or recorded; trying again"),
  });

  return {
    wake: job.wake,
    async stop() {
      const timer = setTimeout(() => giveUp(), SENT_WITHIN_MS);
      await job.stop();
      clearTimeout(timer);
      service.close();
    },
  };
};

/** Returns a function that sends a message to its person's browsers, a limited number of calls at once. */
const createDelivery = (service: PushService, log: PushWorkerDeps["log"]) => {
  const limited = atMost(CALLS_AT_ONCE);
  const send = (subscription: Subscription, due: DuePush, signal: AbortSignal): Promise<PushOutcome> => {
    const payload = JSON.stringify({ for: subscription.id, ...messageOf(due) });
    return limited(() => service.send(subscription, { payload, ...deliveryOf(due) }, signal));
  };

  return async (
    { id, attempts }: TakenPush,
    due: DuePush,
    targets: readonly Subscription[],
    signal: AbortSignal,
  ): Promise<{ fate: PushFate; result: Results }> => {
    if (!due.isWanted || !due.holds || targets.length === 0) return nothing;
    if (due.heldUntil !== null) return { ...nothing, fate: { kind: "quiet", until: due.heldUntil } };
    const outcomes = await Promise.all(targets.map((target) => send(target, due, signal)));
    const idsOf = (kind: PushOutcome["kind"]) =>
      targets.filter((_, at) => outcomes[at]?.kind === kind).map((one) => one.id);
    const result = { sent: idsOf("sent"), failed: idsOf("refused"), gone: idsOf("gone") };
    const bad = outcomes.filter(({ kind }) => kind === "refused" || kind === "later");
    // The address and the person are not logged.
    for (const outcome of bad) log.warn({ notification: id, attempts, ...outcome }, "push message not sent");
    const put = outcomes.filter((outcome) => outcome.kind === "later");
    const isLater = put.length > 0 && attempts < MAX_ATTEMPTS;
    const afterS = Math.max(0, ...put.map(({ retryAfterS }) => retryAfterS ?? 0));
    return {
      fate: isLater ? { kind: "later", sentTo: result.sent, afterS } : { kind: "done", sentTo: result.sent },
      result,
    };
  };
};

const nothing: { readonly fate: PushFate; readonly result: Results } = {
  fate: { kind: "done", sentTo: [] },
  result: { sent: [], failed: [], gone: [] },
};

const together = (results: readonly Results[]): Results => ({
  sent: results.flatMap(({ sent }) => sent),
  failed: results.flatMap(({ failed }) => failed),
  gone: results.flatMap(({ gone }) => gone),
});
