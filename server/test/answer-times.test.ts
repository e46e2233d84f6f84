// Tests the statistics with which `pnpm trust answer-times` tells two kinds of answers apart by their times: they find
// a difference that is there, and no other.
import { describe, expect, it } from "vitest";
import { isTelling, pairedShift } from "../trust/answer-times/paired-shift.ts";
import { randomOf } from "../trust/round/random.ts";

/** As answers of a busy machine: most near 2 ms, some far above; the second of a pair `shift` ms later. */
const timed = (seed: number, pairs: number, shift: number): number[] => {
  const random = randomOf(seed);
  const ms = () => 2 + random.whole(1_000) / 1_000 + (random.oneIn(20) ? random.whole(30) : 0);
  return Array.from({ length: pairs }, () => ms() + shift - ms());
};

describe("the sense for differences in time", () => {
  it("finds nothing between alike, a hundred times", () => {
    const wrong = Array.from({ length: 100 }, (_, seed) => pairedShift(timed(seed + 1, 500, 0))).filter((shift) =>
      isTelling(shift, 0),
    );
    expect(wrong).toEqual([]);
  });

  it("finds a tenth of a millisecond among thousands, and a millisecond among hundreds, in either direction", () => {
    for (const [pairs, shift] of [
      [4_000, 0.1],
      [400, 1],
      [400, -1],
    ] as const) {
      const found = pairedShift(timed(7, pairs, shift));
      expect([pairs, shift, isTelling(found, 0.05)]).toEqual([pairs, shift, true]);
      expect(Math.sign(found.medianMs)).toBe(Math.sign(shift));
    }
  });

  it("is by ranks: W+ and z as worked by hand, ties sharing theirs", () => {
    // Sizes 1, 2, 2, 3 have the ranks 1, 2.5, 2.5, 4; those above zero sum to 7.5 of 10.
    const { z, effect, medianMs } = pairedShift([-2, 1, 2, 3, 0]);
    expect(effect).toBeCloseTo(0.5);
    expect(z).toBeCloseTo(2.5 / Math.sqrt((4 * 5 * 9) / 24 - 6 / 48));
    expect(medianMs).toBe(1);
  });
});
