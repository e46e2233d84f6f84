// Passkeys: adding one, and logging in or proving oneself with one. A passkey counts as two factors, because its
// authenticator verifies the person (a finger, a face, a PIN) before it signs.
import { createHash } from "node:crypto";
import {
  type NewPasskeyCredential,
  type PasskeyCreationOptions,
  type PasskeyCredential,
  type PasskeyRequestOptions,
  type PasskeyTransport,
  passkeyTransports,
} from "@jara/shared/rest/passkeys";
import { generateAuthenticationOptions, generateRegistrationOptions } from "@simplewebauthn/server";
import type { Database } from "../../../platform/database/database.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import { type Account, findAccount } from "../account.ts";
import type { ConfirmPassword } from "../confirm-password.ts";
import { hashOf } from "../secrets.ts";
import type { Session } from "../sessions/tokens.ts";
import { refuseSuspended } from "../suspensions/refuse-suspended.ts";
import {
  type Asker,
  addPasskey,
  CHALLENGE_MINUTES,
  findKey,
  insertChallenge,
  isProved,
  listCredentials,
  type Purpose,
} from "./queries.ts";
import type { RelyingParty } from "./relying-party.ts";
import { type Used, usePasskey } from "./use-passkey.ts";
import { algorithms, type NoteRefusal, verifyAssertion, verifyNewKey } from "./verify.ts";

type Caller = Pick<Session, "id" | "account">;

export interface PasskeyDeps {
  readonly database: Database;
  readonly site: RelyingParty;
  readonly confirmPassword: ConfirmPassword;
}

export interface Passkeys {
  /** Requires the password, unless something was proved in this session within the last ten minutes. */
  addOptions(caller: Caller, password: string | undefined): Promise<Result<PasskeyCreationOptions>>;
  /** `device`: the browser and system in words. */
  add(
    caller: Caller,
    credential: NewPasskeyCredential,
    device: string,
    noteRefusal: NoteRefusal,
  ): Promise<Result<null>>;
  /** The same options for everybody, because the person is not known yet. */
  logInOptions(): Promise<PasskeyRequestOptions>;
  /** The same text for every failure, so that nobody learns which passkeys exist. */
  logIn(credential: PasskeyCredential, noteRefusal: NoteRefusal): Promise<Result<Account>>;
  proveOptions(caller: Caller): Promise<PasskeyRequestOptions>;
  /** Resolves with the time of the proof, ISO 8601. */
  prove(caller: Caller, credential: PasskeyCredential, noteRefusal: NoteRefusal): Promise<Result<string>>;
}

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

const askerOf = ({ id, account }: Caller): Asker => ({ sessionId: id, userId: account.id });
/** The name of the user for an authenticator. It is not the account's id, which other people may see. */
const handleOf = (userId: string): Buffer => createHash("sha256").update(`passkey user ${userId}`).digest();

export const createPasskeys = (deps: PasskeyDeps): Passkeys => {
  const { database, site } = deps;

  const issue = async <T extends { challenge: string }>(
    purpose: Purpose,
    asker: Asker | null,
    options: T,
  ): Promise<T> => {
    await insertChallenge(database, hashOf(options.challenge), purpose, asker);
    return options;
  };

  const requestOptions = async (purpose: Purpose, asker: Asker | null): Promise<PasskeyRequestOptions> => {
    const known = asker ? await listCredentials(database, asker.userId) : [];
    const { challenge } = await generateAuthenticationOptions({ rpID: site.id });
    const allowCredentials = known.map((one) => ({ ...one, type: "public-key" as const }));
    const options = { challenge, rpId: site.id, timeout: TIMEOUT_MS, userVerification: "required" as const };
    return await issue(purpose, asker, { ...options, allowCredentials });
  };

  /** `asker` is null for a log-in: the browser then chose the passkey, so the passkey must name its owner. */
  const use = async (credential: PasskeyCredential, asker: Asker | null, noteRefusal: NoteRefusal): Promise<Used> => {
    const nothing = (reason: string): Used => {
      noteRefusal(reason);
      return { is: "void" };
    };
    const key = await findKey(database, credential.id);
    if (!key) return nothing("the passkey is not known");
    const { userHandle } = credential.response;
    const isOwners = userHandle === handleOf(key.userId).toString("base64url");
    if (!isOwners && (userHandle || !asker)) return nothing("the user handle is another one");
    const assertion = await verifyAssertion(site, credential, key.publicKey, noteRefusal);
    if (!assertion) return { is: "void" };
    const { challenge, ...signed } = assertion;
    const given = { ...signed, credentialId: credential.id, challengeHash: hashOf(challenge) };
    const used = await usePasskey(database, given, asker);
    if (used.is === "void") noteRefusal("the challenge is used, too old or for something else");
    if (used.is === "counter") noteRefusal("the counter did not grow");
    return used;
  };

  return {
    async addOptions(caller, password) {
      const { account } = caller;
      if (!account.isEmailVerified) return unverified();
      // Check a given password, even if none is needed.
      if (password !== undefined || !(await isProved(database, caller.id))) {
        if (password === undefined && account.passwordHash !== null) return passwordNeeded();
        const confirmed = await deps.confirmPassword(account, password ?? "");
        if (!confirmed.ok) return confirmed;
      }
      const known = await listCredentials(database, account.id);
      const options = await creationOptionsOf(site, account, known);
      return { ok: true, value: await issue("register", askerOf(caller), options) };
    },

    async add(caller, credential, device, noteRefusal) {
      if (!caller.account.isEmailVerified) return unverified();
      const verified = await verifyNewKey(site, credential, noteRefusal);
      if (!verified) return notAdded();
      const { credential: key, credentialDeviceType: deviceType, credentialBackedUp: isBackedUp } = verified.key;
      const added = await addPasskey(database, askerOf(caller), caller.account, {
        credentialId: key.id,
        publicKey: Buffer.from(key.publicKey).toString("base64url"),
        counter: key.counter,
        transports: knownTransports(key.transports),
        deviceType,
        isBackedUp,
        device,
        challengeHash: hashOf(verified.challenge),
      });
      if (added === "added") {
        return { ok: true, value: null };
      }
      noteRefusal(`the new passkey is ${added}`);
      return refusalOf(added);
    },

    logInOptions: () => requestOptions("log-in", null),

    async logIn(credential, noteRefusal) {
      const used = await use(credential, null, noteRefusal);
      if (used.is === "suspended") return await refuseSuspended(database, used.userId);
      if (used.is !== "used") return notLoggedIn();
      const account = await findAccount(database, used.userId);
      // Use the token version that the statement read, so that a later log-out everywhere voids the new session.
      return account ? { ok: true, value: { ...account, tokenVersion: used.tokenVersion } } : notLoggedIn();
    },

    proveOptions: (caller) => requestOptions("prove", askerOf(caller)),

    async prove(caller, credential, noteRefusal) {
      const used = await use(credential, askerOf(caller), noteRefusal);
      return used.is === "used" && used.provedAt !== null ? { ok: true, value: used.provedAt } : notProved();
    },
  };
};

/** `known`: the account's passkeys. An authenticator that has one of them does not make another. */
const creationOptionsOf = async (
  site: RelyingParty,
  { id, email, username }: Account,
  known: Awaited<ReturnType<typeof listCredentials>>,
): Promise<PasskeyCreationOptions> => {
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    supportedAlgorithmIDs: algorithms,
    userID: new Uint8Array(handleOf(id)),
    userName: email,
    userDisplayName: username,
  });
  return {
    challenge,
    user,
    pubKeyCredParams,
    timeout: TIMEOUT_MS,
    attestation: "none",
    rp: { id: site.id, name: site.name },
    excludeCredentials: known.map((one) => ({ ...one, type: "public-key" })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
};

const knownTransports = (given: readonly string[] = []): PasskeyTransport[] =>
  passkeyTransports.filter((transport) => given.includes(transport));

const unverified = () =>
  refused("EMAIL_NOT_VERIFIED", { message: "Please verify your email address before you add a passkey." });

const passwordNeeded = () => {
  const message = "Please enter your password.";
  return refused("INVALID", { message, issues: [{ path: "password", message }] });
};

/** VERIFICATION_FAILED and not UNAUTHENTICATED, because the session stays valid. */
const notAdded = () => refused("VERIFICATION_FAILED", { message: "The passkey could not be added. Please try again." });
const notProved = () => refused("VERIFICATION_FAILED", { message: "This passkey could not confirm that it is you." });

/** Says why a new passkey was not added. */
const refusalOf = (outcome: Exclude<Awaited<ReturnType<typeof addPasskey>>, "added">) => {
  if (outcome === "known") return refused("ALREADY_EXISTS", { message: "This passkey is already registered." });
  if (outcome === "full") {
    return refused("ALREADY_EXISTS", { message: "You have 20 passkeys and cannot add more. Please remove one first." });
  }
  return notAdded();
};

const notLoggedIn = () =>
  refused("UNAUTHENTICATED", {
    message: "We could not log you in with this passkey. Please try again, or log in with your password.",
  });
