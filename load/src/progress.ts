// What is seen while it runs, on stderr: one line redrawn at a terminal, a line every few seconds elsewhere.
const LINE_EVERY_MS = 5_000;
const CLEAR_LINE = "\r\u001b[2K";

export interface Progress {
  /** Something that happens once. */
  step(sentence: string): void;
  /** What goes on; shown as often as the output can take. */
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
