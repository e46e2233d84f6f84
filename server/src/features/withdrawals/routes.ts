// /api/users/withdrawals: a person sends money of their own balance to their own bank account.
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { withdrawalAnswer, withdrawalsAnswer, withdrawBody } from "@jara/shared/rest/withdrawals";
import * as z from "zod/mini";
import { toIso } from "../../auction/view/to-public.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams } from "../../platform/http/requests.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import {
  type BankAccountRouteDeps,
  noSuchAccount,
  orThrow,
  unverified,
  withdrawalsOff,
} from "./bank-account-routes.ts";
import { cancelWithdrawal } from "./close-withdrawal.ts";
import { findWithdrawal, withdrawalsOf } from "./lists.ts";
import { type Requested, requestWithdrawal } from "./request-withdrawal.ts";
import { type FundTerms, toWithdrawable, withdrawableOf } from "./withdrawable.ts";

const tags = ["Withdrawals"];

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

  app.get(
    "/api/users/withdrawals",
    {
      schema: {
        tags,
        summary: "Your newest withdrawals, and what you can withdraw",
        description:
          "`withdrawable.amount` is the balance without what is bound on open auctions and without what you still owe; " +
          "dollars at the current rate.",
        response: { 200: withdrawalsAnswer },
      },
    },
    async (request) => {
      const { id, isEmailVerified, passwordHash } = await caller.signedIn(request);
      const hasPassword = passwordHash !== null;
      return {
        withdrawals: await withdrawalsOf(database, id),
        withdrawable: await withdrawableOf(database, id, fundTerms()),
        obstacle: !withdrawals ? "off" : !isEmailVerified ? "unverified" : !hasPassword ? "no-password" : null,
        isSandbox: withdrawals?.isSandbox ?? false,
      } as const;
    },
  );

  app.post(
    "/api/users/withdrawals",
    {
      schema: {
        tags,
        summary: "Ask for a withdrawal; the amount leaves your balance at once, and staff approve it",
        description:
          "The same Idempotency-Key again gives the same withdrawal. The password is asked again. An account that signs " +
          "in with Google and has no password cannot withdraw.",
        body: withdrawBody,
        response: { 201: withdrawalAnswer },
      },
    },
    async (request, reply) => {
      const account = await caller.bidder(request, "withdrawal");
      const commandId = commandIdOf(request);
      const { isSandbox } = withdrawals ?? withdrawalsOff();
      if (!account.isEmailVerified) return unverified();
      const { amount, bankAccountId, password } = request.body;
      orThrow(await deps.confirmPassword(account, password));
      const requested = await requestWithdrawal(database, {
        ...{ userId: account.id, commandId, amountMinor: toMinor(amount), bankAccountId, isSandbox },
        ...{ terms: fundTerms(), hasLimit: deps.config.hasRateLimits },
      });
      if (!("id" in requested)) return refuseRequest(requested, amount);
      if (requested.is === "made") {
        deps.balanceChanged(account.id);
        deps.withdrawalChanged(account.id);
        deps.mailsWritten();
      }
      return reply.code(201).send({ withdrawal: await withdrawalFor(account.id, requested.id) });
    },
  );

  app.post(
    "/api/users/withdrawals/:id/cancel",
    {
      schema: {
        tags,
        summary: "Cancel a withdrawal that waits for approval; the money is back at once",
        description: "One that is cancelled already is answered as it is. Any other is refused (SETTLEMENT_CLOSED).",
        params: idParams,
        body: z.nullish(z.strictObject({})),
        response: { 200: withdrawalAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      const { id } = request.params;
      const isDone = await cancelWithdrawal(database, userId, id);
      if (isDone) {
        deps.balanceChanged(userId);
        deps.withdrawalChanged(userId);
      }
      const withdrawal = await withdrawalFor(userId, id);
      if (withdrawal.status === "cancelled") return { withdrawal };
      const message = "Our team has already decided about this withdrawal, so it cannot be cancelled.";
      return refuse("SETTLEMENT_CLOSED", { message, status: withdrawal.status });
    },
  );
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
