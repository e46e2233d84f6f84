// Collects the sentences of a proof file's check, by what each is: proved, notice, not proved, or failed. The check
// makes its verdict of them. The sentences about the log itself are kept apart, because only readers who know logs and
// witnesses understand them.
import type { Match } from "./match-receipt.ts";

type Kind = "proved" | "notices" | "notProved" | "failed" | "logProved" | "logNotProved";
export type Said = { readonly [K in Kind]: string[] };

export const sayMatch = ({ kind, sentence }: Match, { logProved, logNotProved, failed }: Said): void => {
  const to = kind === "matched" ? logProved : kind === "fault" ? failed : logNotProved;
  to.push(sentence);
};
