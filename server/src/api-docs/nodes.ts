// Walks the objects of an OpenAPI or AsyncAPI document, and changes its schemas in place: lets answers and events have
// further fields, and removes what zod adds needlessly.

export type Node = Record<string, unknown>;

export const eachNode = (node: unknown, visit: (node: Node) => void): void => {
  if (typeof node !== "object" || node === null) return;
  visit(node as Node);
  for (const inner of Object.values(node)) eachNode(inner, visit);
};

/**
 * A later version may add fields to answers and events, so their schemas must not forbid further fields. The server
 * refuses unknown fields in what clients send, so those schemas stay strict.
 */
export const allowMoreFields = <T>(part: T): T => {
  eachNode(part, (node) => {
    if (node.additionalProperties === false) delete node.additionalProperties;
  });
  return part;
};

/**
 * Removes what zod adds although the rest of the schema says it: the bounds of safe integers, long patterns of times.
 */
export const simplify = (node: Node): void => {
  if (node.format === "date-time" || node.format === "date") delete node.pattern;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
};
