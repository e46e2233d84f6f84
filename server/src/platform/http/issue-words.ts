// The words for people of a value that a schema refuses. Rules of our own have their sentence; those of the schema library
// are replaced, because nobody but an engineer understands them.
import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;

const bounds = (issue: Issue): string | null => {
  if (issue.code === "too_big") {
    if (issue.origin === "string") return `has more than ${issue.maximum.toLocaleString("en")} characters`;
    if (issue.origin === "array") return `has more than ${issue.maximum.toLocaleString("en")} entries`;
    return `is above ${issue.maximum.toLocaleString("en")}`;
  }
  if (issue.code === "too_small") {
    if (issue.origin === "string" || issue.origin === "array")
      return issue.minimum === 1 ? "is missing" : "is too short";
    return `is below ${issue.minimum.toLocaleString("en")}`;
  }
  return issue.code === "invalid_type" || issue.code === "invalid_value" ? "is not valid" : null;
};

/** The library's own messages begin like this. A rule with a message of its own keeps it. */
const isOfLibrary = ({ message }: Issue): boolean => /^(Too (big|small)|Invalid (input|option))\b/.test(message);

/** A sentence about the value; `name` stands before words without a subject. */
export const issueWords = (issue: Issue, name: string): string => {
  const words = isOfLibrary(issue) ? (bounds(issue) ?? "is not valid") : issue.message;
  const sentence = /^[a-z]/.test(words) && name ? `${name} ${words}` : words;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
};
