// The text of a verdict, which is signed and published. It is made of public facts alone: never a maximum, a name, the
// id of a person or an internal revision.
import { toIso } from "../../../auction/view/to-public.ts";
import { verdictName } from "../signers.ts";
import type { CheckAnswer } from "./check-answer.ts";
import { promiseWords } from "./promises.ts";

export const failures = {
  ended: "The program that checks ended before it was done, several times.",
  failed: "The program that checks could not read everything that it needs, several times.",
  slow: "The check took too long, several times.",
} as const;
export type Failure = keyof typeof failures;

const PARTIAL =
  "Some lots could not be compared with the database, because they changed all the time, or are too large. Their entries in the log were checked.";

export interface VerdictGiven {
  /** The name of the log in whose chain it is. */
  readonly origin: string;
  readonly number: number;
  readonly date: string;
  /** The hash of the verdict before, in hexadecimal; null for the first one. */
  readonly previous: string | null;
  /** Epoch ms. */
  readonly madeAt: number;
  readonly checked: CheckAnswer | Failure;
  /** Days before this one that get no verdict. */
  readonly skipped: { readonly from: string; readonly to: string } | null;
  readonly site: string;
}

export type Result = "good" | "bad" | "unfinished";

const FINDINGS_MAX = 100;

export const verdictText = (given: VerdictGiven): { text: string; result: Result } => {
  const { origin, number, date, previous, madeAt, checked, skipped, site } = given;
  const answer = typeof checked === "string" ? null : checked;
  const findings = answer ? findingsOf(answer) : [];
  const unfinished = typeof checked === "string" ? [failures[checked]] : checked.isPartial ? [PARTIAL] : [];
  if (skipped) unfinished.push(`There is no verdict on the days from ${skipped.from} to ${skipped.to}.`);
  const isUnfinished = answer === null || answer.isPartial;
  const result: Result = findings.length > 0 ? "bad" : isUnfinished ? "unfinished" : "good";
  const more = findings.length - FINDINGS_MAX;
  const lines = [
    verdictName(origin),
    `number: ${number}`,
    `date: ${date}`,
    `previous: ${previous ?? "none"}`,
    `made: ${toIso(madeAt)}`,
    `result: ${result}`,
    ...(answer?.logs ?? []).map(
      (log) => `log: ${log.origin} ${log.from.size} ${log.from.root} ${log.to.size} ${log.to.root}`,
    ),
    `entries: ${answer?.entries ?? 0}`,
    `lots: ${answer?.lots ?? 0}`,
    `bids: ${answer?.bids ?? 0}`,
    `judged: ${answer?.judged.join(", ") || "nothing"}`,
    ...findings.slice(0, FINDINGS_MAX).map((sentence) => `finding: ${sentence}`),
    ...(more > 0 ? [`finding: There are ${more} more.`] : []),
    ...unfinished.map((sentence) => `unfinished: ${sentence}`),
    ...notesOf(result, answer, site).map((sentence) => `note: ${sentence}`),
  ];
  return { text: `${lines.join("\n")}\n`, result };
};

const findingsOf = ({ faults, broken }: CheckAnswer): string[] => [
  ...faults.map(({ auction, sentence }) => `The public log${auction === null ? "" : `, lot ${auction}`}: ${sentence}`),
  ...broken.map(({ promise, ...about }) => {
    const subject =
      about.where === "lot"
        ? `Lot ${about.auction}, version ${about.version}`
        : about.where === "books"
          ? "The books of the house"
          : "A lot that is not public";
    return `${subject}: the promise “${promise}” does not hold (${promiseWords(promise)}).`;
  }),
];

const resultWords: Readonly<Record<Result, string>> = {
  good: "Everything that was checked holds.",
  bad: "Something does not hold. The house must explain it.",
  unfinished: "Nothing wrong was found, but not everything was checked.",
};

/** Names the entries that were read again although an earlier verdict covered them. */
const againOf = ({ logs }: CheckAnswer): string => {
  const isWhole = logs.every(({ from, again }) => again.from === 0 && again.to === from.size);
  if (isWhole) return "the log from its first entry on";
  const parts = logs
    .filter(({ again }) => again.to > again.from)
    .map(({ origin, again }) => `those from ${again.from} to ${again.to - 1} of ${origin}`);
  return `the log from the last verdict on, and of its older entries ${parts.join(" and ")}`;
};

const notesOf = (result: Result, answer: CheckAnswer | null, site: string): string[] => [
  resultWords[result],
  ...(answer
    ? [`The house has checked itself: ${againOf(answer)}, each lot that changed, and its rows in the database.`]
    : []),
  "Not judged: who was allowed to bid at that time, commands that were refused, and whether bidders are real people.",
  `Check it yourself: pnpm verify-log ${site}`,
];
