// Reads pnpm-lock.yaml and the installed packages. It supports only the part of YAML that a lockfile uses, without a
// library.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const unquoted = (text) => text.replace(/^'(.*)'$/, "$1");
const section = (text, name) => new RegExp(`^${name}:\\n((?:(?: .*)?\\n)*)`, "m").exec(text)?.[1] ?? "";

/** `{folder, kind, name, specifier}` of every dependency for which the lockfile was made. */
export const lockedSpecifiers = (lockfile) => {
  const found = [];
  let [folder, kind, name] = ["", "", ""];
  for (const line of section(lockfile, "importers").split("\n")) {
    const [, spaces = "", key = "", value = ""] = /^( +)('[^']+'|[^:]+):(?: (.*))?$/.exec(line) ?? [];
    if (spaces.length === 2) folder = unquoted(key);
    else if (spaces.length === 4) kind = key;
    else if (spaces.length === 6) name = unquoted(key);
    else if (key === "specifier") found.push({ folder, kind, name, specifier: unquoted(value) });
  }
  return found;
};

/** `{name, version, resolution}` of every package in the lockfile. */
export const lockedPackages = (lockfile) =>
  [...section(lockfile, "packages").matchAll(/^ {2}('[^']+'|\S+):\n {4}resolution: \{(.*)\}$/gm)].map(
    ([, id, resolution]) => {
      const at = unquoted(id).lastIndexOf("@");
      return { name: unquoted(id).slice(0, at), version: unquoted(id).slice(at + 1), resolution };
    },
  );

/** Looks up the `{manifest, builds}` of installed packages; null for a package that this system does not need. */
export const installedPackages = (root) => {
  const store = path.join(root, "node_modules/.pnpm");
  const folders = readdirSync(store);
  return ({ name, version }) => {
    const start = `${name.replace("/", "+")}@${version}`;
    const folder = folders.find((one) => one === start || one.startsWith(`${start}_`));
    const place = folder && path.join(store, folder, "node_modules", name);
    if (!place || !existsSync(path.join(place, "package.json"))) return null;
    const manifest = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
    const { preinstall, install, postinstall } = manifest.scripts ?? {};
    return {
      manifest,
      builds: Boolean(preinstall || install || postinstall) || existsSync(path.join(place, "binding.gyp")),
    };
  };
};

/** The SPDX licence if a package states it so; older packages have an object or a list. */
export const licenceOf = ({ license, licenses }) => {
  const said = license ?? licenses;
  const list = (Array.isArray(said) ? said : [said]).map((one) => (typeof one === "object" ? one?.type : one));
  return list.filter(Boolean).join(" OR ") || "none";
};
