// The words for people of a value that a schema refuses. Rules of our own have their words in the schema. These stand in
// for the schema library's words everywhere, because only engineers understand those.
import type { InvalidIssue } from "@jara/shared/errors";
import { FILL_IN } from "@jara/shared/form-sentences";
import * as z from "zod/mini";

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/** A longer list of the values that are possible helps nobody. */
const VALUES_SHOWN = 12;

const typeWords: Readonly<Record<string, string>> = {
  string: "must be a text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
};
const formatWords: Readonly<Record<string, string>> = {
  email: "must be an email address",
  guid: "must be a UUID",
  uuid: "must be a UUID",
  url: "must be an address",
  datetime: "must be a date and time, such as 2026-11-24T16:00:00.000Z",
};
const things = (count: number | bigint, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
/** The things that a limit counts; null: the value itself is limited. */
const counted = (origin: string): readonly [one: string, many: string] | null => {
  if (origin === "string") return ["character", "characters"];
  return origin === "array" || origin === "set" || origin === "map" ? ["entry", "entries"] : null;
};

/** Without a subject, so that they stand beside a field or after its name. */
const wordsOf = (issue: Issue | RawIssue): string => {
  switch (issue.code) {
    case "invalid_type":
      // A finished issue does not have its value any more.
      if ("input" in issue && (issue.input === undefined || issue.input === null)) return "is missing";
      return typeWords[issue.expected as string] ?? "is not valid";
    case "invalid_value": {
      const values = (issue.values as readonly unknown[]).map(String);
      return values.length <= VALUES_SHOWN ? `must be ${values.join(" or ")}` : "is not one of the known values";
    }
    case "too_big": {
      const of = counted(issue.origin as string);
      const maximum = issue.maximum as number | bigint;
      if (of) return `has more than ${things(maximum, ...of)}`;
      return `must be ${issue.inclusive === false ? "less than" : "at most"} ${maximum.toLocaleString("en")}`;
    }
    case "too_small": {
      const of = counted(issue.origin as string);
      const minimum = issue.minimum as number | bigint;
      if (of) return minimum === 1 ? "is missing" : `must have at least ${things(minimum, ...of)}`;
      return `must be ${issue.inclusive === false ? "greater than" : "at least"} ${minimum.toLocaleString("en")}`;
    }
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has a field that this call does not know: ${(issue.keys as readonly string[]).join(", ")}`;
    case "invalid_format":
      return formatWords[issue.format as string] ?? "is not valid";
    default:
      return "is not valid";
  }
};

/** Call once in every program that shows people what a schema refuses. */
export const speakPlainly = (): void => {
  z.config({ localeError: wordsOf });
};

/** The library's only words where `speakPlainly` was not called. */
const UNSPOKEN = "Invalid input";

/** A sentence about the value; `name` stands before words without a subject. */
export const issueWords = (issue: Issue, name: string): string => {
  // The sentence about the whole form says nothing beside one field.
  const words = issue.message === UNSPOKEN ? wordsOf(issue) : issue.message === FILL_IN ? "is missing" : issue.message;
  const sentence = /^[a-z]/.test(words) && name ? `${name} ${words}` : words;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
};

const labels: Readonly<Record<string, string>> = { buyItNowPrice: "Buy It Now price", _id: "The id", id: "The id" };

/** The name of a field for people: `address.zipCode` is "Zip code", `media.0.url` is "Url (entry 1)". */
export const labelOf = (path: string): string => {
  const steps = path.split(".");
  const field = steps.findLast((step) => step !== "" && !/^\d+$/.test(step));
  if (field === undefined) return path === "" ? "The request" : `Entry ${Number(path) + 1}`;
  const words = field.replace(/([a-z\d])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  const label = labels[field] ?? words.replaceAll(/[-_]/g, " ").replace(/^./, (letter) => letter.toUpperCase());
  const entry = steps.findLast((step) => /^\d+$/.test(step));
  return entry === undefined ? label : `${label} (entry ${Number(entry) + 1})`;
};

/** The sentence of a whole refusal: that of its first issue. Undefined without an issue. */
export const refusalWords = ([first]: readonly InvalidIssue[]): string | undefined =>
  first && (/^[a-z]/.test(first.message) ? `${labelOf(first.path)} ${first.message}` : first.message);
