// Recovers and changes passwords. A link is mailed to the account's address; its token is 256 random bits, stored hashed,
// and works once within 30 minutes.
import { randomUUID } from "node:crypto";
import type { Database } from "../../../platform/database/database.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import type { Mail } from "../../../platform/outbox/mails.ts";
import type { Account } from "../account.ts";
import type { ConfirmPassword } from "../confirm-password.ts";
import { crowded } from "../log-in/refuse-while-busy.ts";
import type { Passwords } from "../passwords.ts";
import { hashOf, newSecret } from "../secrets.ts";
import type { Session } from "../sessions/tokens.ts";
import { refuseWeakPassword } from "./password-strength.ts";
import { changePassword, findPasswordReset, insertPasswordReset, resetPassword } from "./queries.ts";
import { inSameTime } from "./same-time.ts";

export interface RecoveryDeps {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly confirmPassword: ConfirmPassword;
  /** Called with a mail that has a link. In development the link is printed. */
  readonly mailWritten: (mail: Mail) => void;
  /** Called when cached data of the account is outdated and its sessions may have ended. */
  readonly changed: (account: Pick<Account, "id">) => void;
}

export interface Recovery {
  /** Mails a link if the address has an account. The caller cannot tell whether it has, nor by the time. */
  forgotPassword(email: string): Promise<void>;
  resetPassword(input: { email: string; token: string; password: string }): Promise<Result<null>>;
  /** Keeps the session that asks, and ends all others. */
  changePassword(
    session: Pick<Session, "id" | "account">,
    input: { currentPassword: string; newPassword: string },
  ): Promise<Result<null>>;
}

const knownOf = ({ username, email }: Pick<Account, "username" | "email">): string[] => [
  username,
  email,
  email.split("@")[0] ?? email,
];

export const createRecovery = (deps: RecoveryDeps): Recovery => {
  const { database, passwords } = deps;
  return {
    forgotPassword: (email) =>
      inSameTime(async () => {
        const token = newSecret();
        const id = randomUUID();
        const mail = { id, kind: "password-reset", data: { token, email, usesGoogle: false } } as const;
        const notice = { id, kind: "password-reset-suspended", data: {} } as const;
        const written = await insertPasswordReset(database, { email, tokenHash: hashOf(token), mail, notice });
        if (written) deps.mailWritten(written);
      }),

    async resetPassword({ email, token, password }) {
      const tokenHash = hashOf(token);
      const owner = await findPasswordReset(database, email, tokenHash);
      if (!owner) return brokenLink();
      const weak = refuseWeakPassword(password, knownOf(owner), "password");
      if (weak) return weak;
      const passwordHash = await passwords.whenFree(() => passwords.hash(password));
      if (passwordHash === null) return crowded();
      const id = await resetPassword(database, { email, tokenHash, passwordHash });
      if (id === null) return brokenLink();
      deps.changed({ id });
      return { ok: true, value: null };
    },

    async changePassword({ id: sessionId, account }, { currentPassword, newPassword }) {
      const confirmed = await deps.confirmPassword(account, currentPassword, "currentPassword");
      if (!confirmed.ok) return confirmed;
      const weak = refuseWeakPassword(newPassword, knownOf(account), "newPassword");
      if (weak) return weak;
      const passwordHash = await passwords.whenFree(() => passwords.hash(newPassword));
      if (passwordHash === null) return crowded();
      if (!(await changePassword(database, account, { sessionId, passwordHash }))) return refused("UNAUTHENTICATED");
      deps.changed(account);
      return { ok: true, value: null };
    },
  };
};

/** One text for a link that is wrong, used or expired. */
const brokenLink = () =>
  refused("VERIFICATION_FAILED", {
    message: "This link is not complete, was used before, or is too old. Please ask for a new one.",
  });
