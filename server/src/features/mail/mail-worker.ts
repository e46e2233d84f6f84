// Sends the mails in the outbox. Any number of nodes may run a worker on the same database. A worker takes a mail,
// sends it and marks it, in this order. After a crash in between, the mail is sent again under the same Message-ID
// rather than lost.
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { SENT_WITHIN_MS } from "../../platform/shutdown/shutdown-waits.ts";
import { createDelivery, type DeliveryDeps, inOneEach } from "./deliver.ts";
import {
  deleteOld,
  dueMails,
  type Fate,
  GATHERS_FOR_MS,
  recordFate,
  type SensibleMail,
  stillSensible,
  TAKEN_FOR_MS,
  type TakenMail,
  takeDue,
} from "./outbox.ts";
import { CONNECTIONS, openSmtp, type Smtp } from "./smtp.ts";

/** Finds mails that other nodes wrote and mails that are due again. */
const SWEEP_EVERY_MS = 5_000;
/** Many commits in a row wake the worker only once. */
const WOKEN_AFTER_MS = 100;
const CLEAN_EVERY_MS = 60 * 60 * 1000;
const TAKEN_AT_ONCE = CONNECTIONS * 2;
/** A mail is sent or given up well before another node may take it. */
const SEND_WITHIN_MS = TAKEN_FOR_MS - 5_000;

export interface MailWorker extends Job {
  /** Lets mails in progress finish, for at most five seconds. */
  stop(): Promise<void>;
}

export interface MailWorkerDeps extends DeliveryDeps {
  readonly smtpUrl: string;
  readonly from: string;
  /** How long a mail waits for others that become one with it. Tests do not wait. */
  readonly gathersForMs?: number;
}

const obsolete: Fate = { kind: "obsolete" };

/** The result of a mail that still makes sense but is not sent now; undefined: send it. */
const unsent = ({ isInDigest, heldUntil }: SensibleMail): Fate | undefined => {
  if (isInDigest) return { kind: "in-digest" };
  return heldUntil === null ? undefined : { kind: "held", until: heldUntil };
};

const keyOf = ({ id }: TakenMail): string => id;

export const startMailWorker = (deps: MailWorkerDeps): MailWorker => {
  const { database, site, log, gathersForMs = GATHERS_FOR_MS } = deps;
  const guard = guardRows(database, "mails", log);
  const smtp: Smtp = openSmtp(deps.smtpUrl, deps.from, () => site().contact.email);
  const { render, deliver } = createDelivery(deps, smtp);
  /** Aborts the mails that are being sent. */
  let giveUp: () => void = () => {};
  /**
   * Results of mails whose marking failed. They are marked before anything else is taken, and this node never sends
   * those mails again.
   */
  const unmarked = new Map<string, { readonly attempts: number; readonly fate: Fate }>();

  const mark = async (mails: readonly Pick<TakenMail, "id" | "attempts">[], fate: Fate): Promise<void> => {
    for (const { id, attempts } of mails) unmarked.set(id, { attempts, fate });
    await recordFate(database, mails, fate);
    for (const { id } of mails) unmarked.delete(id);
  };

  const sendDue = async (signal: AbortSignal): Promise<void> => {
    for (const [id, { attempts, fate }] of unmarked) await guard.tries(id, () => mark([{ id, attempts }], fate));
    let goesOn = true;
    while (goesOn && !signal.aborted) goesOn = await sendBatch();
  };

  /** Returns true if the next batch should start at once: there may be more mails, and the SMTP server works. */
  const sendBatch = async (): Promise<boolean> => {
    const batch = new AbortController();
    giveUp = () => batch.abort();
    const timer = setTimeout(giveUp, SEND_WITHIN_MS);
    try {
      const taken = (
        await guard.together({
          run: (takes) => takeDue(database, TAKEN_AT_ONCE, takes, gathersForMs),
          keys: (takes) => dueMails(database, TAKEN_AT_ONCE, takes, gathersForMs),
        })
      ).flat();
      if (taken.length === 0) return false;
      const judged = await guard.each(taken, keyOf, async (some) => ({
        some,
        sensible: await stillSensible(database, some),
      }));
      const sensible = new Map(judged.flatMap((one) => one.sensible).map((mail) => [mail.id, mail]));
      let done = 0;
      const markAll = async (mails: readonly TakenMail[], fate: Fate): Promise<void> => {
        if (fate.kind !== "later") done++;
        await guard.each(mails, keyOf, (some) => mark(some, fate));
      };
      const toSend: SensibleMail[] = [];
      const marked: Promise<void>[] = [];
      for (const taken of judged.flatMap(({ some }) => some)) {
        const mail = sensible.get(taken.id);
        const fate = mail ? unsent(mail) : obsolete;
        if (fate) marked.push(markAll([taken], fate));
        else if (mail) toSend.push(mail);
      }
      const sent = inOneEach(toSend, render).map(async (mails) => markAll(mails, await deliver(mails, batch.signal)));
      marked.push(...sent);
      // Wait for all of them, because after a failed marking the next batch must not start while others are still being
      // sent.
      const failed = (await Promise.allSettled(marked)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
      return taken.length >= TAKEN_AT_ONCE && done > 0;
    } finally {
      clearTimeout(timer);
    }
  };

  const sending = startJob({
    everyMs: SWEEP_EVERY_MS,
    wokenBy: { database, topics: ["mails", "clock-set"] },
    wokenAfterMs: WOKEN_AFTER_MS,
    run: sendDue,
    failed: (error) => log.warn({ err: error }, "outbox not read or updated; trying again"),
  });
  const cleaning = startJob({
    everyMs: CLEAN_EVERY_MS,
    run: () => deleteOld(database),
    failed: (error) => log.warn({ err: error }, "old mails not deleted; trying again"),
  });

  return {
    wake: sending.wake,
    async stop() {
      const timer = setTimeout(() => giveUp(), SENT_WITHIN_MS);
      await Promise.all([sending.stop(), cleaning.stop()]);
      clearTimeout(timer);
      smtp.close();
    },
  };
};
