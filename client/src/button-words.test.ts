// Looks for buttons whose words do not begin with a verb.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const BUTTON = /<(Button|button)\b((?:[^<>]|=>|<[^<>]*>)*?)(?<![/=])>(.*?)<\/\1>/gs;
const QUESTION = /\b(?:yes|no|button|submit)=(?:"([^"]+)"|\{([^{}]*)\})/g;
/** The words of a thing, and of a person. */
const NOT_A_VERB = /^(A|An|All|Another|I|It|My|New|OK|Ok|Other|The|To|Your)\b/;
/** The specification has these words. */
const QUOTED = ["I Understand - Close"];

const sentences = (code: string): string[] => [...code.matchAll(/"([A-Z][^"]*)"/g)].flatMap(([, text = ""]) => text);

/** The texts of a button without what is computed. */
const wordsOf = (inner: string): string[] => {
  const text = inner.replaceAll(/<[^>]*>/g, "\n");
  const plain = text.replaceAll(/\{[^{}]*\}/g, "\n").split("\n");
  return [...sentences(text), ...plain.map((line) => line.trim()).filter((line) => /^[A-Z]/.test(line))];
};

const buttonsIn = (code: string): string[] => [
  ...[...code.matchAll(BUTTON)].flatMap(([, , , inner = ""]) => wordsOf(inner)),
  ...[...code.matchAll(QUESTION)].flatMap(([, text, computed = ""]) => text ?? sentences(computed)),
];

it("begins the words of each button with a verb", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const screens = files.filter((file) => file.endsWith(".tsx") && !/test\.tsx$/.test(file));
  const found = screens.flatMap((file) =>
    buttonsIn(readFileSync(path.join(import.meta.dirname, file), "utf8")).map((words) => ({ file, words })),
  );
  expect(found.length).toBeGreaterThan(200);
  const odd = found.filter(({ words }) => NOT_A_VERB.test(words) && !QUOTED.includes(words));
  expect(odd).toEqual([]);
});
