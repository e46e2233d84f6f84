import { afterEach, describe, expect, it, vi } from "vitest";
import { type Job, startJob } from "./job.ts";
import { createWakes } from "./wake.ts";

describe("a job", () => {
  let job: Job;
  afterEach(() => job.stop());

  it("runs at once", () => {
    const run = vi.fn(async () => {});
    job = startJob({ run, everyMs: 60_000, failed: () => {} });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("never runs twice at a time, and runs once more if it was woken during a run", async () => {
    const ends: (() => void)[] = [];
    let [now, most] = [0, 0];
    const run = async (): Promise<void> => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => ends.push(resolve));
      now -= 1;
    };
    job = startJob({ run, everyMs: 60_000, failed: () => {} });
    for (let n = 0; n < 3; n++) job.wake();
    ends[0]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(2), 15_000);
    expect(most).toBe(1);
    ends[1]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(2);
  });

  it("runs first after its first pause, or when it is woken", async () => {
    const run = vi.fn(async () => {});
    job = startJob({ run, everyMs: 60_000, firstAfterMs: 60_000, failed: () => {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(run).not.toHaveBeenCalled();
    job.wake();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 15_000);
  });

  it("never runs if it is stopped before its first run", async () => {
    const run = vi.fn(async () => {});
    job = startJob({ run, everyMs: 60_000, firstAfterMs: 60_000, failed: () => {} });
    await job.stop();
    expect(run).not.toHaveBeenCalled();
  });

  it("ends its pause when it is woken", async () => {
    const run = vi.fn(async () => {});
    job = startJob({ run, everyMs: 60_000, failed: () => {} });
    await new Promise((resolve) => setImmediate(resolve));
    job.wake();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), 15_000);
  });

  it("gathers wakes before its next run, also those that come during a run", async () => {
    const run = vi.fn(async () => {});
    job = startJob({ run, everyMs: 60_000, wokenAfterMs: 60_000, failed: () => {} });
    job.wake();
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("runs when one of its topics is woken, and no more once it is stopped", async () => {
    const wakes = createWakes();
    const run = vi.fn(async () => {});
    const wokenBy = { database: wakes, topics: ["receipts", "clock-set"] } as const;
    job = startJob({ run, everyMs: 60_000, wokenBy, failed: () => {} });
    for (const runs of [2, 3]) {
      await new Promise((resolve) => setImmediate(resolve));
      wakes.wake("mails");
      wakes.wake(runs === 2 ? "receipts" : "clock-set");
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(runs), 15_000);
    }
    await job.stop();
    wakes.wake("receipts");
    expect(run).toHaveBeenCalledTimes(3);
  });

  it("asks for the length of each pause, if it is a function", async () => {
    const run = vi.fn(async () => {});
    const everyMs = vi.fn().mockReturnValueOnce(1).mockReturnValueOnce(1).mockReturnValue(60_000);
    job = startJob({ run, everyMs, failed: () => {} });
    await vi.waitFor(() => expect(everyMs).toHaveBeenCalledTimes(3), 15_000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it("reports a failure and continues", async () => {
    const failed = vi.fn();
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error("away");
    };
    job = startJob({ run, everyMs: 1, failed });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(2), 15_000);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it("waits for the run under way when it is stopped, and does not report its failure", async () => {
    const failed = vi.fn();
    let hasEnded = false;
    const run = (signal: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () =>
          setTimeout(() => {
            hasEnded = true;
            reject(new Error("stopped"));
          }, 10),
        );
      });
    job = startJob({ run, everyMs: 60_000, failed });
    await job.stop();
    expect([hasEnded, failed.mock.calls.length]).toEqual([true, 0]);
  });
});
