// Reads the bid receipts in a folder (proof files that the site's page saved, or receipts alone), and matches them with
// the log's entries.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkReceipt, isReceipt } from "@jara/proof/bid-receipt";
import { bidderCommitment } from "@jara/proof/commitments";
import type { Leaf } from "@jara/proof/leaf";
import { matchReceipt } from "@jara/proof/match-receipt";
import type { Statement } from "@jara/proof/receipt-statement";
import type { Key } from "@jara/proof/signed-note";
import { Mistake } from "../mistake.ts";
import type { Findings } from "./findings.ts";

interface KeptReceipt {
  readonly file: string;
  readonly statement: Statement;
  readonly commitment: string | null;
}

export const readReceipts = (folder: string | null, keys: readonly Key[], findings: Findings): KeptReceipt[] => {
  if (folder === null) return [];
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    throw new Mistake(`${folder} cannot be read.`);
  }
  const receipts: KeptReceipt[] = [];
  for (const file of files.sort()) {
    const { receipt, own } = partsOf(path.join(folder, file));
    if (receipt === null) continue;
    const statement = checkReceipt(receipt, keys);
    // A false receipt is no fault of the house, because its owner may have written it.
    if (typeof statement === "string") findings.notice(`${file}: ${statement}`);
    else receipts.push({ file, statement, commitment: own && bidderCommitment(own.auction, own.user, own.salt) });
  }
  return receipts;
};

interface Own {
  readonly auction: string;
  readonly user: string;
  readonly salt: string;
}

const partsOf = (file: string): { receipt: unknown; own: Own | null } => {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as { receipt?: unknown; own?: Partial<Own> } | null;
    if (isReceipt(value)) return { receipt: value, own: null };
    const { auction, user, salt } = value?.own ?? {};
    const own = auction && user && salt ? { auction, user, salt } : null;
    return { receipt: value?.receipt ?? null, own };
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
