// Checks the API's two documents and generates types from them: `node check.mjs FOLDER`, where FOLDER holds
// openapi.json and asyncapi.json. Prints every problem, and writes openapi.d.ts and asyncapi.ts into the folder.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TypeScriptGenerator, typeScriptDefaultPropertyKeyConstraints } from "@asyncapi/modelina";
import { Parser } from "@asyncapi/parser";
import openapiTS, { astToString } from "openapi-typescript";

const folder = path.resolve(process.argv[2] ?? ".");
const read = (file) => readFileSync(path.join(folder, file), "utf8");
const problems = [];

// The linter finds the list of ignored problems beside the document.
for (const file of ["redocly.yaml", ".redocly.lint-ignore.yaml"]) {
  copyFileSync(path.join(import.meta.dirname, file), path.join(folder, file));
}
const redocly = path.join(import.meta.dirname, "node_modules/@redocly/cli/bin/cli.js");
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [redocly, "lint", "openapi.json", "--format=json", "--max-problems=1000"],
  {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  },
);
const { totals, problems: found } = JSON.parse(stdout);
for (const { ruleId, message, location } of found) {
  problems.push(`${ruleId}: ${message} at ${location?.[0]?.pointer}`);
}
// The report counts the ignored problems and does not list them.
const lines = readFileSync(path.join(import.meta.dirname, ".redocly.lint-ignore.yaml"), "utf8").match(/^ +- "/gm) ?? [];
if (totals.ignored !== lines.length) {
  problems.push(`${lines.length} problems are listed to be ignored, and ${totals.ignored} of them exist.`);
}
if (status !== 0 || totals.errors + totals.warnings > 0) problems.push(`Redocly ended with ${status}. ${stderr}`);

const types = await openapiTS(read("openapi.json"));
writeFileSync(path.join(folder, "openapi.d.ts"), astToString(types));

/** An error or a warning. The other severities are hints, such as a newer version of AsyncAPI. */
const WARNING = 1;
const { document, diagnostics } = await new Parser().parse(read("asyncapi.json"));
for (const { severity, code, message, path: at } of diagnostics) {
  if (severity <= WARNING) problems.push(`${code}: ${message} at ${at.join("/")}`);
}

const asIs = (name) => name;
const generator = new TypeScriptGenerator({
  modelType: "interface",
  enumType: "union",
  // Interfaces describe the JSON itself, so a field keeps its name: `_id`, `status`.
  constraints: {
    propertyKey: typeScriptDefaultPropertyKeyConstraints({
      NAMING_FORMATTER: asIs,
      NO_SPECIAL_CHAR: asIs,
      NO_RESERVED_KEYWORDS: asIs,
    }),
  },
  processorOptions: { interpreter: { ignoreAdditionalProperties: true } },
});
const models = await generator.generate(document);
for (const { modelName } of models)
  if (/anonymous/i.test(modelName)) problems.push(`a model without a name: ${modelName}`);
const sources = new Map(models.map(({ modelName, result }) => [modelName, `export ${result}`]));
writeFileSync(path.join(folder, "asyncapi.ts"), [...sources.values()].join("\n\n"));

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
