// Tests what `jara check` says about the replica for lists.
import { expect, it } from "vitest";
import { replicaFinding } from "./replica.ts";

const said = (found: { timeline?: number; system?: string; isInRecovery?: boolean; replayed?: number }): string => {
  const { timeline = 3, system = "ours", isInRecovery = true, replayed = 5_000 } = found;
  const position = { flushed: 5_000, timeline: 3, system: "ours" };
  const { state, says } = replicaFinding("db:5433", position, { timeline, system }, { isInRecovery, replayed });
  return `${state} ${says}`;
};

it("says that lists are read on a replica that has replayed everything", () => {
  expect(said({})).toBe("ok the replica at db:5433 has replayed everything; lists are read there");
  expect(said({ replayed: 6_000 })).toMatch(/^ok /);
});

it("objects to a server that never will be a replica of this database", () => {
  expect(said({ system: "theirs" })).toMatch(/^wrong .*no copy/);
  expect(said({ isInRecovery: false })).toMatch(/^wrong .*no standby/);
});

it("notes a replica that does not follow yet, or is behind", () => {
  expect(said({ timeline: 2 })).toMatch(/^note .*timeline 2, and the primary on 3/);
  expect(said({ replayed: 1_000 })).toMatch(/^note .* 4 kB behind/);
});
