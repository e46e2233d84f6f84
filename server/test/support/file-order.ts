// The random order of the test files. It keeps a project's files together, because a worker that changes between projects
// loads all modules anew for each file: a whole run then took three times as long.
import { createHash } from "node:crypto";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

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
