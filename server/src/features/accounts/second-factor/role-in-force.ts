// The role that an account may use. Where staff need a second factor, somebody of them without it has a user's rights
// until it is set up.
import type { Account } from "../account.ts";
import { hasSecondFactor } from "./factors.ts";

/** `admins`: administrators and all other staff need a second factor. */
export type SecondFactorRule = "admins" | "none";

export const mustSetUpFactor = (rule: SecondFactorRule, account: Pick<Account, "role" | "hasTotp">): boolean =>
  rule === "admins" && account.role !== "user" && !hasSecondFactor(account);

export const roleInForce = (rule: SecondFactorRule, account: Pick<Account, "role" | "hasTotp">): Account["role"] =>
  mustSetUpFactor(rule, account) ? "user" : account.role;
