// Collects the sentences of a proof file's check, by what each is: proved, notice, not proved, or failed. The check
// makes its verdict of them.
import type { Match } from "./match-receipt.ts";

export type Said = { readonly [K in "proved" | "notices" | "notProved" | "failed"]: string[] };

export const sayMatch = ({ kind, sentence }: Match, { proved, notProved, failed }: Said): void => {
  const to = kind === "matched" ? proved : kind === "fault" ? failed : notProved;
  to.push(sentence);
};
