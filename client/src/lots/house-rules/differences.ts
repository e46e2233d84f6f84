// How lots differ from the rules that the house gives new lots, in words. Staff read them before they publish.
import type { Auction, SoftClose } from "@jara/shared/auction";
import type { HouseRules } from "@jara/shared/house-rules";
import { formatMoney } from "@jara/shared/money";
import { durationWords } from "../duration-words.ts";

export const softCloseWords = ({ windowSeconds, capMinutes }: SoftClose): string =>
  `soft close of ${durationWords(windowSeconds)}, at most ${durationWords(capMinutes * 60)}`;

export type RulesOfHouse = Pick<HouseRules, "incrementTable" | "softClose">;
type RulesOfLot = Pick<Auction, "incrementSteps" | "bidIncrement" | "currency" | "softClose">;

/** "an increment of ₦1.00 instead of the house's table", after "has". Empty: the lot has the house's rules. */
export const differencesFrom = (house: RulesOfHouse, lot: RulesOfLot): string[] => {
  const { softClose } = lot;
  const differences: string[] = [];
  if (house.incrementTable && !lot.incrementSteps) {
    differences.push(`an increment of ${formatMoney(lot.bidIncrement, lot.currency)} instead of the house's table`);
  }
  if (house.softClose && !softClose) differences.push("no soft close");
  else if (softClose && !house.softClose)
    differences.push(`a ${softCloseWords(softClose)}, although the house has none`);
  else if (
    softClose &&
    house.softClose &&
    (softClose.windowSeconds !== house.softClose.windowSeconds || softClose.capMinutes !== house.softClose.capMinutes)
  ) {
    differences.push(`a ${softCloseWords(softClose)}, instead of the house's ${softCloseWords(house.softClose)}`);
  }
  return differences;
};

export interface HouseDifference {
  readonly words: string;
  readonly lots: number;
}

/** The differences of many lots, the most frequent first, and the lots that have one. */
export const differencesOfLots = <T extends RulesOfLot>(house: RulesOfHouse, lots: readonly T[]) => {
  const counts = new Map<string, number>();
  const differing: T[] = [];
  for (const lot of lots) {
    const found = differencesFrom(house, lot);
    if (found.length > 0) differing.push(lot);
    for (const words of found) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const differences: HouseDifference[] = [...counts].map(([words, count]) => ({ words, lots: count }));
  return { differences: differences.sort((a, b) => b.lots - a.lots), differing };
};
