// Checks which line of a program's output the operator reads.
import { describe, expect, it } from "vitest";
import { lastProblem } from "./problems.ts";

describe("the problem that is told", () => {
  it("is the one that the operator can solve, though it caused others", () => {
    const output = [
      "running bootstrap script ... 2026-11-28 17:14:30.129 UTC [1] FATAL:  could not write to file: No space left on device",
      "2026-11-28 17:14:30.130 UTC [1] PANIC:  cannot abort transaction 1, it was already committed",
      "child process was terminated by signal 6: Aborted",
    ];
    expect(lastProblem(output.join("\n"))).toMatch(/^could not write to file: No space left on device\. /);
  });

  it("is not the answer to a connection that came too early", () => {
    const output = [
      "2026-11-28 17:20:05.000 UTC [1] FATAL:  could not map memory",
      "2026-11-28 17:20:05.001 UTC [2] FATAL:  the database system is starting up",
    ];
    expect(lastProblem(output.join("\n"))).toBe("could not map memory.");
  });
});
