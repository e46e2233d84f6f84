import { expect, it } from "vitest";
import { progressOn } from "./progress.ts";

const outputOf = (isTTY: boolean, run: (progress: ReturnType<typeof progressOn>) => void): string => {
  let written = "";
  const write = (text: string | Uint8Array): boolean => {
    written += text;
    return true;
  };
  run(progressOn({ write, isTTY, columns: 30 }));
  return written;
};

it("redraws one line on a terminal, cuts it to the terminal's width, and clears it before other output", () => {
  const written = outputOf(true, (progress) => {
    progress.step("Connecting …");
    progress.live("1 s");
    progress.live(`2 s ${"x".repeat(100)}`);
    progress.step("Comparing …");
    progress.done();
  });
  const lines = written.split("\r\u001b[2K");
  expect(lines).toEqual(["Connecting …\n", "1 s", `2 s ${"x".repeat(25)}`, "Comparing …\n"]);
});

it("writes a line at intervals if the output is not a terminal", () => {
  const written = outputOf(false, (progress) => {
    progress.live("1 s");
    progress.live("2 s");
    progress.step("Comparing …");
    progress.done();
  });
  expect(written).toBe("1 s\nComparing …\n");
});
