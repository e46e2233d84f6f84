// Describes an end-to-end suite: after each test, every frame and answer that its clients saw must follow the contract.
import { afterEach, describe, expect } from "vitest";
import { violations } from "./e2e-contract.ts";

/** `shuffle: false` is for a suite that is one story, whose steps go on from each other. */
export const describeEndToEnd = (name: string, suite: () => void, options: { shuffle?: false } = {}): void => {
  describe(name, options, () => {
    afterEach(() => expect(violations.splice(0)).toEqual([]));
    suite();
  });
};
