// The cause of a ledger entry in words. An unknown cause is shown as it is.
const words: Record<string, string> = {
  "top-up": "Online top-up",
  "admin set": "Set by an administrator",
  "admin add": "Added by an administrator",
  "admin subtract": "Subtracted by an administrator",
  "buy-it-now-forfeit": "Forfeit: Buy It Now not paid",
  "win-forfeit": "Forfeit: win not paid",
  withdrawal: "Withdrawal to a bank account",
  "withdrawal-return": "Withdrawal returned",
  demo: "Demo money",
};

export const causeWords = (cause: string): string => words[cause] ?? cause;
