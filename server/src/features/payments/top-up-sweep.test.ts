import { describe, expect, it, vi } from "vitest";
import { createWakes } from "../../platform/jobs/wake.ts";
import { startTopUpSweep } from "./top-up-sweep.ts";

const quiet = { warn: () => {} };

describe("the sweep of top-ups", () => {
  it("runs at once and then at intervals, also after a failure", async () => {
    const sweep = vi.fn(async () => {
      throw new Error("the database is away");
    });
    const warn = vi.fn();
    const running = startTopUpSweep(createWakes(), { sweep }, { warn }, 5);
    await expect.poll(() => sweep.mock.calls.length).toBeGreaterThan(3);
    await running.stop();
    expect(warn.mock.calls.length).toBeGreaterThan(3);
  });

  it("never runs twice at a time, and waits for a run under way and stops it when it is stopped", async () => {
    let [now, most] = [0, 0];
    let given: AbortSignal | undefined;
    const running = startTopUpSweep(
      createWakes(),
      {
        async sweep(signal) {
          most = Math.max(most, ++now);
          given = signal;
          await new Promise<void>((resolve) => signal?.addEventListener("abort", () => setTimeout(resolve, 20)));
          now -= 1;
        },
      },
      quiet,
      2,
    );
    // Another sweep with the same pause runs several times meanwhile, so the first one had enough time to run twice.
    const another = vi.fn(async () => {});
    const others = startTopUpSweep(createWakes(), { sweep: another }, quiet, 2);
    await expect.poll(() => another.mock.calls.length).toBeGreaterThan(5);
    await others.stop();
    await running.stop();
    expect([now, most, given?.aborted]).toEqual([0, 1, true]);
  });
});
