// The order of the test files: those that take longest first, because one that starts last keeps the run waiting while the
// other workers are idle. Vitest knows their times only after a run, and a clean clone has none.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Every file that takes half a minute or more beside the others, the slowest first. */
const SLOW = [
  ...["planted-faults", "drafts", "sales", "who-may-what", "saved-searches", "auction-engine", "sales-faults"],
  ...["limits-over-nodes", "second-chances", "socket-documents", "start", "load", "history-checker", "three-nodes"],
  ...[
    "many-nodes",
    "sale-terms",
    "create-admin",
    "reminders",
    "uploads",
    "operator-admin",
    "push",
    "bidding",
    "faults",
  ],
];

/** The place of a file among the slow ones; all others come after them. */
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = SLOW.findIndex((name) => new RegExp(`/${name}(\\.e2e|\\.pg)?\\.test\\.ts$`).test(moduleId));
  return place < 0 ? SLOW.length : place;
};

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
