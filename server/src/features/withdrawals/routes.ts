// /api/users/withdrawals: a person sends money of their own balance to their own bank account.
import * as calls from "@jara/shared/calls/withdrawals";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { toIso } from "../../auction/view/to-public.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { commandIdOf } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import {
  type BankAccountRouteDeps,
  confirmed,
  noSuchAccount,
  unverified,
  withdrawalsOff,
} from "./bank-account-routes.ts";
import { cancelWithdrawal } from "./close-withdrawal.ts";
import { findWithdrawal, withdrawalsOf } from "./lists.ts";
import { type Requested, requestWithdrawal } from "./request-withdrawal.ts";
import { type FundTerms, toWithdrawable, withdrawableOf } from "./withdrawable.ts";

export interface WithdrawalRouteDeps extends BankAccountRouteDeps, Pick<RouteDeps, "config"> {
  readonly fundTerms: () => FundTerms;
  /** Called after the commit that changed a balance. */
  readonly balanceChanged: (userId: string) => void;
  /** Called after the commit that changed a withdrawal of this person. */
  readonly withdrawalChanged: (userId: string) => void;
}

export const serveWithdrawals = (app: App, deps: WithdrawalRouteDeps, caller: Caller): void => {
  const { database, withdrawals, fundTerms } = deps;
  const withdrawalFor = async (userId: string, id: string) =>
    (await findWithdrawal(database, userId, id)) ?? refuse("NOT_FOUND", { message: "Withdrawal not found" });

  serve(app, calls.listMyWithdrawals, async ({ account: { id, isEmailVerified, passwordHash } }) => {
    const hasPassword = passwordHash !== null;
    return {
      withdrawals: await withdrawalsOf(database, id),
      withdrawable: await withdrawableOf(database, id, fundTerms()),
      obstacle: !withdrawals ? "off" : !isEmailVerified ? "unverified" : !hasPassword ? "no-password" : null,
      isSandbox: withdrawals?.isSandbox ?? false,
    } as const;
  });

  serve(app, calls.requestWithdrawal, async ({ body: { amount, bankAccountId, password }, request }) => {
    const account = await caller.bidder(request, "withdrawal");
    const commandId = commandIdOf(request);
    const { isSandbox } = withdrawals ?? withdrawalsOff();
    if (!account.isEmailVerified) return unverified();
    await confirmed(deps, account, password);
    const requested = await requestWithdrawal(database, {
      userId: account.id,
      commandId,
      amountMinor: toMinor(amount),
      bankAccountId,
      isSandbox,
      terms: fundTerms(),
      hasLimit: deps.config.hasRateLimits,
    });
    if (!("id" in requested)) return refuseRequest(requested, amount);
    if (requested.is === "made") {
      deps.balanceChanged(account.id);
      deps.withdrawalChanged(account.id);
    }
    return { withdrawal: await withdrawalFor(account.id, requested.id) };
  });

  serve(app, calls.cancelWithdrawal, async ({ account: { id: userId }, params: { id } }) => {
    const isDone = await cancelWithdrawal(database, userId, id);
    if (isDone) {
      deps.balanceChanged(userId);
      deps.withdrawalChanged(userId);
    }
    const withdrawal = await withdrawalFor(userId, id);
    if (withdrawal.status === "cancelled") return { withdrawal };
    const message = "Our team has already decided about this withdrawal, so it cannot be cancelled.";
    return refuse("SETTLEMENT_CLOSED", { message, status: withdrawal.status });
  });
};

const HOUR_MS = 60 * 60_000;

const refuseRequest = (requested: Exclude<Requested, { readonly id: string }>, amount: number): never => {
  switch (requested.is) {
    case "key-reused":
      return refuse("COMMAND_ID_REUSED");
    case "suspended":
      return refuse("FORBIDDEN", { message: "This account has been suspended." });
    case "unverified":
      return unverified();
    case "no-account":
      return noSuchAccount();
    case "account-waits": {
      const message = `This bank account is new. It can be used from ${writtenLagosTime(toIso(requested.usableAt))}.`;
      return refuse("FORBIDDEN", { message });
    }
    case "too-many": {
      const message = "You have asked for many withdrawals. Please try again in an hour.";
      return refuse("RATE_LIMITED", { message, retryAfterMs: HOUR_MS });
    }
    case "too-much": {
      const { amount: withdrawable } = toWithdrawable(requested);
      const message = `You can withdraw ${formatMoney(withdrawable, "NGN")} at most.`;
      return refuse("INSUFFICIENT_BALANCE", { message, required: amount, balance: toMajor(requested.balanceMinor) });
    }
  }
};
