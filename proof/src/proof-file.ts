// Checks a proof file by itself, without any server: what it proves, what it does not, and what is wrong, in sentences.
import { type BidReceipt, checkReceipt, forReceipts, hostOfReceipt } from "./bid-receipt.ts";
import { bidderCommitment } from "./commitments.ts";
import { checkKept } from "./kept-receipts.ts";
import type { LotState } from "./lot/lot-state.ts";
import { type CheckedLot, checkLotProof } from "./lot-proof.ts";
import { matchReceipt } from "./match-receipt.ts";
import { type Statement, statementWords } from "./receipt-statement.ts";
import { type Said, sayMatch } from "./said.ts";
import { matchSeller, openSeller, type SellerPart } from "./seller-proof.ts";
import { isHash, isText, isUuid, listOf, type Shape, wrongIn } from "./shape.ts";
import { COSIGNATURE, ED25519, type Key, parseVkey, toVkey } from "./signed-note.ts";
import { countWords, moneyWords, timeWords } from "./words.ts";

export const FORMAT = "jara-proof-v1";

export interface Verdict {
  /** False if anything failed. A file that proves nothing but has no fault holds too. */
  readonly holds: boolean;
  readonly proved: readonly string[];
  /** Allowed by the rules, and worth knowing. */
  readonly notices: readonly string[];
  readonly notProved: readonly string[];
  readonly failed: readonly string[];
  /** The sentences on what is proved, and what is not, about the log, its keys and its witnesses. */
  readonly logProved: readonly string[];
  readonly logNotProved: readonly string[];
  /** The signers of the log beside the house: witnesses whose keys the reader keeps, only witnesses that the house names, or none. */
  readonly witnesses: "kept" | "listed" | "none";
  /** The lot at the end of the file's entries. */
  readonly lot: LotState | null;
  readonly statement: Statement | null;
}

export interface OwnSecret {
  readonly auction: string;
  readonly user: string;
  readonly commitment: string;
  readonly salt: string;
}

interface ProofFile {
  readonly site: string;
  readonly receipt?: BidReceipt;
  readonly own?: OwnSecret;
  readonly seller?: unknown;
  readonly lot?: unknown;
  readonly keys: readonly string[];
}

const isAnything = (): boolean => true;
const fileShape: Shape = {
  format: (value) => value === FORMAT,
  site: isText,
  keys: listOf(isText),
  receipt: isAnything,
  own: isAnything,
  seller: isAnything,
  lot: isAnything,
};
const ownShape: Shape = { auction: isUuid, user: isUuid, commitment: isHash, salt: isHash };

/** Verifier keys of witnesses. The file may contain more; those count only as the house's own statement. */
export interface WitnessKeys {
  /** Only the house says that these keys are the witnesses'. */
  readonly listed: readonly string[];
  /** The reader has these keys from the witnesses themselves. */
  readonly own: readonly string[];
}

/**
 * `text`: the file. `now`: ms since 1970. `trusted`: keys of the house that the reader has from elsewhere; without them the
 * file's own keys are used, and the verdict says that nobody has vouched for them. `kept`: receipts that the reader keeps
 * beside the file, which the log must hold too.
 */
export const verifyProofFile = (
  text: string,
  now: number,
  trusted: readonly string[] = [],
  witnesses: WitnessKeys = { listed: [], own: [] },
  kept: readonly BidReceipt[] = [],
): Verdict => {
  const said: Said = { proved: [], notices: [], notProved: [], failed: [], logProved: [], logNotProved: [] };
  const file = read(text);
  if (typeof file === "string") {
    said.failed.push(file);
    return verdict(said, null, null, "none");
  }
  const ownWitnesses = witnessesIn(witnesses.own);
  // Prefer the reader's own keys, because the file may have another key under the same name.
  const keys = [...ownWitnesses, ...witnessesIn([...witnesses.listed, ...file.keys]), ...keysOf(file, trusted, said)];
  const commitment = file.own === undefined ? null : checkOwn(file.own, said);
  const statement = file.receipt === undefined ? null : checkedReceipt(file, keys, said);
  const lot = file.lot === undefined ? null : checkedLot(file.lot, keys, said);
  if (statement && lot) sayMatch(matchReceipt(statement, lot.leaves, { commitment, now }), said);
  const seller = file.seller === undefined ? null : checkedSeller(file.seller, said);
  checkTogether(file, { statement, seller, lot }, said);
  if (lot) checkKept({ kept, keys, lot, commitment, now }, said);
  if (lot && commitment) sayOwn(lot, commitment, statement, said);
  if (lot && seller && lot.leaves.length > 0) matchSeller(seller, lot.state, said);
  if (seller && !lot) said.logNotProved.push("Whether the log names this seller: the file has no entries of the log.");
  sayLimits(statement, lot, said);
  const signers = lot && lot.leaves.length > 0 ? sayWitnesses(lot, ownWitnesses, said) : "none";
  return verdict(said, lot, statement, signers);
};

const verdict = (
  said: Said,
  lot: CheckedLot | null,
  statement: Statement | null,
  witnesses: Verdict["witnesses"],
): Verdict => ({
  ...said,
  holds: said.failed.length === 0,
  witnesses,
  lot: lot?.state ?? null,
  statement,
});

const read = (text: string): ProofFile | string => {
  try {
    const value: unknown = JSON.parse(text);
    const wrong = typeof value === "object" && value !== null ? wrongIn(value, fileShape) : "is no object";
    return wrong ? `This is no proof file, or it is damaged: it ${wrong}.` : (value as ProofFile);
  } catch {
    return "This is no proof file, or it is damaged.";
  }
};

const witnessesIn = (vkeys: readonly string[]): Key[] =>
  vkeys.map(parseVkey).filter((key) => key?.type === COSIGNATURE) as Key[];

/** The keys of the house that count, with the name under which each signs receipts. */
const keysOf = ({ keys: vkeys }: ProofFile, trusted: readonly string[], { logNotProved, failed }: Said): Key[] => {
  const all = [...new Set([...vkeys, ...trusted])].map(parseVkey).filter((key) => key !== null);
  const keys = all.filter(({ type }) => type === ED25519);
  const usable = trusted.length > 0 ? keys.filter((key) => trusted.includes(toVkey(key))) : keys;
  if (trusted.length === 0) {
    logNotProved.push(
      "That the keys in this file are the house's. Compare them with the keys that the house publishes.",
    );
  } else if (!keys.some((key) => usable.includes(key) && vkeys.includes(toVkey(key)))) {
    failed.push("This file was signed with keys that are not the house's.");
  }
  return [...usable, ...usable.flatMap(forReceipts)];
};

const checkOwn = (own: OwnSecret, { failed }: Said): string | null => {
  if (typeof own !== "object" || own === null || wrongIn(own, ownShape) !== null) {
    failed.push("Your own part of the file is damaged.");
    return null;
  }
  const commitment = bidderCommitment(own.auction, own.user, own.salt);
  if (commitment === own.commitment) return commitment;
  failed.push("The secret number in this file does not open the code that the file says is yours.");
  return null;
};

const checkedSeller = (value: unknown, { failed }: Said): SellerPart | null => {
  const seller = openSeller(value);
  if (typeof seller !== "string") return seller;
  failed.push(seller);
  return null;
};

const checkedReceipt = ({ receipt }: ProofFile, keys: readonly Key[], { proved, failed }: Said): Statement | null => {
  const statement = checkReceipt(receipt, keys);
  if (typeof statement === "string") {
    failed.push(statement);
    return null;
  }
  proved.push(`The house accepted ${statementWords(statement)}. It signed this and cannot take it back.`);
  return statement;
};

const checkedLot = (value: unknown, keys: readonly Key[], said: Said): CheckedLot | null => {
  const lot = checkLotProof(value, keys);
  if (typeof lot === "string") {
    said.failed.push(lot);
    return null;
  }
  for (const { kind, sentence } of lot.remarks) (kind === "fault" ? said.failed : said.notices).push(sentence);
  if (lot.leaves.length === 0) {
    said.notProved.push("Anything about the lot: this file holds no entry of it.");
    return lot;
  }
  const { length } = lot.leaves;
  said.logProved.push(
    `All ${countWords(length, "entry", "entries")} of the lot stand in the log that the house signed, as they are in this file. An entry is the opening, the end or one change of the lot; a change can have several bids, if maximums answered one.`,
  );
  if (lot.remarks.every(({ kind }) => kind === "notice")) said.proved.push(resultWords(lot.state));
  if (lot.hasText) said.logProved.push("The lot's text, pictures' addresses and rules are those that the log names.");
  return lot;
};

const resultWords = ({ bidCount, price, currency, status, winner, endedBy }: LotState): string => {
  const bids = countWords(bidCount, "bid counts", "bids count");
  const how =
    endedBy === "clock" ? "bidding ended at its time" : endedBy === "staff" ? "the house ended it by hand" : "it ended";
  const isOver = status === "ended" || status === "sold";
  const end = isOver ? `, and ${how} ${winner ? "with" : "without"} a winner` : "";
  return `The rules of bidding were kept, as far as others can see: ${bids}, the price is ${moneyWords(price, currency)}${end}.`;
};

/** The parts of a file must be about the same lot, person and house. */
const checkTogether = (
  { receipt, own }: ProofFile,
  {
    statement,
    seller,
    lot,
  }: { readonly statement: Statement | null; readonly seller: SellerPart | null; readonly lot: CheckedLot | null },
  { failed }: Said,
): void => {
  const auctions = [statement?.auction, own?.auction, seller?.auction, lot?.state.auction].filter(
    (id) => id !== undefined,
  );
  if (new Set(auctions).size > 1) failed.push("The parts of this file are about different lots.");
  if (own && statement && own.user !== statement.user) failed.push("The receipt is another person's than the file's.");
  const host = receipt && statement ? hostOfReceipt(receipt) : null;
  if (host !== null && lot && !lot.checkpoint.origin.startsWith(`${host}/log/`)) {
    failed.push("The receipt and the log were signed by different houses.");
  }
};

const sayOwn = ({ state, remarks }: CheckedLot, commitment: string, statement: Statement | null, said: Said): void => {
  const own = [...state.bids.values()].filter(({ bidder }) => bidder === commitment);
  const numbers = own.map(({ number, isVoid }) => `${number}${isVoid ? " (void)" : ""}`).join(", ");
  if (own.length > 0) said.proved.push(`Your ${own.length === 1 ? "bid" : "bids"} on the lot: number ${numbers}.`);
  if (state.winner === commitment) said.proved.push("You won the lot.");
  const isOver = state.status === "ended" || state.status === "sold";
  const isPassedOver = isOver && state.winner !== null && state.winner !== commitment && !state.purchase?.isPaid;
  if (statement?.type !== "max-bid" || !isPassedOver || state.price >= statement.amount || remarks.length > 0) return;
  const amount = moneyWords(statement.amount, statement.currency);
  said.notices.push(
    `Somebody else won for ${moneyWords(state.price, state.currency)}, below your maximum of ${amount}. If you did not cancel or lower it afterwards, the house did not follow its rules.`,
  );
};

const sayLimits = (statement: Statement | null, lot: CheckedLot | null, { notProved, logNotProved }: Said): void => {
  if (statement && !lot)
    logNotProved.push("Whether the log holds this: the file has a receipt, and no entries of the log.");
  if (!lot || lot.leaves.length === 0) return;
  notProved.push("Whether the bidders are real people who meant to buy.");
  notProved.push(`Changes of the lot after the last one here, of ${timeWords(lot.state.atMs)}.`);
};

/** A witness that only the house names may be the house itself. */
const sayWitnesses = (
  { cosignatures, checkpoint }: CheckedLot,
  ownWitnesses: readonly Key[],
  { logProved, logNotProved }: Said,
): Verdict["witnesses"] => {
  const own = cosignatures.filter(({ witness }) => ownWitnesses.includes(witness));
  const listed = cosignatures.filter(({ witness }) => !ownWitnesses.includes(witness));
  const namesOf = (all: typeof own): string =>
    all.map(({ witness, time }) => `${witness.name} (${timeWords(time * 1000)})`).join(", ");
  const signed = (all: typeof own): string => `${countWords(all.length, "witness", "witnesses")} signed`;
  const second = "Whether the house runs a second log for others";
  if (own.length > 0) {
    const size = countWords(checkpoint.size, "entry", "entries");
    logProved.push(`${signed(own)} this log of ${size}, by keys that you keep: ${namesOf(own)}.`);
    logNotProved.push(`${second}, unless the witnesses whose keys you keep are independent of it.`);
  } else if (listed.length === 0) logNotProved.push(`${second}: no witness has signed this one.`);
  if (listed.length > 0) {
    const what = own.length > 0 ? "Who else signed this log" : second;
    logNotProved.push(
      `${what}: ${signed(listed)} it by keys that you have from the house alone, and which could be the house's own: ${namesOf(listed)}.`,
    );
  }
  for (const key of ownWitnesses) {
    if (own.some(({ witness }) => witness === key)) continue;
    logNotProved.push(
      `That ${key.name}, whose key you keep, has seen this log: it has not signed it as it stands in this file.`,
    );
  }
  return own.length > 0 ? "kept" : listed.length > 0 ? "listed" : "none";
};
