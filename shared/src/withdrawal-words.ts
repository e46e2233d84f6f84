// Says how long a withdrawal takes, in the same words on every screen and in every mail.

/** For a withdrawal that is not approved yet. */
export const WITHDRAWAL_TIME =
  "Our team checks it, usually within one working day. Then it is sent to your bank at once, and most transfers arrive within minutes.";
export const WITHDRAWAL_COST = "No fee.";

/** The sandbox's own bank. No money moves there. */
const SANDBOX_BANK = "001";
/** A new bank account can be used after this time. An account of the sandbox's bank does not wait, so that a developer can go on. */
export const waitHoursOf = (isSandbox: boolean, bankCode: string): number =>
  isSandbox && bankCode === SANDBOX_BANK ? 0 : 24;
