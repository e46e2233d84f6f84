// Checks the dependencies: exact versions, a lockfile that matches them and pins every package by its content hash,
// install scripts only where pnpm-workspace.yaml decides about them by name, and licences from a list. With an argument
// it checks another folder (for its tests).
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { packages as listed } from "./packages.mjs";
import { installedPackages, licenceOf, lockedPackages, lockedSpecifiers } from "./supply/lockfile.mjs";

const root = process.argv[2] ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const read = (file) => readFileSync(path.join(root, file), "utf8");
const kinds = ["dependencies", "devDependencies", "optionalDependencies"];
/** LGPL and MPL packages are used unmodified, beside our code and not inside it. OFL is the licence of fonts. */
const licences = new Set(
  [
    "MIT",
    "MIT-0",
    "ISC",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "CC-BY-4.0",
  ].concat(["Unlicense", "Zlib", "Python-2.0", "PostgreSQL", "MPL-2.0", "LGPL-3.0-or-later", "OFL-1.1"]),
);

/** These packages state their licence only in their Readme or in a file. */
const saidElsewhere = { "humanize-number@0.0.2": "MIT", "only@0.0.2": "MIT", "png-js@2.0.0": "MIT" };

if (!existsSync(path.join(root, "node_modules/.pnpm"))) {
  console.error(
    `${root} has no packages installed: run \`npm run setup\`, and for tools/api-lint \`npm run setup:api-lint\`.`,
  );
  process.exit(1);
}

const problems = [];
const workspace = parse(read("pnpm-workspace.yaml"));
const folders = [".", ...(workspace.packages ?? [])];
// The project's own workspace; another folder, like the tools of the API's checks, has none.
if (workspace.packages && [...workspace.packages].sort().join() !== [...listed].sort().join()) {
  problems.push("scripts/packages.mjs lists other packages than pnpm-workspace.yaml");
}
const decided = new Set(Object.keys(workspace.allowBuilds ?? {}));

const wanted = folders.flatMap((folder) => {
  const manifest = JSON.parse(read(path.join(folder, "package.json")));
  for (const kind of ["peerDependencies", "overrides", "resolutions"]) {
    if (manifest[kind]) problems.push(`${folder}: ${kind} has no place here`);
  }
  return kinds.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).map(([name, specifier]) => ({ folder, kind, name, specifier })),
  );
});
for (const { folder, name, specifier } of wanted) {
  const isExact = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(specifier);
  const isOurs = name.startsWith("@jara/") && specifier === "workspace:*";
  if (!isExact && !isOurs) problems.push(`${folder}: ${name} ${specifier} is no exact version`);
}

const lockfile = read("pnpm-lock.yaml");
const written = ({ folder, kind, name, specifier }) => `${folder}: ${kind} ${name} ${specifier}`;
const locked = lockedSpecifiers(lockfile).map(written);
const here = wanted.map(written);
for (const one of here) if (!locked.includes(one)) problems.push(`${one} is not in the lockfile`);
for (const one of locked) if (!here.includes(one)) problems.push(`${one} is in the lockfile alone`);

const packages = lockedPackages(lockfile);
const installed = installedPackages(root);
let present = 0;
for (const one of packages) {
  const id = `${one.name}@${one.version}`;
  const source = Object.entries(one.resolution).map(([kind, value]) => `${kind}: ${value}`);
  if (source.length !== 1 || !/^integrity: sha512-[A-Za-z0-9+/]{86}==$/.test(source[0]))
    problems.push(`${id} comes by ${source.join(", ")}`);
  const found = installed(one);
  if (!found) continue;
  present++;
  if (found.builds && !decided.has(one.name)) problems.push(`${id} has an install script that nobody decided about`);
  const licence = saidElsewhere[id] ?? licenceOf(found.manifest);
  const parts = licence.replace(/[()]/g, "").split(/ (OR|AND) /);
  const isFine = parts.includes("OR")
    ? parts.some((part) => licences.has(part))
    : parts.every((part) => part === "AND" || licences.has(part));
  if (!isFine) problems.push(`${id} has the licence ${licence}`);
}

for (const problem of problems) console.error(problem);
console.log(
  `${here.length} dependencies, ${packages.length} packages locked, ${present} looked at: ${problems.length} problems.`,
);
process.exit(problems.length === 0 && present > 0 ? 0 : 1);
