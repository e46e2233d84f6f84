// Previews the result of a balance edit, shown before it is confirmed. The server decides.
import { toMajor, toMinor } from "@jara/shared/money";
import type { BalanceAction } from "@jara/shared/rest/users";

export const actionLabels: Record<BalanceAction, string> = { set: "Set to", add: "Add", subtract: "Subtract" };

/** Converts to kobo. A balance, unlike an amount, may be below zero. */
const koboOf = (balance: number): number => (balance < 0 ? -toMinor(-balance) : toMinor(balance));

/** Calculates in kobo, so that 0.1 and 0.2 make 0.3. */
export const balanceAfter = (balance: number, action: BalanceAction, amount: number): number => {
  const before = koboOf(balance);
  const given = toMinor(amount);
  return toMajor(action === "set" ? given : action === "add" ? before + given : before - given);
};

/** A subtraction below zero does not lower anything, because the server refuses it. */
export const lowers = (before: number, action: BalanceAction, after: number): boolean =>
  after < before && !(action === "subtract" && after < 0);

/** Negative when money is taken away. */
export const difference = (before: number, after: number): number => toMajor(koboOf(after) - koboOf(before));
