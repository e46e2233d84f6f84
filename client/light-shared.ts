// Lets the client's build leave out what it does not use of shared/src. A build keeps each call that may have a side
// effect, and with it the schemas' library. The calls in the constants of these files have none, so they are marked pure.
import path from "node:path";
import type { Plugin } from "vite";

const folder = path.resolve(import.meta.dirname, "../shared/src") + path.sep;

export const lightShared: Plugin = {
  name: "light-shared",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(folder)) return null;
    const values = this.parse(code, { lang: "ts" }).body.flatMap((statement) => {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      return declared?.type === "VariableDeclaration" ? declared.declarations.flatMap(({ init }) => init ?? []) : [];
    });
    return values
      .filter(({ type, start, end }) => type !== "ArrowFunctionExpression" && code.slice(start, end).includes("("))
      .reduceRight((light, { start, end }) => {
        const value = light.slice(start, end);
        return `${light.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${light.slice(end)}`;
      }, code);
  },
};
