// Reads the bid receipts and the sellers' proofs in a folder (proof files that the site's page saved, or receipts alone),
// and matches them with the log.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkReceipt, isReceipt } from "@jara/proof/bid-receipt";
import { bidderCommitment } from "@jara/proof/commitments";
import type { Leaf } from "@jara/proof/leaf";
import type { LotState } from "@jara/proof/lot/lot-state";
import { matchReceipt } from "@jara/proof/match-receipt";
import type { Statement } from "@jara/proof/receipt-statement";
import { matchSeller, openSeller, type SellerPart } from "@jara/proof/seller-proof";
import type { Key } from "@jara/proof/signed-note";
import { Mistake } from "../mistake.ts";
import type { Findings } from "./findings.ts";

interface KeptReceipt {
  readonly file: string;
  readonly statement: Statement;
  readonly commitment: string | null;
}

interface KeptSeller {
  readonly file: string;
  /** A sentence if it proves nothing. */
  readonly seller: SellerPart | string;
}

export interface Kept {
  readonly receipts: readonly KeptReceipt[];
  readonly sellers: readonly KeptSeller[];
}

export const readKept = (folder: string | null, keys: readonly Key[], findings: Findings): Kept => {
  const [receipts, sellers]: [KeptReceipt[], KeptSeller[]] = [[], []];
  if (folder === null) return { receipts, sellers };
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    throw new Mistake(`${folder} cannot be read.`);
  }
  for (const file of files.sort()) {
    const { receipt, own, seller } = partsOf(path.join(folder, file));
    if (seller !== undefined) sellers.push({ file, seller: openSeller(seller) });
    if (receipt === null) continue;
    const statement = checkReceipt(receipt, keys);
    // A false receipt is no fault of the house, because its owner may have written it.
    if (typeof statement === "string") findings.notice(`${file}: ${statement}`);
    else receipts.push({ file, statement, commitment: own && bidderCommitment(own.auction, own.user, own.salt) });
  }
  return { receipts, sellers };
};

interface Own {
  readonly auction: string;
  readonly user: string;
  readonly salt: string;
}

interface Parts {
  readonly receipt: unknown;
  readonly own: Own | null;
  /** Undefined: the file has none. */
  readonly seller?: unknown;
}

const partsOf = (file: string): Parts => {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as
      | (Omit<Partial<Parts>, "own"> & { own?: Partial<Own> })
      | null;
    if (isReceipt(value)) return { receipt: value, own: null };
    const { auction, user, salt } = value?.own ?? {};
    const own = auction && user && salt ? { auction, user, salt } : null;
    return { receipt: value?.receipt ?? null, own, seller: value?.seller };
  } catch {
    throw new Mistake(`${file} is no JSON file.`);
  }
};

/** Returns how many receipts the log holds. `entries`: those of each lot, of the newest log that has it. */
export const matchReceipts = (
  receipts: readonly KeptReceipt[],
  entries: ReadonlyMap<string, readonly Leaf[]>,
  now: number,
  findings: Findings,
): number => {
  let matched = 0;
  for (const { file, statement, commitment } of receipts) {
    const { kind, sentence } = matchReceipt(statement, entries.get(statement.auction) ?? [], { commitment, now });
    if (kind === "matched") matched += 1;
    else if (kind === "fault") findings.fault(`${file}: ${sentence}`, statement.auction);
    else findings.notice(`${file}: ${sentence}`, statement.auction);
  }
  return matched;
};

export interface SellersProofs {
  /** What they prove, and what a reader should know, with the file of each. */
  readonly said: readonly string[];
  /** No fault of the house, because anybody may have written the file. */
  readonly failed: readonly string[];
}

/** A log that was begun anew has other commitments, and proofs from before it stay true. */
export const matchSellers = (
  sellers: readonly KeptSeller[],
  logs: readonly { readonly lots: ReadonlyMap<string, { readonly lot: LotState }> }[],
): SellersProofs => {
  const [said, failed]: [string[], string[]] = [[], []];
  for (const { file, seller } of sellers) {
    const of = { proved: [] as string[], notices: [] as string[], failed: [] as string[] };
    if (typeof seller === "string") of.failed.push(seller);
    else {
      const known = logs.flatMap(({ lots }) => lots.get(seller.auction)?.lot ?? []);
      const lot = known.findLast((one) => one.seller === seller.commitment) ?? known.at(-1);
      if (lot) matchSeller(seller, lot, of);
      else of.failed.push(`Lot ${seller.auction} is not in the log.`);
    }
    said.push(...[...of.proved, ...of.notices].map((sentence) => `${file}: ${sentence}`));
    failed.push(...of.failed.map((sentence) => `${file}: ${sentence}`));
  }
  return { said, failed };
};
