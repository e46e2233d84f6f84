// The progress output on stderr: one line redrawn at a terminal, otherwise a line every few seconds.
const LINE_EVERY_MS = 5_000;
const CLEAR_LINE = "\r\u001b[2K";

export interface Progress {
  /** Reports something that happens once. */
  step(sentence: string): void;
  /** Reports the current state; shown as often as the output allows. */
  live(line: string): void;
  done(): void;
}

export const progressOn = (
  out: Pick<NodeJS.WriteStream, "write" | "isTTY"> & { readonly columns?: number },
): Progress => {
  let hasLive = false;
  let lastLine = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (hasLive) out.write(CLEAR_LINE);
    hasLive = false;
  };
  return {
    step: (sentence) => {
      clear();
      out.write(`${sentence}\n`);
    },
    live: (line) => {
      if (out.isTTY) {
        // A line that wraps could not be redrawn.
        out.write(`${CLEAR_LINE}${line.slice(0, Math.max(20, (out.columns || 80) - 1))}`);
        hasLive = true;
        return;
      }
      const now = performance.now();
      if (now - lastLine < LINE_EVERY_MS) return;
      lastLine = now;
      out.write(`${line}\n`);
    },
    done: clear,
  };
};
