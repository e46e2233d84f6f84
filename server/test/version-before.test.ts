// Tests the choice of the release that `pnpm trust upgrade` starts from.
import { expect, it } from "vitest";
import { lastRelease } from "../trust/upgrade/version-before.ts";

it.each([
  ["no release", [], [], null],
  ["releases of before", ["v0.2.0", "v0.1.0"], [], "v0.2.0"],
  ["a release that is checked out", ["v0.2.0", "v0.1.0"], ["v0.2.0"], "v0.1.0"],
  ["the first release, which is checked out", ["v0.1.0"], ["v0.1.0"], null],
  ["a tag that is no release", ["very-old", "v0.1.0"], [], "v0.1.0"],
])("takes the newest release before this one: %s", (_what, tags, tagsOfHead, expected) => {
  expect(lastRelease(tags, tagsOfHead)).toBe(expected);
});
