// The orders of the test files: those that take longest first, or a random one. Both keep a project's files together, because
// a worker that changes between projects loads all modules anew for each file: a whole run then took three times as long.
import { createHash } from "node:crypto";
import path from "node:path";
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

/**
 * A file that takes long and starts last keeps the run waiting while the other workers are idle. Vitest knows the times only
 * after a run, and a clean clone has none.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/** The same order for the same seed. */
export class Shuffled extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const placeOf = ({ moduleId }: TestSpecification): string =>
      createHash("sha256")
        .update(`${seed} ${path.relative(this.ctx.config.root, moduleId)}`)
        .digest("hex");
    const places = new Map(files.map((file) => [file, placeOf(file)]));
    return files.toSorted((a, b) => compare(groupOf(a), groupOf(b)) || compare(places.get(a), places.get(b)));
  }
}

const groupOf = ({ project }: TestSpecification): string => `${project.config.sequence.groupOrder} ${project.name}`;

const compare = (a = "", b = ""): number => (a < b ? -1 : a > b ? 1 : 0);
