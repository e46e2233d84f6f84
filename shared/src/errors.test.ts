// Tests that a refusal of invalid input always says what is invalid.
import { expect, it } from "vitest";
import { refusal } from "./errors.ts";

it("gives INVALID an issue where the caller names none, and no other code", () => {
  const message = "Send one file.";
  expect(refusal("INVALID", { message })).toEqual({ code: "INVALID", message, issues: [{ path: "", message }] });
  const standard = refusal("INVALID", { issues: [] });
  expect(standard.issues).toEqual([{ path: "", message: standard.message }]);
  const issues = [{ path: "amount", message: "too low" }];
  expect(refusal("INVALID", { issues }).issues).toEqual(issues);
  expect(refusal("FORBIDDEN")).not.toHaveProperty("issues");
});
