// Checks the increment tables of lots (docs/rules/bidding.md, 17): each is the table that the site had at the moment
// when the lot took it, and bids follow it.
import { check, same } from "../check.ts";
import type { Step, TakenIncrements } from "../log.ts";
import type { Stored } from "../stored.ts";
import { opens, wrongVersion } from "./rules.ts";

export const increments = check(
  "increments",
  "A lot takes the increment table that is in force when it opens or gets the option, and keeps it while it has bids",
  ({ auctions, stored }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) {
        const { before, after, row } = step;
        const isChanged = !same(before?.increments ?? null, after.increments ?? null);
        if (isChanged && before && before.bidCount > 0 && after.bidCount > 0) {
          tally.tried(id, `revision ${row.revision} changes the increment table of a lot with bids`);
        }
        if (after.increments && (isChanged || opens(step))) {
          tally.tried(id, wrongTable(step, after.increments, stored));
        }
      }
    }
  },
);

const wrongTable = ({ after, row }: Step, { version, steps }: TakenIncrements, stored: Stored): string | null => {
  const minor = (major: number): number => Math.round(major * 100);
  const versions = stored.increments.map(({ table, ...of }) => ({
    ...of,
    value: table[after.currency]?.map(([below, step]) => [below === null ? null : minor(below), minor(step)]),
  }));
  return wrongVersion("the increment table", { version, value: steps }, row.at, versions);
};
