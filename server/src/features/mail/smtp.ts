// Sending over SMTP, and reading from an error whether the same mail may go through later.
import { createTransport, type NodemailerError } from "nodemailer";

export interface OutgoingMail {
  /** Becomes the Message-ID, so that a copy can be told as one. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
}

export interface Smtp {
  /** Resolves once the server has taken the mail. Rejects with the driver's error, at the latest when `signal` aborts. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

export const CONNECTIONS = 5;

export const openSmtp = (url: string, from: string, replyTo: string): Smtp => {
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
  // Each failure reaches the mail it was about; an idle connection's means nothing.
  transport.on("error", () => {});
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }, signal) {
      await transport.sendMail({
        from,
        replyTo,
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
        signal,
      });
    },
    close: () => transport.close(),
  };
};

export interface SmtpFailure {
  /** The server will not take this mail for this reader; anything else may be mended by time or by the operator. */
  readonly isPermanent: boolean;
  /** For the table beside the mail: the server's answer, which may name the address. */
  readonly error: string;
  /** For the log: codes alone. */
  readonly code: string;
}

export const smtpFailureOf = (thrown: unknown): SmtpFailure => {
  const error = thrown as Partial<NodemailerError>;
  const status = error.responseCode;
  // A refused log-in or sender is our own misconfiguration: the mail waits until that is mended.
  const isAboutTheMail = error.command === "RCPT TO" || error.command === "DATA";
  const isUnaddressable = error.code === "EENVELOPE" && status === undefined;
  return {
    isPermanent: isUnaddressable || (isAboutTheMail && status !== undefined && status >= 500 && status !== 503),
    error: storable(error.response ?? error.message ?? String(thrown)),
    code: [error.code, error.command, status].filter((part) => part !== undefined).join(" ") || "unknown",
  };
};

/** Whatever a server sends: PostgreSQL keeps neither U+0000 nor half of a surrogate pair. */
const storable = (text: string): string => text.slice(0, 500).replace(/[\p{Cc}\p{Cs}]/gu, " ");
