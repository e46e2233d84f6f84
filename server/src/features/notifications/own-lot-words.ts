// The words of notifications to the sellers of lots.
import { ownLotWords as wordsOfLot } from "../../platform/outbox/own-lot-words.ts";
import type { WordsOf } from "./words-of.ts";

export const ownLotWords: WordsOf<"own-lot"> = {
  "own-lot": (data) => ({ ...wordsOfLot(data), link: "/my-sales" }),
};
