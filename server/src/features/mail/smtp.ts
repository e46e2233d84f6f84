// Sends mails over SMTP, and decides from an error whether the same mail may succeed later.
import { createTransport, type NodemailerError } from "nodemailer";

import type { Attachment } from "./attachments.ts";

export interface OutgoingMail {
  /** Becomes the Message-ID, so that mail programs can recognise a second copy. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly Attachment[];
}

export interface Smtp {
  /**
   * Resolves once the SMTP server has accepted the mail. Rejects with the driver's error, at the latest when `signal`
   * aborts.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

export const CONNECTIONS = 5;

export const openSmtp = (url: string, from: string, replyTo: () => string): Smtp => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Ignore errors of idle connections. A failure of a mail rejects that mail's own promise.
  transport.on("error", () => {});
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl, attachments }, signal) {
      await transport.sendMail({
        from,
        replyTo: replyTo(),
        to: { name: "", address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribeUrl && {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        signal,
      });
    },
    close: () => transport.close(),
  };
};

export interface SmtpFailure {
  /**
   * The SMTP server will never accept this mail for this reader. Any other error may be solved by time or by the
   * operator.
   */
  readonly isPermanent: boolean;
  /** For the outbox table: the server's answer, which may name the address. */
  readonly error: string;
  /** For the log: only codes. */
  readonly code: string;
}

export const smtpFailureOf = (thrown: unknown): SmtpFailure => {
  const error = thrown as Partial<NodemailerError>;
  const status = error.responseCode;
  // A refused log-in or sender is our own misconfiguration, so the mail waits until the operator fixes it.
  const isAboutTheMail = error.command === "RCPT TO" || error.command === "DATA";
  const isUnaddressable = error.code === "EENVELOPE" && status === undefined;
  return {
    isPermanent: isUnaddressable || (isAboutTheMail && status !== undefined && status >= 500 && status !== 503),
    error: storable(error.response ?? error.message ?? String(thrown)),
    code: [error.code, error.command, status].filter((part) => part !== undefined).join(" ") || "unknown",
  };
};

/**
 * Removes control characters and lone surrogates, because PostgreSQL stores neither U+0000 nor half of a surrogate
 * pair.
 */
const storable = (text: string): string => text.slice(0, 500).replace(/[\p{Cc}\p{Cs}]/gu, " ");
