// One step of a lot's replay: the lot before an entry, the lot after it, and the findings about the entry.
import type { Fact } from "../facts.ts";
import type { Leaf } from "../leaf.ts";
import { moneyWords } from "../words.ts";
import type { LotState } from "./lot-state.ts";

export interface Step {
  readonly leaf: Leaf;
  readonly lot: LotState;
  readonly before: Pick<LotState, "status" | "price" | "endsAtMs" | "winner">;
  /** Against the rules, or against what the log said before. */
  readonly fault: (sentence: string) => void;
  /** The rules allow it, but bidders should know. */
  readonly notice: (sentence: string) => void;
}

export type Handler<T extends Fact["type"]> = (step: Step, fact: Extract<Fact, { type: T }>) => void;

export const money = ({ lot }: Step, minor: number): string => moneyWords(minor, lot.currency);

export const has = ({ leaf }: Step, ...types: readonly Fact["type"][]): boolean =>
  leaf.facts.some(({ type }) => types.includes(type));
