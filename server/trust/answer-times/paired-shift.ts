// A statistical test of whether one of two things, timed alternately, takes longer: Wilcoxon's signed-rank test over
// the differences of the pairs. It assumes no distribution of the times, and a busy machine may slow both.

export interface Shift {
  readonly pairs: number;
  /** The median of the differences, second minus first, in ms. */
  readonly medianMs: number;
  /** Distance from "no difference" in standard deviations; its sign is the shift's. */
  readonly z: number;
  /** From -1 to 1: how much more often (by ranks) the second took longer than the first. */
  readonly effect: number;
}

/** `differences`: second minus first, in ms, one for each pair. */
export const pairedShift = (differences: readonly number[]): Shift => {
  const sorted = [...differences].sort((a, b) => a - b);
  const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const sizes = differences.filter((difference) => difference !== 0).sort((a, b) => Math.abs(a) - Math.abs(b));
  let up = 0;
  let tied = 0;
  for (let from = 0; from < sizes.length; ) {
    let to = from + 1;
    while (to < sizes.length && Math.abs(sizes[to] ?? 0) === Math.abs(sizes[from] ?? 0)) to++;
    // Differences of the same size share their ranks.
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) if ((sizes[at] ?? 0) > 0) up += rank;
    tied += (to - from) ** 3 - (to - from);
    from = to;
  }
  const n = sizes.length;
  const all = (n * (n + 1)) / 2;
  const spread = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - tied / 48);
  return {
    pairs: differences.length,
    medianMs,
    z: n === 0 ? 0 : (up - all / 2) / spread,
    effect: n === 0 ? 0 : (2 * up) / all - 1,
  };
};

/**
 * By chance alone a value this large occurs once in 15,000 comparisons; with ten comparisons in a run, once in 1,500
 * runs.
 */
const Z_BEYOND_CHANCE = 4;

/** True if the shift is beyond chance and large enough for somebody across a network to use. */
export const isTelling = ({ z, medianMs }: Shift, leastMs: number): boolean =>
  Math.abs(z) > Z_BEYOND_CHANCE && Math.abs(medianMs) >= leastMs;

export const inWords = ({ pairs, medianMs, z, effect }: Shift): string =>
  `${pairs.toLocaleString("en")} pairs, ${(medianMs * 1000).toFixed(0)} µs apart, z ${z.toFixed(1)}, effect ${effect.toFixed(3)}`;
