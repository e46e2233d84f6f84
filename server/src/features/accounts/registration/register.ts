// Registration. Where the site hides which addresses have accounts, registering an address that has one gets the same
// answer as any other, and its owner is informed by e-mail.
import { randomUUID } from "node:crypto";
import type { Database } from "../../../platform/database/database.ts";
import { takenField } from "../../../platform/database/unique.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import type { Mail } from "../../../platform/outbox/mails.ts";
import { type Account, findAccount } from "../account.ts";
import { crowded } from "../log-in/refuse-while-busy.ts";
import type { Passwords } from "../passwords.ts";
import { insertAccount } from "../queries.ts";
import { inSameTime } from "../recovery/same-time.ts";
import { hashOf, newSecret } from "../secrets.ts";
import { isReserved, skeletonsOf } from "../usernames/username-skeletons.ts";
import { registerHidden } from "./hidden-registration.ts";

export interface RegisterDeps {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly hidesUnknownAccounts: boolean;
  readonly mailWritten: (mail: Mail) => void;
  readonly changed: (account: Pick<Account, "id">) => void;
}

interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}
/** The result is null where the site does not reveal whether it made a new account. */
export type Register = (registration: Registration) => Promise<Result<Account | null>>;

const taken = (field: string) =>
  refused("ALREADY_EXISTS", { message: `An account with this ${field} already exists.` });

export const createRegister =
  ({ database, passwords, ...deps }: RegisterDeps): Register =>
  async ({ username, email, password }) => {
    if (isReserved(username, "user")) return taken("username");
    const passwordHash = await passwords.whenFree(() => passwords.hash(password));
    if (passwordHash === null) return crowded();
    const { tokenHash, mail, again } = newVerification(email);
    const account = { id: randomUUID(), username, email, passwordHash, skeletons: skeletonsOf(username), tokenHash };
    try {
      if (deps.hidesUnknownAccounts) {
        const notice: Mail = { id: mail.id, kind: "already-registered", data: {} };
        const registerNow = () => registerHidden(database, account, { mail, again, notice });
        const { isNew, mailed } = await inSameTime(() =>
          registerNow().catch((error: unknown) => {
            // The address was registered at this moment. The next try finds its account.
            if (takenField(error) === "email address") return registerNow();
            throw error;
          }),
        );
        if (mailed) deps.mailWritten(mailed);
        if (isNew) deps.changed(account);
        return { ok: true, value: null };
      }
      await insertAccount(database, { ...account, mail });
    } catch (error) {
      const field = takenField(error);
      if (!field) throw error;
      return taken(field);
    }
    deps.mailWritten(mail);
    const made = await findAccount(database, account.id);
    if (!made) throw new Error("the new account was not found");
    deps.changed(made);
    return { ok: true, value: made };
  };

/**
 * Makes a token and two mails with it, of which the caller writes one: the link of `mail` verifies the address, that of
 * `again` also sets the password. The person who registers must choose nothing in these mails except their address.
 */
export const newVerification = (email: string): { tokenHash: string; mail: Mail; again: Mail } => {
  const token = newSecret();
  const mail = { id: randomUUID(), data: { email, token } };
  return {
    tokenHash: hashOf(token),
    mail: { ...mail, kind: "verify-email" },
    again: { ...mail, kind: "registered-again" },
  };
};
