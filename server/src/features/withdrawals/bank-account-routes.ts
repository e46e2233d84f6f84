// /api/banks and /api/users/bank-accounts: the accounts to which a person withdraws, in their own name.
import * as calls from "@jara/shared/calls/withdrawals";
import type { App } from "../../platform/http/app.ts";
import { orRefuse, refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Result } from "../../platform/lib/result.ts";
import type { SignedIn } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { nameProblem } from "./account-names.ts";
import { addBankAccount, bankAccountsOf, removeBankAccount } from "./bank-accounts.ts";
import type { WithdrawalService } from "./open-withdrawals.ts";

export const withdrawalsOff = () =>
  refuse("NOT_FOUND", { message: "Withdrawals are not available at the moment. Please write to our team." });
export const noSuchAccount = () => refuse("NOT_FOUND", { message: "Bank account not found" });
export interface BankAccountRouteDeps extends Pick<RouteDeps, "database"> {
  /** Null where withdrawals are off. */
  readonly withdrawals: WithdrawalService | null;
  /** Refuses a wrong password. */
  readonly confirmPassword: (account: SignedIn, password: string) => Promise<Result<null>>;
}

/** Refuses a wrong password, and an account that has none. Without a password the guard has asked for a fresh proof. */
export const confirmed = async (
  deps: Pick<BankAccountRouteDeps, "confirmPassword">,
  account: SignedIn,
  password: string | undefined,
): Promise<void> => {
  if (password === undefined && account.passwordHash !== null) return;
  orRefuse(await deps.confirmPassword(account, password ?? ""));
};

export const serveBankAccounts = (app: App, deps: BankAccountRouteDeps, caller: Caller): void => {
  const { database, withdrawals } = deps;

  serve(app, calls.listBanks, async () => {
    const { banks } = withdrawals ?? withdrawalsOff();
    return { banks: [...orRefuse(await banks.list())] };
  });

  serve(app, calls.listBankAccounts, async ({ account: { id } }) => ({
    bankAccounts: withdrawals ? await bankAccountsOf(database, id, withdrawals.isSandbox) : [],
  }));

  serve(app, calls.resolveBankAccount, async ({ body, request }) => {
    const account = await caller.bidder(request, "bank account");
    if (!account.isEmailVerified) return unverified();
    const { banks } = withdrawals ?? withdrawalsOff();
    const { bankName, accountName } = orRefuse(await banks.resolve(account.id, body));
    const problem = nameProblem(accountName, account);
    return { bankName, accountName, isYours: problem === null, problem };
  });

  serve(app, calls.addBankAccount, async ({ body: { password, ...body }, request }) => {
    const account = await caller.bidder(request, "bank account");
    if (!account.isEmailVerified) return unverified();
    const { banks, isSandbox } = withdrawals ?? withdrawalsOff();
    await confirmed(deps, account, password);
    const resolved = orRefuse(await banks.resolve(account.id, body));
    const message = nameProblem(resolved.accountName, account);
    if (message !== null) return refuseField("accountNumber", message);
    const added = await addBankAccount(database, { ...body, ...resolved, userId: account.id, isSandbox });
    if (!added) {
      return refuse("FORBIDDEN", { message: "You have many bank accounts here. Please remove one first." });
    }
    return { bankAccount: added.bankAccount };
  });

  serve(app, calls.removeBankAccount, async ({ account: { id: userId }, params }) => {
    if (!(await removeBankAccount(database, userId, params.id))) return noSuchAccount();
    return { bankAccounts: withdrawals ? await bankAccountsOf(database, userId, withdrawals.isSandbox) : [] };
  });
};

export const unverified = () =>
  refuse("EMAIL_NOT_VERIFIED", { message: "Please verify your email address before you withdraw money." });
