// A plugin for Vitest: plants one fault in the sources that the tests import.
import { readFileSync } from "node:fs";
import path from "node:path";
import { faults } from "./faults.ts";
import { plant } from "./plant.ts";

const sources = path.resolve(import.meta.dirname, "../../src");

export const plantInTests = (name: string) => {
  const fault = faults.find((one) => one.name === name);
  if (!fault) throw new Error(`No fault is called ${name}`);
  return {
    name: "planted-fault",
    enforce: "pre" as const,
    load: (id: string): string | null => {
      const file = path.relative(sources, id.split("?")[0] ?? "");
      const patches = fault.patches.filter((patch) => patch.file === file);
      if (patches.length === 0) return null;
      return patches.reduce(plant, readFileSync(path.join(sources, file), "utf8"));
    },
  };
};
