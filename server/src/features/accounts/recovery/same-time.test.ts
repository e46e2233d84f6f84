import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { inSameTime } from "./same-time.ts";

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await inSameTime(work).catch(() => {});
  return performance.now() - startedAt;
};

it("answers quick work, slow work and failures after the same time", async () => {
  const times = [
    await timed(async () => {}),
    await timed(() => sleep(100)),
    await timed(async () => {
      throw new Error("away");
    }),
  ];
  for (const ms of times) expect(ms).toBeGreaterThan(240);
  expect(await inSameTime(async () => "done")).toBe("done");
  await expect(inSameTime(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
});
