// Compares a bid receipt's statement with the lot's entries in the log. If a house signed a receipt and then left the
// bid out or changed it, this finds it, because the house cannot take the receipt back.
import type { Fact } from "./facts.ts";
import type { Leaf } from "./leaf.ts";
import { type Statement, statementWords } from "./receipt-statement.ts";
import { durationWords, moneyWords, timeWords } from "./words.ts";

export interface Match {
  readonly kind: "matched" | "waiting" | "fault";
  readonly sentence: string;
}

export interface MatchWith {
  /** The holder's commitment on this lot, if it is known. */
  readonly commitment: string | null;
  /** Ms since 1970. */
  readonly now: number;
}

/** The log may be this far behind the bids. */
const BEHIND_MS = 60_000;

const fault = (sentence: string): Match => ({ kind: "fault", sentence });

/** `leaves`: all of the lot's entries, in the order of the log. */
export const matchReceipt = (statement: Statement, leaves: readonly Leaf[], options: MatchWith): Match => {
  const words = statementWords(statement);
  const [first, last] = [leaves[0], leaves.at(-1)];
  if (!first || !last || last.version < statement.version) {
    const age = options.now - Date.parse(statement.at);
    if (age < BEHIND_MS)
      return { kind: "waiting", sentence: `The log does not hold ${words}, yet. Look again in a minute.` };
    return fault(`This receipt's ${nounOf(statement)} is missing from the log: the house signed ${words}.`);
  }
  if (statement.version < first.version) {
    return { kind: "waiting", sentence: `The log began after ${words}, so it cannot show it.` };
  }
  const leaf = leaves.find(({ version }) => version === statement.version);
  if (!leaf) return fault(`This receipt's ${nounOf(statement)} is missing from the log: the house signed ${words}.`);
  const wrong = contentFault(statement, leaves) ?? wrongWith(statement, leaf, options);
  return wrong ? fault(wrong) : { kind: "matched", sentence: `The log holds ${found(statement, words)}.` };
};

const nounOf = ({ type }: Statement): string => {
  if (type === "bid") return "bid";
  if (type === "buy-it-now") return "purchase";
  return type === "withdrawal" ? "withdrawal" : "maximum";
};

const found = (statement: Statement, words: string): string =>
  statement.type.startsWith("max-bid")
    ? `the version ${statement.version} of the lot that the receipt names. The maximum itself is secret and not in it`
    : words;

/** The lot's text as it stood when the command was accepted. */
const contentFault = ({ version, contentVersion, lotHash }: Statement, leaves: readonly Leaf[]): string | null => {
  const facts = leaves.filter((leaf) => leaf.version <= version).flatMap((leaf) => leaf.facts);
  const content = facts.findLast((fact) => fact.type === "opened" || fact.type === "changed");
  if (!content) return null;
  if (content.contentVersion === contentVersion && content.lotHash === lotHash) return null;
  return "By the receipt, what the lot said at that moment was something else than the log says now.";
};

const wrongWith = (statement: Statement, leaf: Leaf, { commitment }: MatchWith): string | null =>
  wrongFact(statement, leaf, commitment) ?? wrongTime(statement, leaf);

const wrongTime = (statement: Statement, leaf: Leaf): string | null => {
  const isSecret = statement.type.startsWith("max-bid");
  const shift = leaf.atMs - Date.parse(statement.at);
  // A maximum that places no bid makes no entry, so the newest entry at that time is older.
  if (isSecret ? shift <= 0 : shift === 0) return null;
  const by = `${durationWords(Math.abs(shift))} ${shift > 0 ? "later" : "earlier"}`;
  return `The receipt says ${timeWords(Date.parse(statement.at))}; the log says that it was ${by}.`;
};

const wrongFact = (statement: Statement, leaf: Leaf, commitment: string | null): string | null => {
  switch (statement.type) {
    case "bid":
      return wrongBid(statement, leaf, commitment);
    case "withdrawal":
      return hasFact(
        leaf,
        (fact) => fact.type === "voided" && fact.reason === "withdrawn" && isOwn(fact.bidder, commitment),
      )
        ? null
        : "The log does not show that your bids were withdrawn.";
    case "buy-it-now":
      return hasFact(
        leaf,
        (fact) => fact.type === "purchase" && fact.step === "started" && isPrice(fact.price, statement),
      )
        ? null
        : "The log does not show your purchase.";
    default:
      return null;
  }
};

const isOwn = (bidder: string, commitment: string | null): boolean => commitment === null || bidder === commitment;
const isPrice = (price: number | null, { amount }: { readonly amount: number }): boolean =>
  price === null || price === amount;
const hasFact = ({ facts }: Leaf, is: (fact: Fact) => boolean): boolean => facts.some(is);

const wrongBid = (
  { bid, amount, currency }: Extract<Statement, { type: "bid" }>,
  { facts }: Leaf,
  commitment: string | null,
): string | null => {
  const logged = facts.find((fact) => fact.type === "bid" && fact.number === bid);
  if (logged?.type !== "bid")
    return `This receipt's bid is missing from the log: bid ${bid} is not where it should be.`;
  if (!isOwn(logged.bidder, commitment)) {
    return `This receipt's bid is missing from the log: bid ${bid} is somebody else's there.`;
  }
  if (logged.amount !== amount) {
    const [yours, theirs] = [moneyWords(amount, currency), moneyWords(logged.amount, currency)];
    return `The receipt says that bid ${bid} was ${yours}; the log says ${theirs}.`;
  }
  return logged.kind === "manual"
    ? null
    : `The receipt says that you made bid ${bid} by hand; the log says that it was automatic.`;
};
