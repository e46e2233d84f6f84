// Checks the mail server: connection, encryption, log-in. Sends a mail only if it is asked to.
import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import type { Config } from "../../../config.ts";
import { openSmtp, smtpFailureOf } from "../../../features/mail/smtp.ts";
import { type Finding, findingsOf } from "./finding.ts";

const WITHIN_MS = 10_000;
const SEND_WITHIN_MS = 60_000;
const { ok, note, wrong } = findingsOf("mail");

export const checkMail = async ({ mail, contact, brandName }: Config, sendTo?: string): Promise<Finding[]> => {
  const { smtpUrl, from } = mail;
  if (smtpUrl === null) {
    const says = "SMTP_URL is not set, so no mail is sent.";
    return [sendTo === undefined ? note(says) : wrong(says)];
  }
  const problem = await connect(smtpUrl);
  if (problem !== null) return [wrong(`The mail server at ${new URL(smtpUrl).host} cannot be used: ${problem}`)];
  const reached = ok(`the mail server at ${new URL(smtpUrl).host} takes our mail; sender ${from}`);
  if (sendTo === undefined) return [reached];
  const smtp = openSmtp(smtpUrl, from, () => contact.email ?? from);
  try {
    await smtp.send(testMail(brandName, sendTo), AbortSignal.timeout(SEND_WITHIN_MS));
    return [reached, ok(`the test mail to ${sendTo} was accepted; look whether it arrives, and not among the spam`)];
  } catch (error) {
    return [reached, wrong(`The mail server refused the test mail: ${smtpFailureOf(error).error}`)];
  } finally {
    smtp.close();
  }
};

/** Null if the server takes our connection and our log-in. */
const connect = async (url: string): Promise<string | null> => {
  const transport = createTransport({
    url,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    dnsTimeout: WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return smtpFailureOf(error).error;
  } finally {
    transport.close();
  }
};

const testMail = (brandName: string, to: string) => {
  const words = `This is the test mail of jara check. ${brandName} can send mail.`;
  return {
    id: randomUUID(),
    to,
    subject: `Test mail of ${brandName}`,
    text: `${words}\n`,
    html: `<p>${words}</p>`,
    unsubscribeUrl: null,
    attachments: [],
  };
};
