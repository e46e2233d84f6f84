// /api/banks and /api/users/bank-accounts: the accounts to which a person withdraws, in their own name.
import {
  addBankAccountBody,
  bankAccountAnswer,
  bankAccountsAnswer,
  banksAnswer,
  resolveBankAccountBody,
  resolvedBankAccount,
} from "@jara/shared/rest/withdrawals";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import type { Result } from "../../platform/lib/result.ts";
import type { SignedIn } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { nameProblem } from "./account-names.ts";
import { addBankAccount, bankAccountsOf, removeBankAccount } from "./bank-accounts.ts";
import type { WithdrawalService } from "./open-withdrawals.ts";

const tags = ["Withdrawals"];

export const withdrawalsOff = () =>
  refuse("NOT_FOUND", { message: "Withdrawals are not available at the moment. Please write to our team." });
export const noSuchAccount = () => refuse("NOT_FOUND", { message: "Bank account not found" });
export const orThrow = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Refused(result.error);
  return result.value;
};

export interface BankAccountRouteDeps extends Pick<RouteDeps, "database"> {
  /** Null where withdrawals are off. */
  readonly withdrawals: WithdrawalService | null;
  /** Refuses a wrong password. */
  readonly confirmPassword: (account: SignedIn, password: string) => Promise<Result<null>>;
  readonly mailsWritten: () => void;
}

export const serveBankAccounts = (app: App, deps: BankAccountRouteDeps, caller: Caller): void => {
  const { database, withdrawals } = deps;

  app.get(
    "/api/banks",
    { schema: { tags, summary: "The banks to which money can be withdrawn, by name", response: { 200: banksAnswer } } },
    async (request) => {
      await caller.signedIn(request);
      const { banks } = withdrawals ?? withdrawalsOff();
      return { banks: [...orThrow(await banks.list())] };
    },
  );

  app.get(
    "/api/users/bank-accounts",
    { schema: { tags, summary: "Your bank accounts, oldest first", response: { 200: bankAccountsAnswer } } },
    async (request) => {
      const { id } = await caller.signedIn(request);
      return { bankAccounts: withdrawals ? await bankAccountsOf(database, id, withdrawals.isSandbox) : [] };
    },
  );

  app.post(
    "/api/users/bank-accounts/resolve",
    {
      schema: {
        tags,
        summary: "The name that the bank has for an account, and whether it is yours; nothing is saved",
        description: "At most 20 an hour for each person, together with added accounts.",
        body: resolveBankAccountBody,
        response: { 200: resolvedBankAccount },
      },
    },
    async (request) => {
      const account = await caller.bidder(request, "bank account");
      if (!account.isEmailVerified) return unverified();
      const { banks } = withdrawals ?? withdrawalsOff();
      const { bankName, accountName } = orThrow(await banks.resolve(account.id, request.body));
      const problem = nameProblem(accountName, account);
      return { bankName, accountName, isYours: problem === null, problem };
    },
  );

  app.post(
    "/api/users/bank-accounts",
    {
      schema: {
        tags,
        summary: "Add a bank account in your own name; it can be used after 24 hours",
        description:
          "The bank's name for the account must be your first and last name, or the call is refused with both names. A " +
          "mail tells you at once. An account that you have already is answered as it is.",
        body: addBankAccountBody,
        response: { 201: bankAccountAnswer },
      },
    },
    async (request, reply) => {
      const account = await caller.bidder(request, "bank account");
      if (!account.isEmailVerified) return unverified();
      const { banks, isSandbox } = withdrawals ?? withdrawalsOff();
      const { password, ...body } = request.body;
      orThrow(await deps.confirmPassword(account, password));
      const resolved = orThrow(await banks.resolve(account.id, body));
      const message = nameProblem(resolved.accountName, account);
      if (message !== null) return refuse("INVALID", { message, issues: [{ path: "accountNumber", message }] });
      const added = await addBankAccount(database, { ...body, ...resolved, userId: account.id, isSandbox });
      if (!added) {
        return refuse("FORBIDDEN", { message: "You have many bank accounts here. Please remove one first." });
      }
      if (added.isNew) deps.mailsWritten();
      return reply.code(201).send({ bankAccount: added.bankAccount });
    },
  );

  app.delete(
    "/api/users/bank-accounts/:id",
    {
      schema: {
        tags,
        summary: "Remove one of your bank accounts; a withdrawal to it that you asked for goes on",
        params: idParams,
        response: { 200: bankAccountsAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      if (!(await removeBankAccount(database, userId, request.params.id))) return noSuchAccount();
      return { bankAccounts: withdrawals ? await bankAccountsOf(database, userId, withdrawals.isSandbox) : [] };
    },
  );
};

export const unverified = () =>
  refuse("EMAIL_NOT_VERIFIED", { message: "Please verify your email address before you withdraw money." });
