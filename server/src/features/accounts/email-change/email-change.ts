// Changes the e-mail address of an account. The new address confirms within 24 hours; the old one can take the change
// back, for 24 hours after the request and again after the change.
import { randomUUID } from "node:crypto";
import type { WaitingEmailChange } from "@jara/shared/rest/credentials";
import type { Database } from "../../../platform/database/database.ts";
import { takenField } from "../../../platform/database/unique.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import type { Mail } from "../../../platform/outbox/mails.ts";
import type { Account } from "../account.ts";
import type { ConfirmPassword } from "../confirm-password.ts";
import { countAttempt } from "../log-in/attempt-counters.ts";
import { inSameTime } from "../recovery/same-time.ts";
import { hashOf, newSecret } from "../secrets.ts";
import {
  confirmEmailChange,
  requestEmailChange,
  type UndoneEmailChange,
  undoEmailChange,
  waitingEmailChange,
} from "./queries.ts";

/** The limits of requests of one account, and of mails to one new address, whoever asks. */
const REQUESTS_EACH_HOUR = 5;
const MAILS_EACH_HOUR = 10;
const HOUR_MS = 3_600_000;

export interface EmailChangeDeps {
  readonly database: Database;
  readonly hasRateLimits: boolean;
  readonly confirmPassword: ConfirmPassword;
  readonly mailWritten: (mail: Mail) => void;
  readonly changed: (account: Pick<Account, "id">) => void;
}

export interface EmailChanges {
  /** The caller cannot tell whether the new address belongs to an account, nor by the time. */
  request(account: Account, input: { newEmail: string; password: string }): Promise<Result<null>>;
  /** The account's change that waits for the new address to confirm. */
  waiting(account: Pick<Account, "id">): Promise<WaitingEmailChange["waiting"]>;
  confirm(token: string): Promise<Result<null>>;
  undo(token: string): Promise<Result<Pick<UndoneEmailChange, "did">>>;
}

export const createEmailChanges = (deps: EmailChangeDeps): EmailChanges => {
  const { database } = deps;

  const requestNow = async (account: Account, newEmail: string, password: string): Promise<Result<null>> => {
    const confirmed = await deps.confirmPassword(account, password);
    if (!confirmed.ok) return confirmed;
    if (newEmail.toLowerCase() === account.email.toLowerCase()) {
      const message = "This is your e-mail address already.";
      return refused("INVALID", { message, issues: [{ path: "newEmail", message }] });
    }
    const counters = [
      { key: `email change of ${account.id}`, limit: REQUESTS_EACH_HOUR },
      { key: `mail ${newEmail}`, limit: MAILS_EACH_HOUR },
    ];
    const overMs = deps.hasRateLimits ? await countAttempt(database, counters, HOUR_MS) : 0;
    if (overMs > 0) return refused("RATE_LIMITED", { retryAfterMs: overMs });
    const [confirmToken, cancelToken] = [newSecret(), newSecret()];
    const id = randomUUID();
    const written = await requestEmailChange(database, account, {
      newEmail,
      confirmHash: hashOf(confirmToken),
      decoyHash: hashOf(newSecret()),
      cancelHash: hashOf(cancelToken),
      confirm: { id, kind: "email-change-confirm", data: { token: confirmToken } },
      taken: { id, kind: "email-change-taken", data: {} },
      requested: { id: randomUUID(), kind: "email-change-requested", data: { token: cancelToken, newEmail } },
    });
    for (const mail of written) deps.mailWritten(mail);
    return written.length > 0 ? { ok: true, value: null } : refused("UNAUTHENTICATED");
  };

  return {
    request: (account, { newEmail, password }) => inSameTime(() => requestNow(account, newEmail, password)),

    waiting: ({ id }) => waitingEmailChange(database, id),

    async confirm(token) {
      const undoToken = newSecret();
      const hashes = { confirmHash: hashOf(token), undoToken, undoHash: hashOf(undoToken) };
      try {
        const id = await confirmEmailChange(database, hashes);
        if (id === null) return brokenLink();
        deps.changed({ id });
      } catch (error) {
        if (takenField(error)) return brokenLink();
        throw error;
      }
      return { ok: true, value: null };
    },

    async undo(token) {
      const resetToken = newSecret();
      const hashes = { undoHash: hashOf(token), resetToken, resetHash: hashOf(resetToken) };
      const undone = await undoEmailChange(database, hashes, true).catch((error: unknown) => {
        if (takenField(error)) return undoEmailChange(database, hashes, false);
        throw error;
      });
      if (!undone) return brokenLink();
      deps.changed(undone);
      return { ok: true, value: { did: undone.did } };
    },
  };
};

/** One text for a link that is wrong, used or expired, and for an address that another account has by now. */
const brokenLink = () =>
  refused("VERIFICATION_FAILED", { message: "This link is not complete, was used before, or is too old." });
