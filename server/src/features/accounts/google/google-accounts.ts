// Finds the account of a person whom Google has identified: the account linked before, the one with the same address,
// or a new one.
import { randomUUID } from "node:crypto";
import { updateProfileBody } from "@jara/shared/rest/accounts";
import type { Database } from "../../../platform/database/database.ts";
import { takenField } from "../../../platform/database/unique.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import { type Account, findAccountByEmail } from "../account.ts";
import { refuseSuspended } from "../suspensions/refuse-suspended.ts";
import { usernameFor } from "../usernames/username-for.ts";
import { skeletonsOf } from "../usernames/username-skeletons.ts";
import type { GoogleIdentity } from "./google-client.ts";
import { findAccountByGoogleId, insertGoogleAccount, linkGoogle } from "./queries.ts";

/** An attempt fails only if another request took the name, or signed in as the same person, at the same moment. */
const ATTEMPTS = 10;

export interface GoogleAccountsDeps {
  readonly database: Database;
  /** Called when an account was made, or when cached data of it is outdated. */
  readonly changed: (account: Account) => void;
  /** Called when the account's earlier sessions are void. */
  readonly sessionsEnded: (account: Account) => void;
}

export type SignInWithGoogle = (identity: GoogleIdentity) => Promise<Result<Account>>;

export const createSignInWithGoogle =
  (deps: GoogleAccountsDeps): SignInWithGoogle =>
  async (identity) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const account =
        (await findAccountByGoogleId(deps.database, identity.sub)) ??
        (await findAccountByEmail(deps.database, identity.email));
      if (account?.isBanned) {
        // Somebody else may have registered the address, so an account that is not linked gives no reason.
        return account.googleId === identity.sub
          ? await refuseSuspended(deps.database, account.id)
          : refused("FORBIDDEN", { message: "This account has been suspended." });
      }
      if (account?.googleId === identity.sub) return { ok: true, value: account };
      if (account?.googleId) {
        return refused("ALREADY_EXISTS", {
          message: "This email address is already linked to another Google account.",
        });
      }
      const found = account ? await link(deps, identity) : await make(deps, identity, attempt);
      if (found) return { ok: true, value: found };
    }
    throw new Error("no account could be found or made for a Google sign-in");
  };

const link = async (deps: GoogleAccountsDeps, { sub, email }: GoogleIdentity): Promise<Account | null> => {
  const linked = await linkGoogle(deps.database, { googleId: sub, email });
  if (!linked) return null;
  if (linked.wasUnverified) {
    deps.changed(linked.account);
    deps.sessionsEnded(linked.account);
  }
  return linked.account;
};

/** Null where the username or a similar one is taken, or where another request has just made the person's account. */
const make = async (deps: GoogleAccountsDeps, identity: GoogleIdentity, attempt: number): Promise<Account | null> => {
  const { sub: googleId, email, givenName, familyName } = identity;
  const username = usernameFor(identity, attempt);
  const names = { firstName: fitting("firstName", givenName), lastName: fitting("lastName", familyName) };
  try {
    const skeletons = skeletonsOf(username);
    const made = { id: randomUUID(), googleId, username, skeletons, email, ...names };
    const account = await insertGoogleAccount(deps.database, made);
    deps.changed(account);
    return account;
  } catch (error) {
    if (takenField(error)) return null;
    throw error;
  }
};

/** Returns the name if the profile's schema accepts it, else null. */
const fitting = (field: "firstName" | "lastName", name: string): string | null =>
  updateProfileBody.safeParse({ [field]: name }).data?.[field] || null;
