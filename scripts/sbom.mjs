// Prints the site's packages as a CycloneDX 1.6 document: every package in the lockfile with its hash, and its licence
// if it is installed here. `node scripts/sbom.mjs > bom.json`
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installedPackages, licenceOf, lockedPackages } from "./supply/lockfile.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const installed = installedPackages(root);
const { name, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

const components = lockedPackages(readFileSync(path.join(root, "pnpm-lock.yaml"), "utf8")).map((one) => {
  const purl = `pkg:npm/${one.name.replace("@", "%40")}@${one.version}`;
  const hash = one.resolution.integrity.replace("sha512-", "");
  const found = installed(one);
  return {
    type: "library",
    "bom-ref": purl,
    name: one.name,
    version: one.version,
    purl,
    hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    ...(found && { licenses: [{ license: { name: licenceOf(found.manifest) } }] }),
  };
});

process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: { component: { type: "application", name, version } },
      components,
    },
    null,
    1,
  )}\n`,
);
