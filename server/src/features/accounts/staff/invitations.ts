// Invitations of staff: an administrator or a manager invites an address, and its owner accepts with the mailed link. The
// link's token is 256 random bits, stored hashed, and works once within 7 days. A link that was forwarded gives nothing to
// somebody who cannot log in to the account of the invited address.
import { randomUUID } from "node:crypto";
import type { StaffRole } from "@jara/shared/permissions";
import type { Database } from "../../../platform/database/database.ts";
import { isViolationOf, takenField } from "../../../platform/database/unique.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import type { Account } from "../account.ts";
import { countAttempt } from "../log-in/attempt-counters.ts";
import { crowded } from "../log-in/refuse-while-busy.ts";
import { createPasswords, type Passwords } from "../passwords.ts";
import { refuseWeakPassword } from "../recovery/password-strength.ts";
import { inSameTime } from "../recovery/same-time.ts";
import { hashOf, newSecret } from "../secrets.ts";
import { isReserved, skeletonsOf } from "../usernames/username-skeletons.ts";
import { acceptAsNew, acceptForAccount, insertInvitation } from "./invitation-queries.ts";

/** Limits the mails that the staff can send to one address. */
const MAILS = { limit: 10, windowMs: 60 * 60_000 };

export interface InvitationDeps {
  readonly database: Database;
  readonly hasRateLimits: boolean;
  /** Called when an account was made or has another role. */
  readonly changed: (userId: string) => void;
}

export interface Invitations {
  /** Returns the id. The caller cannot tell whether the address has an account. */
  invite(actorId: string, asked: { email: string; role: StaffRole }): Promise<Result<string>>;
  acceptAs(account: Pick<Account, "id">, token: string): Promise<Result<StaffRole>>;
  /** Null: the caller cannot tell whether an account was made, or the owner of an account was told to log in. */
  acceptAsNew(body: { token: string; username: string; password: string }): Promise<Result<null>>;
}

export const createInvitations = (deps: InvitationDeps, passwords: Passwords = createPasswords()): Invitations => {
  const { database } = deps;
  return {
    async invite(actorId, { email, role }) {
      const counter = { key: `mail ${email}`, limit: MAILS.limit };
      const overMs = deps.hasRateLimits ? await countAttempt(database, [counter], MAILS.windowMs) : 0;
      if (overMs > 0) return refused("RATE_LIMITED", { retryAfterMs: overMs });
      for (;;) {
        const token = newSecret();
        try {
          const made = await insertInvitation(database, actorId, { email, role, token, tokenHash: hashOf(token) });
          if (made === "not-allowed") return refused("FORBIDDEN");
          if (made === "higher") return higherRole();
          return { ok: true, value: made.id };
        } catch (error) {
          // Somebody else invited the address at this moment. The next try voids that invitation.
          if (!isViolationOf(error, "invitations_standing")) throw error;
        }
      }
    },

    async acceptAs({ id }, token) {
      const role = await acceptForAccount(database, id, hashOf(token));
      if (role === null) return brokenLink();
      if (role === "staff") {
        const message = "You are of the staff already. Ask an administrator to change your role.";
        return refused("ALREADY_EXISTS", { message });
      }
      deps.changed(id);
      return { ok: true, value: role };
    },

    async acceptAsNew({ token, username, password }) {
      const weak = refuseWeakPassword(password, [username], "password");
      if (weak) return weak;
      if (isReserved(username, "user")) return usernameTaken();
      const passwordHash = await passwords.whenFree(() => passwords.hash(password));
      if (passwordHash === null) return crowded();
      const member = { id: randomUUID(), username, skeletons: skeletonsOf(username), passwordHash };
      for (let tries = 1; ; tries += 1) {
        try {
          const accepted = await inSameTime(() => acceptAsNew(database, hashOf(token), member));
          if (!accepted) return brokenLink();
          if (accepted.isNew) deps.changed(member.id);
          return { ok: true, value: null };
        } catch (error) {
          const field = takenField(error);
          if (field === "username") return usernameTaken();
          // The address was registered at this moment. The next try finds its account.
          if (field === null || tries > 1) throw error;
        }
      }
    },
  };
};

const higherRole = () =>
  refused("FORBIDDEN", {
    message: "This address has an invitation with a higher role, which you may not replace. Ask an administrator.",
  });

const usernameTaken = () => refused("ALREADY_EXISTS", { message: "An account with this username already exists." });

/** One text for a link that is wrong, used, expired or for another address. */
const brokenLink = () =>
  refused("VERIFICATION_FAILED", {
    message:
      "This invitation is invalid, used, too old, or for another email address than your account's. Please ask for a new one.",
  });
