// Builds calls as the client's build does, and looks for what must not be in it.
import { readdirSync } from "node:fs";
import path from "node:path";
import { calls } from "@jara/shared/calls/list";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { lightCalls } from "../light-calls.ts";

const folder = path.join(import.meta.dirname, "../../shared/src/calls");
const ENTRY = path.join(import.meta.dirname, "entry-of-the-test.ts");

const built = async (code: string): Promise<string> => {
  const answer = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      lightCalls,
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? code : null),
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: ENTRY, preserveEntrySignatures: "strict" } },
  });
  const [output] = [answer].flat();
  if (!output || !("output" in output)) throw new Error("nothing was built");
  return output.output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
};

describe("the calls in the client's build", () => {
  it("are their routes alone, without words, schemas and examples", async () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
    const isCall = new Set(calls.map(({ id }) => id));
    const lines = names.map(async (name, n) => {
      const ids = Object.keys(await import(`../../shared/src/calls/${name}.ts`)).filter((id) => isCall.has(id));
      const used = ids.map((id) => `c${n}.${id}`).join(", ");
      return ids.length === 0
        ? ""
        : `import * as c${n} from "@jara/shared/calls/${name}";\nexport const e${n} = [${used}];`;
    });
    const code = await built((await Promise.all(lines)).join("\n"));
    for (const { route } of calls) expect(code).toContain(JSON.stringify(route));
    const left = code.replace(/^\/\/.*$/gm, "").replace(/"(?:GET|POST|PUT|PATCH|DELETE) [^"]+"/g, "");
    expect(left.match(/\w+/g)?.filter((word) => !/^(?:e\d+|var|const|export|as|route)$/.test(word))).toEqual([]);
  });

  it.each([
    [
      "import one of them",
      'import { getSite } from "@jara/shared/calls/site";\nexport const one = getSite;',
      'by "* as"',
    ],
    ["export all of them", 'export * from "@jara/shared/calls/site";', 'by "* as"'],
    [
      "name none",
      'import * as c from "@jara/shared/calls/site";\nexport const one = c.noCall;',
      "there is no call noCall",
    ],
    [
      "import them by another path",
      'import { getSite } from "../../shared/src/calls/site.ts";\nexport const one = getSite;',
      "is in the client's build",
    ],
  ])("stop a build whose modules %s", async (_how, code, problem) => {
    await expect(built(code)).rejects.toThrow(problem);
  });
});
