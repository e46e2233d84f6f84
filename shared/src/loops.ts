// The loops of background jobs that must get past each row, and what a row of each is. A row that fails again and again is
// put aside (server/src/platform/jobs/guard-rows.ts), and staff see it under these words.

export const loopWords = {
  "lot-times": "The start or end of a lot",
  "lot-commands": "A command on a lot, whose author got an error",
  "public-log": "Entries of a lot in the public log",
  mails: "A mail",
  "push-messages": "A push message",
  "daily-mails": "A person's daily mail",
  "staff-alerts": "An alert to staff",
  reminders: "Reminders before the end of a lot",
  "watched-lots": "News of a watched lot",
  "seller-notices": "Notices to the seller of a lot",
  "missed-outbids": "Notices to the bidders of a lot",
  "saved-searches": "A saved search",
  "new-lots": "The owner of a saved search is told of new lots",
  receipts: "A receipt without a number",
  "lifted-suspensions": "A suspension whose time is over",
  "suspension-voids": "Bids of a suspended person",
  deletions: "The deletion of an account",
  "scrubbed-logs": "The name of a deleted account in logs",
  withdrawals: "A withdrawal",
  proceeds: "The proceeds of a sale",
  "online-payments": "An online payment",
  approvals: "An approved change",
  "sale-actions": "An action on a lot of a sale",
  "import-rows": "A row of an import",
  "import-files": "The ZIP of an import",
  uploads: "An unused upload",
  usernames: "The check of a username",
  "search-texts": "The text of a closed lot in the search",
  housekeeping: "A step of the regular maintenance",
} as const;
export type Loop = keyof typeof loopWords;
export const loops = Object.keys(loopWords) as Loop[];
