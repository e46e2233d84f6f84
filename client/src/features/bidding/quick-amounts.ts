// The three suggested bid amounts: the minimum bid, and two rounder steps above it.
import { MAX_AMOUNT, toMajor, toMinor } from "@jara/shared/money";

/** Round figures that people bid in: 1, 2, 2.5 or 5 times a power of ten, in minor units. */
const stepsFrom = function* (leastMinor: number): Generator<number> {
  for (let power = 1; power <= 1e13; power *= 10) {
    for (const factor of [1, 2, 2.5, 5]) {
      const step = factor * power;
      if (Number.isInteger(step) && step >= leastMinor) yield step;
    }
  }
};

/**
 * Three rising amounts (fewer at the very top of what a bid may be). The second and third are multiples of a round step
 * of at least 0.5% of the minimum and never less than one increment above the amount before.
 */
export const quickAmounts = (minimumBid: number, bidIncrement: number): number[] => {
  const minimumMinor = toMinor(minimumBid);
  const incrementMinor = toMinor(bidIncrement);
  const amounts = [minimumMinor as number];
  const steps = stepsFrom(Math.max(incrementMinor, minimumMinor * 0.005));
  const small = steps.next().value ?? incrementMinor;
  let wide = small;
  for (const step of steps) {
    wide = step;
    if (step >= small * 2) break;
  }
  for (const step of [small, wide]) {
    const last = amounts.at(-1) ?? minimumMinor;
    amounts.push(Math.ceil((last + incrementMinor) / step) * step);
  }
  return amounts.map(toMajor).filter((amount) => amount <= MAX_AMOUNT);
};
