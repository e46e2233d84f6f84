// Renders mails and hands them to the SMTP server: one mail for several rows of the outbox, if they become one.
import type { Database } from "../../platform/database/database.ts";
import { isJoint, jointName } from "../../platform/outbox/deliveries.ts";
import { type Attachment, attachmentsOf } from "./attachments.ts";
import type { Fate, SensibleMail } from "./outbox.ts";
import { type RenderedMail, renderMails } from "./render.ts";
import { type Smtp, smtpFailureOf } from "./smtp.ts";
import { unsubscribeLinkOf } from "./unsubscribe.ts";
import type { MailSite } from "./words/words.ts";

export interface DeliveryDeps {
  readonly database: Database;
  /** Called for every mail, because the contacts may change while the server runs. */
  readonly site: () => MailSite & { readonly jwtSecret: string };
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** Those that become one mail, which has the id of the first. */
type Mails = readonly [SensibleMail, ...SensibleMail[]];

/**
 * The mails, each with those that become one with it, the oldest first. One that cannot be rendered stays alone, so that
 * it holds back no other.
 */
export const inOneEach = (mails: readonly SensibleMail[], render: (mails: Mails) => unknown): Mails[] => {
  const joined = new Map<string, [SensibleMail, ...SensibleMail[]]>();
  for (const mail of mails.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))) {
    const key =
      isJoint(mail.kind) && isRenderable(mail, render) ? `${jointName(mail)} ${mail.userId} ${mail.to}` : mail.id;
    const before = joined.get(key);
    if (before) before.push(mail);
    else joined.set(key, [mail]);
  }
  return [...joined.values()];
};

const isRenderable = (mail: SensibleMail, render: (mails: Mails) => unknown): boolean => {
  try {
    render([mail]);
    return true;
  } catch {
    return false;
  }
};

export const createDelivery = ({ database, site, log }: DeliveryDeps, smtp: Smtp) => {
  const render = (mails: Mails): RenderedMail => renderMails(mails, site(), unsubscribeLinkOf(site(), mails[0]));

  /** Sends one mail for all of these. */
  const deliver = async (mails: Mails, signal: AbortSignal): Promise<Fate> => {
    const [mail] = mails;
    let rendered: RenderedMail;
    let attachments: Attachment[];
    try {
      rendered = render(mails);
    } catch (error) {
      log.error({ err: error, mail: mail.id }, "a mail could not be rendered; given up");
      return { kind: "failed", error: `cannot be rendered: ${error instanceof Error ? error.message : error}` };
    }
    try {
      attachments = await attachmentsOf(database, mails, site());
    } catch (error) {
      // The database may answer later.
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, "a mail's files could not be made");
      return { kind: "later", error: "its files could not be made" };
    }
    try {
      await smtp.send({ id: mail.id, to: mail.to, ...rendered, attachments }, signal);
      return { kind: "sent", as: mail.id };
    } catch (thrown) {
      const { isPermanent, error, code } = smtpFailureOf(thrown);
      log.warn({ mail: mail.id, attempts: mail.attempts, code }, isPermanent ? "mail refused" : "mail not sent");
      return { kind: isPermanent ? "failed" : "later", error };
    }
  };
  return { render, deliver };
};
