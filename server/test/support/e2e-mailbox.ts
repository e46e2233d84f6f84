// Registers people with a password, logs them in, and reads the mails that the server wrote to them.
import type { MailData, MailKind } from "../../src/platform/outbox/mails.ts";
import type { TestServer } from "./e2e-server.ts";
import { logIsRead } from "./read-log.ts";

export const PASSWORD = "correct horse";

export interface Registered {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

type ServerPart = Pick<TestServer, "api" | "query">;

const USER_AGENT =
  "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
export const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

let last = 0;
/** Registered with Chrome on Android. */
export const register = async (
  server: ServerPart,
  stem: string,
  { isVerified = true }: { isVerified?: boolean } = {},
): Promise<Registered> => {
  const username = `${stem}${++last}`;
  const email = `${username}@mailbox.test`;
  const body = { username, email, password: PASSWORD };
  const answer = await server.api("POST", "/api/auth/register", { body, headers: { "user-agent": USER_AGENT } });
  if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`);
  const { user, token } = answer.body;
  if (isVerified) {
    await server.query(
      "update users set email_verified_at = clock_now(), revision = revision + 1 where id = $1::text::uuid",
      [user.id],
    );
  }
  return { id: user.id, username, email, token };
};

export const logIn = (server: ServerPart, email: string, password: string, userAgent = USER_AGENT, headers = {}) =>
  server.api("POST", "/api/auth/login", {
    body: { email, password },
    headers: { "user-agent": userAgent, ...headers },
  });

/** The mails of one kind to this address, oldest first, once the readers have written what follows from the log. */
export const mailsTo = async <K extends MailKind>(
  server: ServerPart,
  email: string,
  kind: K,
): Promise<MailData[K][]> => {
  await logIsRead(server);
  const rows = await server.query<{ data: MailData[K] }>(
    "select data from outbox where to_address = $1 and kind = $2 order by created_at, id",
    [email, kind],
  );
  return rows.map(({ data }) => data);
};

/** The kinds of the mails to the person about the lot, oldest first, without those of outbids. */
export const mailKindsTo = async (server: ServerPart, userId: string, auctionId: string): Promise<string[]> => {
  await logIsRead(server);
  const rows = await server.query<{ kind: string }>(
    `select kind from outbox where user_id = $1::text::uuid and data->>'auctionId' = $2 and kind <> 'outbid'
     order by created_at`,
    [userId, auctionId],
  );
  return rows.map(({ kind }) => kind);
};

/** The newest mail of this kind to this address. */
export const mailTo = async <K extends MailKind>(server: ServerPart, email: string, kind: K): Promise<MailData[K]> => {
  const mail = (await mailsTo(server, email, kind)).at(-1);
  if (!mail) throw new Error(`no ${kind} to ${email}`);
  return mail;
};

/** Asks for a link that sets a new password. Returns its token. */
export const askForReset = async (server: ServerPart, email: string): Promise<string> => {
  const { status } = await server.api("POST", "/api/auth/forgot-password", { body: { email } });
  if (status !== 200) throw new Error(`forgot-password: ${status}`);
  return (await mailTo(server, email, "password-reset")).token;
};

export const statusOf = async (server: ServerPart, token: string): Promise<number> =>
  (await server.api("GET", "/api/auth/profile", { token })).status;
