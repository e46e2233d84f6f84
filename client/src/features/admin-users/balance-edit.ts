// What an edit would make of a balance. The server decides; this is what stands on the screen before it is confirmed.
import { isWireAmount, toMajor, toMinor } from "@jara/shared/money";
import type { BalanceAction } from "@jara/shared/rest/users";

export const INVALID_AMOUNT = "Please enter a valid amount";
export const actionLabels: Record<BalanceAction, string> = { set: "Set to", add: "Add", subtract: "Subtract" };

/** At least 0, with at most two decimals; null for anything else. */
export const parseAmount = (typed: string): number | null => {
  const amount = typed.trim() === "" ? Number.NaN : Number(typed);
  return isWireAmount(amount) ? amount : null;
};

/** A balance, unlike an amount, may be below zero. */
const koboOf = (balance: number): number => (balance < 0 ? -toMinor(-balance) : toMinor(balance));

/** In kobo and back, so that 0.1 and 0.2 make 0.3. */
export const balanceAfter = (balance: number, action: BalanceAction, amount: number): number => {
  const before = koboOf(balance);
  const given = toMinor(amount);
  return toMajor(action === "set" ? given : action === "add" ? before + given : before - given);
};

/** Below zero where money is taken. */
export const difference = (before: number, after: number): number => toMajor(koboOf(after) - koboOf(before));
