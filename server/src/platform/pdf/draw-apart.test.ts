// Tests that files are drawn outside the thread that answers bids, and that too many at once are refused.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawApart, drawingIn } from "./draw-apart.ts";

describe("drawing apart", () => {
  let folder: string;
  let from: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "jara-drawing-"));
    from = pathToFileURL(path.join(folder, "caller.ts")).href;
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    // It keeps its thread busy until the gate opens.
    writeFileSync(
      path.join(folder, "slow.ts"),
      `export const draw = ({ gate }: { gate: Int32Array }): Uint8Array => {
        Atomics.wait(gate, 0, 0, 20_000);
        return new Uint8Array([Atomics.load(gate, 0)]);
      };`,
    );
    writeFileSync(path.join(folder, "broken.ts"), 'export const draw = () => { throw new Error("no such glyph"); };');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("leaves the caller's thread free, draws one file after the other, and refuses what exceeds the queue", async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const drawn = Array.from({ length: 40 }, () => drawApart("./slow.ts", from, { gate }));
    const outcomes = Promise.allSettled(drawn);
    // Drawing waits for this thread, so it does not run in it.
    const late = await Promise.allSettled(drawn.slice(30));
    for (const one of late) expect(one).toMatchObject({ reason: { body: { code: "UNAVAILABLE" } } });
    Atomics.store(gate, 0, 7);
    Atomics.notify(gate, 0);
    const ended = await outcomes;
    const done = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(done.length).toBeGreaterThanOrEqual(20);
    expect(done.length).toBeLessThan(30);
    for (const file of done) expect([...file]).toEqual([7]);
  });

  it("goes on without a file when its thread cannot start, and draws again when it can", async () => {
    const thread = path.join(folder, "thread.mjs");
    const draw = drawingIn(thread);
    const gate = new Int32Array(new SharedArrayBuffer(4)).fill(2);
    await expect(draw("./slow.ts", from, { gate })).rejects.toThrow();
    writeFileSync(
      thread,
      `export { draw } from ${JSON.stringify(new URL("./draw-thread.mjs", import.meta.url).href)};`,
    );
    expect([...(await draw("./slow.ts", from, { gate }))]).toEqual([2]);
  });

  it("passes an error on, and draws the next file", async () => {
    await expect(drawApart("./broken.ts", from, {})).rejects.toThrow("no such glyph");
    const gate = new Int32Array(new SharedArrayBuffer(4)).fill(1);
    expect([...(await drawApart("./slow.ts", from, { gate }))]).toEqual([1]);
  });
});
