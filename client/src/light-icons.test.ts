// Builds icons and constants as the client's build does, and looks for what must not be in it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { expect, it } from "vitest";
import { lightIcons } from "../light-icons.ts";
import { lightShared } from "../light-shared.ts";

const ENTRY = path.join(import.meta.dirname, "entry-of-the-test.ts");

const built = async (code: string): Promise<string> => {
  const entry = {
    name: "entry",
    resolveId: (id: string) => (id === ENTRY ? id : null),
    load: (id: string) => (id === ENTRY ? code : null),
  };
  const answer = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [lightIcons, lightShared, entry],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict", external: ["react"] },
    },
  });
  const [output] = [answer].flat();
  if (!output || !("output" in output)) throw new Error("nothing was built");
  return output.output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
};

it("puts the lines of an icon into the build, and nothing else of its package", async () => {
  const code = await built(
    'import { EyeOff, type LucideIcon } from "lucide-react";\nexport const icon: LucideIcon = EyeOff;',
  );
  const file = path.join(import.meta.dirname, "../node_modules/lucide-react/dist/esm/icons/eye-off.mjs");
  const lines = [...readFileSync(file, "utf8").matchAll(/\bd: ("[^"]*")/g)];
  expect(lines).toHaveLength(4);
  for (const [, line] of lines) expect(code).toContain(line);
  expect(code.match(/\bd:/g)).toHaveLength(4);
  expect(code).not.toMatch(/\bkey:|displayName|eye-off/);
});

it("puts the constants of shared/src that are used into the build, without a schema", async () => {
  const code = await built('export { auctionStatuses } from "@jara/shared/auction";');
  expect(code).toContain('"cancelled"');
  expect(code).not.toContain("bidIncrement");
  expect(code).not.toContain("zod");
});

it("keeps a schema that is used", async () => {
  const code = await built('export { softCloseSchema } from "@jara/shared/auction";');
  expect(code).toContain("strictObject");
});
