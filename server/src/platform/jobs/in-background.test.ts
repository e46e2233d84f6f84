import { describe, expect, it, vi } from "vitest";
import { inBackground, withoutBackground } from "./in-background.ts";
import { startJob } from "./job.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("without background work", () => {
  it("begins when the work under way has ended", async () => {
    const order: string[] = [];
    let end = (): void => {};
    const work = inBackground(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    ).then(() => order.push("work"));
    const calls = withoutBackground(async () => order.push("calls"));
    await turn();
    expect(order).toEqual([]);
    end();
    await Promise.all([work, calls]);
    expect(order).toEqual(["work", "calls"]);
  });

  it("lets jobs and other work begin only when it has ended, also if it failed", async () => {
    const order: string[] = [];
    const write = (what: string) => inBackground(async () => void order.push(what));
    const job = startJob({ run: async () => void order.push("job"), everyMs: 60_000, failed: () => {} });
    let late: Promise<void> | undefined;
    const calls = withoutBackground(async () => {
      job.wake();
      late = write("late");
      await turn();
      order.push("calls");
      throw new Error("the test failed");
    });
    await expect(calls).rejects.toThrow("the test failed");
    await late;
    await vi.waitFor(() => expect(order).toHaveLength(4), 15_000);
    expect(order.slice(0, 2)).toEqual(["job", "calls"]);
    expect(order.slice(2).sort()).toEqual(["job", "late"]);
    await job.stop();
  });

  it("lets one caller go after the other", async () => {
    const order: number[] = [];
    const calls = (n: number) =>
      withoutBackground(async () => {
        order.push(n);
        await turn();
        order.push(n);
      });
    await Promise.all([calls(1), calls(2)]);
    expect(order).toEqual([1, 1, 2, 2]);
  });

  it("does not run a job that is stopped meanwhile", async () => {
    let runs = 0;
    const job = startJob({ run: async () => void runs++, everyMs: 60_000, failed: () => {} });
    let stopped: Promise<void> | undefined;
    await withoutBackground(async () => {
      job.wake();
      await turn();
      stopped = job.stop();
    });
    await stopped;
    expect(runs).toBe(1);
  });
});
