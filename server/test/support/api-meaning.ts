// Computes a hash of what an API document means for programs. The hash leaves out the words for people, and does not
// depend on the order of the fields.
import { createHash } from "node:crypto";

/** Parts for people, and those that depend on the site. */
const LEFT_OUT = new Set(["description", "summary", "title", "example", "examples", "info", "servers", "externalDocs"]);

/** `isNames`: the keys of `node` are names that the API chose, such as the property `title` of an auction. */
const meaningOf = (node: unknown, isNames = false): unknown => {
  if (Array.isArray(node)) return node.map((one) => meaningOf(one)).sort((a, b) => compare(toText(a), toText(b)));
  if (typeof node !== "object" || node === null) return node;
  return Object.entries(node)
    .filter(([key]) => isNames || !LEFT_OUT.has(key))
    .sort(([a], [b]) => compare(a, b))
    .map(([key, value]) => [key, meaningOf(value, key === "properties" || key === "messages" || key === "schemas")]);
};

const toText = (node: unknown): string => JSON.stringify(node) ?? "";
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const hashOfMeaning = (document: unknown): string =>
  createHash("sha256")
    .update(toText(meaningOf(document)))
    .digest("hex")
    .slice(0, 16);
