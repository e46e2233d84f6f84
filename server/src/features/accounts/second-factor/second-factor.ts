// Two-step verification: sets up and removes the second factor, finishes log-ins with it, and proves again that a person
// is there.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { ProveBody, SecondFactor, TotpEnrolment } from "@jara/shared/rest/second-factor";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import { type Account, findAccount } from "../account.ts";
import type { ConfirmPassword } from "../confirm-password.ts";
import { hashOf, newSecret } from "../secrets.ts";
import type { Session } from "../sessions/tokens.ts";
import { createCodeCheck } from "./check-code.ts";
import { proofMethodsOf, secondFactorsOf } from "./factors.ts";
import { acceptForLogIn, acceptForSession, insertChallenge, proveWithoutFactor, tryChallenge } from "./proofs.ts";
import {
  confirmEnrolment,
  findEnrolment,
  findSecondFactor,
  removeFactor,
  replaceRecoveryCodes,
  startEnrolment,
} from "./queries.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import type { SecondFactorRule } from "./role-in-force.ts";
import { createSecretBox } from "./secret-box.ts";
import { newTotpSecret, stepOfCode, totpUrl } from "./totp.ts";

export interface SecondFactorDeps {
  readonly database: Database;
  readonly jwtSecret: string;
  readonly previousJwtSecret: string | null;
  readonly brandName: string;
  readonly requireSecondFactor: SecondFactorRule;
  readonly hasRateLimits: boolean;
  readonly confirmPassword: ConfirmPassword;
  /** Called when cached data of the account is outdated. */
  readonly changed: (account: Pick<Account, "id">) => void;
}

type Caller = Pick<Session, "id" | "account">;
interface NewCodes {
  readonly recoveryCodes: string[];
  readonly secondFactor: SecondFactor;
}

export interface SecondFactors {
  stateOf(account: Account): Promise<SecondFactor>;
  /** Starts the set-up of an app. It counts once `confirm` got a code of it; until then an earlier app stays. */
  enrol(account: Account): Promise<TotpEnrolment>;
  confirm(session: Caller, code: string): Promise<Result<NewCodes>>;
  newRecoveryCodes(account: Account): Promise<Result<NewCodes>>;
  remove(account: Account): Promise<Result<SecondFactor>>;
  /** The challenge of a log-in that waits for its second factor. Null: no second factor is missing. */
  challenge(account: Account): Promise<ErrorBody | null>;
  /** Finishes such a log-in. The account may have changed since. */
  finishLogIn(challenge: string, code: string): Promise<Result<Account>>;
  /** Epoch ms. `googleSub`: the id of the person whom Google has just named. */
  prove(session: Caller, proof: Omit<ProveBody, "googleToken"> & { googleSub?: string }): Promise<Result<number>>;
}

export const createSecondFactors = (deps: SecondFactorDeps): SecondFactors => {
  const { database, changed } = deps;
  const box = createSecretBox(deps.jwtSecret, deps.previousJwtSecret);
  const checkCode = createCodeCheck({ ...deps, box });
  const isRequiredOf = ({ role }: Pick<Account, "role">): boolean =>
    deps.requireSecondFactor === "admins" && role !== "user";

  const stateOf = async (account: Account): Promise<SecondFactor> => {
    const { addedAt, recoveryCodesLeft } = await findSecondFactor(database, account.id);
    return { addedAt: addedAt === null ? null : toIso(addedAt), recoveryCodesLeft, isRequired: isRequiredOf(account) };
  };
  const done = (account: Account): void => {
    changed(account);
  };
  const withHashes = (userId: string) => {
    const recoveryCodes = newRecoveryCodes();
    return { recoveryCodes, codeHashes: recoveryCodes.map((code) => recoveryCodeHash(userId, code) ?? "") };
  };

  return {
    stateOf,

    async enrol({ id, email }) {
      const secret = newTotpSecret();
      await startEnrolment(database, id, box.seal(secret, id));
      return { secret, url: totpUrl(secret, deps.brandName, email) };
    },

    async confirm({ id: sessionId, account }, code) {
      const stored = await findEnrolment(database, account.id);
      const secret = stored && box.open(stored.secret, account.id);
      if (!stored || !secret) return expiredSetUp();
      const step = stepOfCode(secret, code.replace(/\s/g, ""), stored.nowMs);
      if (step === null) return wrongFirstCode();
      const { recoveryCodes, codeHashes } = withHashes(account.id);
      const ids = { userId: account.id, sessionId };
      const isDone = await confirmEnrolment(database, ids, { secret: stored.secret, step, codeHashes });
      if (!isDone) return expiredSetUp();
      done(account);
      return { ok: true, value: { recoveryCodes, secondFactor: await stateOf(account) } };
    },

    async newRecoveryCodes(account) {
      const { recoveryCodes, codeHashes } = withHashes(account.id);
      if (!(await replaceRecoveryCodes(database, account.id, codeHashes))) return noFactor();
      done(account);
      return { ok: true, value: { recoveryCodes, secondFactor: await stateOf(account) } };
    },

    async remove(account) {
      if (isRequiredOf(account)) {
        const message = "Staff need two-step verification. You can replace your app, but not remove it.";
        return refused("FORBIDDEN", { message });
      }
      if (!(await removeFactor(database, account.id, deps.requireSecondFactor === "admins"))) return noFactor();
      done(account);
      return { ok: true, value: await stateOf(account) };
    },

    async challenge(account) {
      const token = newSecret();
      if (!(await insertChallenge(database, account, hashOf(token)))) return null;
      // The factor may be newer than `account`.
      const current = (await findAccount(database, account.id)) ?? account;
      return refusal("SECOND_FACTOR_REQUIRED", { challenge: token, methods: secondFactorsOf(current) });
    },

    async finishLogIn(challenge, code) {
      const tokenHash = hashOf(challenge);
      const waiting = await tryChallenge(database, tokenHash);
      if (waiting === null) return expiredLogIn();
      const { userId, tokenVersion } = waiting;
      const accepted = await checkCode(userId, code, async (right) =>
        (await acceptForLogIn(database, { userId, tokenHash }, right)) ? true : null,
      );
      if (!accepted.ok) return accepted;
      const account = await findAccount(database, userId);
      // With the version of that moment, so that no session starts if the password was replaced meanwhile.
      return account ? { ok: true, value: { ...account, tokenVersion } } : expiredLogIn();
    },

    prove: createProving(deps, checkCode),
  };
};

/** Proves again that the person of a session is there: by password, code or Google. */
const createProving =
  (
    { database, confirmPassword }: SecondFactorDeps,
    checkCode: ReturnType<typeof createCodeCheck>,
  ): SecondFactors["prove"] =>
  async ({ id: sessionId, account }, { password, code, googleSub }) => {
    const ids = { sessionId, userId: account.id };
    const methods = proofMethodsOf(account);
    const given = password !== undefined ? "password" : code !== undefined ? "code" : "google";
    if (!methods.includes(given)) return refused("PROOF_REQUIRED", { methods });
    if (code !== undefined) return await checkCode(account.id, code, (right) => acceptForSession(database, ids, right));
    if (password !== undefined) {
      const confirmed = await confirmPassword(account, password);
      if (!confirmed.ok) return confirmed;
    } else if (googleSub !== account.googleId) {
      return refused("FORBIDDEN", { message: "This is another Google account than the one that you log in with." });
    }
    const by = password === undefined ? { googleId: account.googleId } : { passwordHash: account.passwordHash };
    const provedAt = await proveWithoutFactor(database, ids, by);
    return provedAt === null ? refused("PROOF_REQUIRED", { methods }) : { ok: true, value: provedAt };
  };

const expiredSetUp = () =>
  refused("VERIFICATION_FAILED", {
    message: "This took too long, or was started again elsewhere. Please start again.",
  });

const wrongFirstCode = () => {
  const message =
    "This code is wrong. Please enter the code that your app shows now, and check the clock of its device.";
  return refused("INVALID", { message, issues: [{ path: "code", message }] });
};

const noFactor = () => refused("NOT_FOUND", { message: "Two-step verification is not switched on." });

const expiredLogIn = () =>
  refused("UNAUTHENTICATED", { message: "This log-in took too long. Please enter your email and password again." });
