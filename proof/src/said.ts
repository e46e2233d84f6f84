// Collects what a check says, in sentences, until they become a verdict.
import type { Match } from "./match-receipt.ts";

export type Said = { readonly [K in "proved" | "notices" | "notProved" | "failed"]: string[] };

export const sayMatch = ({ kind, sentence }: Match, { proved, notProved, failed }: Said): void => {
  const to = kind === "matched" ? proved : kind === "fault" ? failed : notProved;
  to.push(sentence);
};
