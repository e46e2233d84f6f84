// The banks of Nigeria and the names of their accounts, as Paystack says them. The list is cached for a day. An account's
// name is asked for a few times an hour by each person, because it says whose account a number is.
import type { Bank } from "@jara/shared/rest/withdrawals";
import { type Result, refused } from "../../platform/lib/result.ts";
import type { PaystackTransfers } from "./paystack-transfers.ts";

const KEPT_MS = 24 * 60 * 60_000;
const ASKED_AN_HOUR = 20;
const HOUR_MS = 60 * 60_000;

export interface Banks {
  list(): Promise<Result<readonly Bank[]>>;
  resolve(
    userId: string,
    account: { readonly bankCode: string; readonly accountNumber: string },
  ): Promise<Result<{ bankName: string; accountName: string }>>;
}

export interface BanksDeps {
  readonly paystack: Pick<PaystackTransfers, "banks" | "resolve">;
  /**
   * Counts an attempt. Returns 0, or the milliseconds to wait if there were more than `limit` under this key in the window.
   */
  readonly countAttempt: (key: string, limit: number, windowMs: number) => Promise<number>;
}

export const createBanks = ({ paystack, countAttempt }: BanksDeps): Banks => {
  let held: { readonly banks: readonly Bank[]; readonly at: number } | null = null;
  let asking: Promise<Bank[] | null> | null = null;

  /** An old list is better than none. Callers at the same moment share one request. */
  const list = async (): Promise<Result<readonly Bank[]>> => {
    if (!held || performance.now() - held.at > KEPT_MS) {
      asking ??= paystack.banks().finally(() => {
        asking = null;
      });
      const banks = await asking;
      if (banks && banks.length > 0) held = { banks, at: performance.now() };
    }
    return held ? { ok: true, value: held.banks } : away();
  };

  return {
    list,
    async resolve(userId, account) {
      const banks = await list();
      if (!banks.ok) return banks;
      const bank = banks.value.find(({ code }) => code === account.bankCode);
      if (!bank) return invalid("bankCode", "Please choose a bank from the list.");
      const overMs = await countAttempt(`bank names of ${userId}`, ASKED_AN_HOUR, HOUR_MS);
      if (overMs > 0) {
        const message = "You have looked up many bank accounts. Please try again in an hour.";
        return refused("RATE_LIMITED", { message, retryAfterMs: overMs });
      }
      const resolved = await paystack.resolve(account);
      if (resolved.kind === "unreachable") return away();
      if (resolved.kind === "unknown") {
        return invalid("accountNumber", `${bank.name} knows no account with this number. Please check both.`);
      }
      return { ok: true, value: { bankName: bank.name, accountName: resolved.accountName } };
    },
  };
};

const invalid = (path: string, message: string) => refused("INVALID", { message, issues: [{ path, message }] });
const away = () =>
  refused("UNAVAILABLE", { message: "The banks cannot be reached at the moment. Please try again later." });
