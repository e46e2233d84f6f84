// The bank account of a site in development, as long as nobody has set one. No payment can reach it.
import type { SiteBankAccount } from "./site-settings.ts";

export const demoAccount: SiteBankAccount = {
  bank: "Demo Bank",
  number: "0000000000",
  name: "Demo account, do not pay",
};

/** True if transfers can reach the house. */
export const isRealAccount = (account: SiteBankAccount | null): account is SiteBankAccount =>
  account !== null && !(account.bank === demoAccount.bank && account.number === demoAccount.number);
