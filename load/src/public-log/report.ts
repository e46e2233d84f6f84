// Writes what one run of the verifier found as a text for people.
import type { Cosignature } from "@jara/proof/checkpoint";
import type { LotState } from "@jara/proof/lot/lot-state";
import type { Key } from "@jara/proof/signed-note";
import { countWords, moneyWords, timeWords } from "@jara/proof/words";
import type { Finding } from "./findings.ts";
import type { FollowedLog } from "./follow-log.ts";
import type { Run } from "./verify-site.ts";

const MOST_SHOWN = 200;

export const reportOf = (run: Run, onlyLot: string | null): string => {
  const mine = run.findings.all.filter(({ auction }) => onlyLot === null || auction === null || auction === onlyLot);
  const faults = mine.filter(({ kind }) => kind === "fault");
  const notices = mine.filter(({ kind }) => kind === "notice");
  return [
    ...run.logs.flatMap((log) => [logWords(log), ...witnessWords(log, run)]),
    ...(onlyLot === null ? [] : [lotWords(onlyLot, run.lot)]),
    receiptWords(run),
    ...sentencesOf("What sellers' proofs show", run.sellers.said),
    comparedWords(run),
    ...verdictWords(run),
    ...sentencesOf("Sellers' proofs that do not hold", run.sellers.failed),
    ...listOf("Wrong", faults),
    ...listOf("Allowed by the rules, and worth knowing", notices),
    "",
    outcomeWords(run),
    ...limits(run),
  ]
    .filter((line) => line !== null)
    .join("\n");
};

const logWords = ({ origin, size, newEntries, lots, cosignatures, witnessedSize }: FollowedLog): string => {
  const entries = countWords(size, "entry", "entries");
  const what =
    witnessedSize === size ? "its newest checkpoint" : `its first ${countWords(witnessedSize, "entry", "entries")}`;
  const signed =
    cosignatures.length === 0
      ? "No witness has signed it."
      : `${countWords(cosignatures.length, "witness", "witnesses")} signed ${what}.`;
  const added = newEntries < size ? ` ${countWords(newEntries, "entry", "entries")} more than last time.` : "";
  return `${origin}: ${entries} about ${countWords(lots.size, "lot")}.${added} ${signed}`;
};

/** Says which witnesses signed, and from whom the reader has their keys. */
const witnessWords = ({ cosignatures, earlier }: FollowedLog, { ownWitnesses }: Run): string[] => {
  const at = ({ witness, time }: Cosignature): string => `${witness.name} on ${timeWords(time * 1000)}`;
  const all = [
    ...cosignatures.map((one) => ({ ...one, words: at(one) })),
    ...earlier.map((one) => ({ ...one, words: `${at(one)}, its first ${countWords(one.size, "entry", "entries")}` })),
  ];
  const own = all.filter(({ witness }) => ownWitnesses.includes(witness));
  const listed = all.filter(({ witness }) => !ownWitnesses.includes(witness));
  const missing = ownWitnesses.filter((key) => own.every(({ witness }) => witness !== key));
  const joined = (some: typeof all): string => some.map(({ words }) => words).join("; ");
  return [
    ...(own.length > 0 ? [`  With a key that you gave: ${joined(own)}.`] : []),
    ...(missing.length > 0
      ? [`  Has not signed: ${missing.map(({ name }) => name).join(", ")}, whose key you gave.`]
      : []),
    ...(listed.length > 0
      ? [`  With a key that only the house lists: ${joined(listed)}. Ask the witness for its key (--witness).`]
      : []),
  ];
};

const lotWords = (auction: string, lot: LotState | null): string => {
  if (!lot) return `Lot ${auction} is not in the log.`;
  const price = moneyWords(lot.price, lot.currency);
  return `Lot ${auction}: version ${lot.version}, ${lot.status}, ${price}, ${countWords(lot.bidCount, "bid that counts", "bids that count")}.`;
};

const receiptWords = ({ receipts: { read, matched } }: Run): string | null =>
  read === 0 ? null : `${countWords(read, "bid receipt")} read; the log holds ${matched}.`;

const comparedWords = ({ compared: { same, skipped } }: Run): string | null => {
  if (same + skipped === 0) return null;
  const later = skipped > 0 ? ` ${countWords(skipped, "lot")} had changed meanwhile or could not be read.` : "";
  return `${countWords(same, "lot")} compared with what the site shows: the same.${later}`;
};

const outcomeWords = ({ findings, sellers }: Run): string => {
  if (findings.hasFault) return "This log does not hold.";
  return sellers.failed.length > 0
    ? "The log holds, and not every seller's proof does."
    : "Everything that can be checked holds.";
};

const VERDICTS_SHOWN = 7;
const resultWords = {
  good: "everything held",
  bad: "SOMETHING DID NOT HOLD",
  unfinished: "not everything was checked",
};

/** Repeats what the house says about itself. */
const verdictWords = ({ verdicts }: Run): string[] => {
  if (!verdicts || verdicts.newest.length === 0) return [];
  const shown = verdicts.newest.slice(0, VERDICTS_SHOWN);
  return [
    "",
    "What the house says about itself, night by night (a house that checks itself proves nothing to others):",
    ...shown.flatMap(({ date, number, result, findings, unfinished }) => [
      `  ${date}: ${resultWords[result]} (verdict ${number})`,
      ...[...findings, ...unfinished].map((sentence) => `    - ${sentence}`),
    ]),
  ];
};

const listOf = (title: string, findings: readonly Finding[]): string[] =>
  sentencesOf(
    title,
    findings.map(({ auction, sentence }) => `${auction === null ? "" : `${auction}: `}${sentence}`),
  );

const sentencesOf = (title: string, sentences: readonly string[]): string[] => {
  if (sentences.length === 0) return [];
  const lines = sentences.slice(0, MOST_SHOWN).map((sentence) => `  - ${sentence}`);
  const more = sentences.length - MOST_SHOWN;
  return ["", `${title} (${sentences.length}):`, ...lines, ...(more > 0 ? [`  … and ${more} more`] : [])];
};

const limits = ({ logs, findings, ownWitnesses }: Run): string[] => {
  if (findings.hasFault) return [];
  const isSigned = (counts: (key: Key) => boolean): boolean =>
    logs.length > 0 && logs.every(({ cosignatures }) => cosignatures.some(({ witness }) => counts(witness)));
  const second = isSigned((key) => ownWitnesses.includes(key))
    ? "whether the house runs a second log for others, unless those witnesses are independent of it"
    : isSigned(() => true)
      ? "whether the house runs a second log for others, because you have the witnesses' keys from the house alone"
      : "whether the house runs a second log for others, because no witness has signed";
  return [`Not proved: whether bidders are real people; ${second}.`];
};
