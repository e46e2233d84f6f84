// Finds the mutations that one file can have: each changes one expression or statement of its syntax tree. It also changes
// comparisons and conditions of SQL, which stand in templates.
import { parseAst } from "vitest/node";

export interface Mutation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const SWAPPED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
};
const COMPARED = new Set(["<", "<=", ">", ">=", "===", "!=="]);
const SQL: Readonly<Record<string, string>> = {
  " and ": " or ",
  " or ": " and ",
  " >= ": " > ",
  " < ": " <= ",
  " > ": " >= ",
};

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** These have the program in them; every other node of TypeScript is a type, which changes nothing at run time. */
const WRAPPERS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

const eachNode = (value: unknown, found: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const one of value) eachNode(one, found);
  if (!isNode(value) || value.type === "ImportDeclaration") return;
  if (value.type.startsWith("TS")) {
    if (WRAPPERS.has(value.type)) eachNode(value.expression, found);
    return;
  }
  found(value);
  // The key of a property is a name, also where it is a number.
  for (const [part, child] of Object.entries(value)) if (part !== "key" || value.computed) eachNode(child, found);
};

const isText = (node: unknown): boolean =>
  isNode(node) && (node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string"));

export const findMutations = (text: string): Mutation[] => {
  const mutations: Mutation[] = [];
  const add = (operator: string, start: number, end: number, after: string): void => {
    const line = text.slice(0, start).split("\n").length;
    mutations.push({ line, start, end, operator, before: text.slice(start, end), after });
  };
  const swap = (operator: string, { left, right, operator: sign }: Node): void => {
    const after = SWAPPED[String(sign)];
    if (after === undefined || !isNode(left) || !isNode(right) || isText(left) || isText(right)) return;
    const start = text.indexOf(String(sign), left.end);
    if (start !== -1 && start < right.start) add(operator, start, start + String(sign).length, after);
  };
  const mutate = (node: Node): void => {
    const { type, start, end } = node;
    if (type === "BinaryExpression") swap(COMPARED.has(String(node.operator)) ? "comparison" : "arithmetic", node);
    if (type === "LogicalExpression") swap("and, or", node);
    if ((type === "IfStatement" || type === "ConditionalExpression") && isNode(node.test))
      add("condition removed", node.test.start, node.test.end, "false");
    if (type === "Literal" && typeof node.value === "number") {
      add("one more", start, end, `(${node.raw} + 1)`);
      add("one less", start, end, `(${node.raw} - 1)`);
    }
    if (type === "Literal" && typeof node.value === "boolean") add("constant", start, end, String(!node.value));
    if (type === "ArrayExpression" && Array.isArray(node.elements) && node.elements.length > 0)
      add("array emptied", start, end, "[]");
    if (type === "ExpressionStatement" && !node.directive) add("statement removed", start, end, ";");
    if (type === "UnaryExpression" && node.operator === "!") add("not removed", start, start + 1, "");
    if (type === "TemplateElement") {
      for (const [before, after] of Object.entries(SQL)) {
        const at = text.slice(start, end).indexOf(before);
        if (at !== -1) add("SQL", start + at, start + at + before.length, after);
      }
    }
  };
  eachNode(parseAst(text, { lang: "ts" }), mutate);
  return mutations;
};
