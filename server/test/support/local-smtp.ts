// A real SMTP server on this machine for tests: it keeps the mails that it accepts, and refuses those that a test
// names.
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail extends Email {
  /** The recipients in the envelope. */
  readonly recipients: readonly string[];
  readonly raw: string;
}

export interface LocalSmtp {
  readonly url: string;
  readonly port: number;
  readonly mails: ReceivedMail[];
  mailsTo(address: string): ReceivedMail[];
  /** Asked at each recipient and again when the mail is there: a status to refuse it with. */
  refuses: (address: string, step: "RCPT" | "DATA") => number | null;
  /** A mail that has arrived is answered only after this. */
  holds: Promise<void>;
  /** Mails that have arrived, answered or not. */
  arrived: number;
  close(): Promise<void>;
}

/** `port` 0 takes a free one; `wrongPassword` refuses every log-in. */
export const startLocalSmtp = async ({ port = 0, wrongPassword = false } = {}): Promise<LocalSmtp> => {
  const refusal = (status: number | null, address: string): Error | null =>
    status === null ? null : Object.assign(new Error(`<${address}> refused`), { responseCode: status });
  const server = new SMTPServer({
    disabledCommands: wrongPassword ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    authOptional: !wrongPassword,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(new Error("wrong password")),
    onRcptTo: ({ address }, _session, done) => done(refusal(smtp.refuses(address, "RCPT"), address)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const [first = ""] = recipients;
        smtp.arrived++;
        await smtp.holds;
        const refused = refusal(smtp.refuses(first, "DATA"), first);
        if (refused) return done(refused);
        const raw = Buffer.concat(chunks).toString("latin1");
        smtp.mails.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), recipients, raw });
        done();
      });
    },
  });
  // A client that goes away in the middle is its own matter.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address();
  const listening = typeof address === "object" && address ? address.port : port;
  const smtp: LocalSmtp = {
    port: listening,
    url: `smtp://${wrongPassword ? "jara:wrong@" : ""}127.0.0.1:${listening}`,
    mails: [],
    mailsTo: (to) => smtp.mails.filter(({ recipients }) => recipients.includes(to)),
    refuses: () => null,
    holds: Promise.resolve(),
    arrived: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
};
