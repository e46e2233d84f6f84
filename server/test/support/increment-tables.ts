// Random increment tables for property tests.
import type { MinorStep } from "@jara/shared/increment-steps";
import { asMinor } from "@jara/shared/money";
import fc from "fast-check";

/** A table of random steps: ends that rise, and increments that do not fall. In minor units. */
export const tables = fc
  .record({
    ends: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
    first: fc.integer({ min: 1, max: 12 }),
    rises: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ ends, first, rises }): MinorStep[] => {
    let [end, increment] = [0, first];
    const steps = ends.map((width, n): MinorStep => {
      end += width;
      const step: MinorStep = [asMinor(end), asMinor(increment)];
      increment += rises[n] ?? 0;
      return step;
    });
    return [...steps, [null, asMinor(increment)]];
  });
