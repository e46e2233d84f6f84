// Sends the mails in the outbox. Any number of nodes may run a worker on the same database. A worker takes a mail,
// sends it and marks it, in this order. After a crash in between, the mail is sent again under the same Message-ID
// rather than lost.
import type { Database } from "../../platform/database/database.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { startJob } from "../../platform/jobs/job.ts";
import { type Attachment, attachmentsOf } from "./attachments.ts";
import {
  deleteOld,
  dueMails,
  type Fate,
  recordFate,
  type SensibleMail,
  stillSensible,
  TAKEN_FOR_MS,
  type TakenMail,
  takeDue,
} from "./outbox.ts";
import { type RenderedMail, renderMail } from "./render.ts";
import { CONNECTIONS, openSmtp, type Smtp, smtpFailureOf } from "./smtp.ts";
import { unsubscribeLinkOf } from "./unsubscribe.ts";
import type { MailSite } from "./words/words.ts";

/** Finds mails that other nodes wrote and mails that are due again. */
const SWEEP_EVERY_MS = 5_000;
/** Many commits in a row wake the worker only once. */
const POKED_AFTER_MS = 100;
const CLEAN_EVERY_MS = 60 * 60 * 1000;
const TAKEN_AT_ONCE = CONNECTIONS * 2;
/** A mail is sent or given up well before another node may take it. */
const SEND_WITHIN_MS = TAKEN_FOR_MS - 5_000;
/** How long mails in progress may still take when the worker stops. */
const STOP_WITHIN_MS = 5_000;

export interface MailWorker {
  /** Call when a mail was written to the outbox. */
  poke(): void;
  /** Lets mails in progress finish, for at most five seconds. */
  stop(): Promise<void>;
}

export interface MailWorkerDeps {
  readonly database: Database;
  readonly smtpUrl: string;
  readonly from: string;
  /** Called for every mail, because the contacts may change while the server runs. */
  readonly site: () => MailSite & { readonly jwtSecret: string };
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

const obsolete: Fate = { kind: "obsolete" };

/** The result of a mail that still makes sense but is not sent now; undefined: send it. */
const unsent = ({ isInDigest, heldUntil }: SensibleMail): Fate | undefined => {
  if (isInDigest) return { kind: "in-digest" };
  return heldUntil === null ? undefined : { kind: "held", until: heldUntil };
};

/** Returns a function that renders a mail and sends it, and returns the result. It never throws. */
const createDelivery =
  ({ database, site, log }: MailWorkerDeps, smtp: Smtp) =>
  async (mail: TakenMail, signal: AbortSignal): Promise<Fate> => {
    const { kind, data } = mail;
    const content = { kind, data } as Parameters<typeof renderMail>[0];
    let rendered: RenderedMail;
    let attachments: Attachment[];
    try {
      rendered = renderMail(content, site(), unsubscribeLinkOf(site(), mail));
    } catch (error) {
      log.error({ err: error, mail: mail.id }, "a mail could not be rendered; given up");
      return { kind: "failed", error: `cannot be rendered: ${error instanceof Error ? error.message : error}` };
    }
    try {
      attachments = await attachmentsOf(database, content, site());
    } catch (error) {
      // The database may answer later.
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, "a mail's files could not be made");
      return { kind: "later", error: "its files could not be made" };
    }
    try {
      await smtp.send({ id: mail.id, to: mail.to, ...rendered, attachments }, signal);
      return { kind: "sent" };
    } catch (thrown) {
      const { isPermanent, error, code } = smtpFailureOf(thrown);
      log.warn({ mail: mail.id, attempts: mail.attempts, code }, isPermanent ? "mail refused" : "mail not sent");
      return { kind: isPermanent ? "failed" : "later", error };
    }
  };

export const startMailWorker = (deps: MailWorkerDeps): MailWorker => {
  const { database, site, log } = deps;
  const guard = guardRows(database, "mails", log);
  const smtp: Smtp = openSmtp(deps.smtpUrl, deps.from, () => site().contact.email);
  /** Aborts the mails that are being sent. */
  let giveUp: () => void = () => {};
  /**
   * Results of mails whose marking failed. They are marked before anything else is taken, and this node never sends
   * those mails again.
   */
  const unmarked = new Map<string, { readonly attempts: number; readonly fate: Fate }>();

  const mark = async (id: string, attempts: number, fate: Fate): Promise<void> => {
    unmarked.set(id, { attempts, fate });
    await recordFate(database, id, attempts, fate);
    unmarked.delete(id);
  };

  const deliver = createDelivery(deps, smtp);

  const sendDue = async (signal: AbortSignal): Promise<void> => {
    for (const [id, { attempts, fate }] of unmarked) await guard.tries(id, () => mark(id, attempts, fate));
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
          run: (takes) => takeDue(database, TAKEN_AT_ONCE, takes),
          keys: (takes) => dueMails(database, TAKEN_AT_ONCE, takes),
        })
      ).flat();
      if (taken.length === 0) return false;
      const judged = await guard.each(
        taken,
        ({ id }) => id,
        async (some) => ({ some, sensible: await stillSensible(database, some) }),
      );
      const sensible = new Map(judged.flatMap((one) => one.sensible).map((mail) => [mail.id, mail]));
      let done = 0;
      const marked = judged
        .flatMap(({ some }) => some)
        .map(async ({ id, attempts }) => {
          const mail = sensible.get(id);
          const fate = (mail && unsent(mail)) ?? (mail ? await deliver(mail, batch.signal) : obsolete);
          if (fate.kind !== "later") done++;
          await guard.tries(id, () => mark(id, attempts, fate));
        });
      // Wait for all of them, because after a failed marking the next batch must not start while others are still being
      // sent.
      const failed = (await Promise.allSettled(marked)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
      return taken.length === TAKEN_AT_ONCE && done > 0;
    } finally {
      clearTimeout(timer);
    }
  };

  const sending = startJob({
    everyMs: SWEEP_EVERY_MS,
    pokedAfterMs: POKED_AFTER_MS,
    run: sendDue,
    failed: (error) => log.warn({ err: error }, "outbox not read or updated; trying again"),
  });
  const cleaning = startJob({
    everyMs: CLEAN_EVERY_MS,
    run: () => deleteOld(database),
    failed: (error) => log.warn({ err: error }, "old mails not deleted; trying again"),
  });

  return {
    poke: sending.poke,
    async stop() {
      const timer = setTimeout(() => giveUp(), STOP_WITHIN_MS);
      await Promise.all([sending.stop(), cleaning.stop()]);
      clearTimeout(timer);
      smtp.close();
    },
  };
};
