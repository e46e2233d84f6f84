import { expect, it } from "vitest";
import { passwordProblem } from "./password-strength.ts";

const known = ["ada.okafor", "ada.okafor@people.test", "ada.okafor"];

it.each([
  ["password1", /attackers try first/],
  ["12345678", /attackers try first/],
  ["letmein99", /much like a password that attackers try first/],
  ["Chelsea1905", /much like/],
  ["ada.okafor1", /your name or e-mail address/],
  ["aaaaaaaaaaaaaaaa", /easy to guess/],
  ["abcdefgh12345678", /easy to guess|attackers/],
])("refuses %s, and says what helps", (password, reason) => {
  expect(passwordProblem(password, known)).toMatch(reason);
  expect(passwordProblem(password, known)).toMatch(/several words that do not belong together\.$/);
});

it.each(["correct horse battery", "four unlikely words", "ọmọ naija dey try", "gbqvkzxw", "aaaaaaaaadrum gate 7"])(
  "accepts %s, without required kinds of characters",
  (password) => {
    expect(passwordProblem(password, known)).toBeNull();
  },
);
