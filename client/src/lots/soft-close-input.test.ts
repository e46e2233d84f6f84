import { softCloseSchema } from "@jara/shared/auction";
import { SOFT_CLOSE_CAP_MAX, USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { expect, it } from "vitest";
import {
  fromSoftCloseForm,
  OFF,
  preselectedSoftClose,
  softCloseCapError,
  toSoftCloseForm,
  windowChoices,
} from "./soft-close-input.ts";

it("preselects the contract's default", () => {
  expect(fromSoftCloseForm(preselectedSoftClose)).toEqual(USUAL_SOFT_CLOSE);
});

it("offers only windows that the server accepts, and the window that is set", () => {
  for (const [value] of windowChoices("120")) {
    if (value === OFF) continue;
    const softClose = fromSoftCloseForm({ softCloseWindow: value, softCloseCap: "30" });
    expect(softCloseSchema.safeParse(softClose).success, value).toBe(true);
  }
  expect(windowChoices("95").map(([value]) => value)).toContain("95");
  expect(fromSoftCloseForm(toSoftCloseForm(null))).toBeNull();
});

it.each([
  ["", "Enter whole minutes, at least 1"],
  ["0", "Enter whole minutes, at least 1"],
  ["1.5", "Enter whole minutes, at least 1"],
  [String(SOFT_CLOSE_CAP_MAX + 1), "At most 1440 minutes (a day)"],
  ["1", true],
  [String(SOFT_CLOSE_CAP_MAX), true],
])("accepts or refuses a cap of %s minutes as the server does", (typed, answer) => {
  expect(softCloseCapError(typed, { softCloseWindow: "120" })).toBe(answer);
  const parsed = softCloseSchema.safeParse({ windowSeconds: 120, capMinutes: Number(typed) });
  expect(parsed.success).toBe(answer === true);
  expect(softCloseCapError(typed, { softCloseWindow: OFF })).toBe(true);
});
