// The promises that a verdict names, in the words in which it publishes them.
const words: Readonly<Record<string, string>> = {
  "gap-free": "its changes and versions grow one by one, and their times never go back",
  prices: "its price falls only if bids are voided, and each bid is high enough",
  replay: "the log of its changes gives what is stored of it: price, end, bids and sale",
  leaders: "proxy bidding gives its leader and its price",
  ceilings: "no auto-bid is above what its bidder allowed",
  open: "no bid is accepted after the end, in a pause, or while it is not open",
  "soft-close": "a late bid moves the end by what the rule says, and nothing else extends it",
  content: "what it says changes only as the rules allow",
  voids: "after a void it is what the other bidders' commands give",
  closing: "it is closed once, not before its end, and the right person wins",
  pauses: "a pause moves the end by its own length",
  purchases: "Buy It Now follows its rules",
  "sale-order": "lots of a sale close in their order",
  rules: "it keeps the percentages and payment days with which it opened",
  increments: "it keeps the increments with which it opened",
  ledger: "each balance is the sum of its entries",
  deposits: "each deposit is taken once, held, and given back or kept by the rules",
  payments: "each payment counts once",
  receipts: "each payment has one receipt, and the numbers of receipts have no gaps",
  "second-chances": "a second chance is offered to the right person at the right price",
  withdrawals: "each withdrawal takes its amount once",
  "log-agrees": "the public log says the same of it as the database",
};

export const isPromise = (name: string): boolean => Object.hasOwn(words, name);
export const promiseWords = (name: string): string => words[name] ?? name;
