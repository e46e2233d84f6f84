// Reads pnpm-lock.yaml and the installed packages.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

/** `{folder, kind, name, specifier}` of every dependency for which the lockfile was made. */
export const lockedSpecifiers = (lockfile) =>
  Object.entries(parse(lockfile).importers).flatMap(([folder, kinds]) =>
    Object.entries(kinds).flatMap(([kind, names]) =>
      Object.entries(names).map(([name, { specifier }]) => ({ folder, kind, name, specifier })),
    ),
  );

/** `{name, version, resolution}` of every package in the lockfile. */
export const lockedPackages = (lockfile) =>
  Object.entries(parse(lockfile).packages).map(([id, { resolution }]) => {
    const at = id.lastIndexOf("@");
    return { name: id.slice(0, at), version: id.slice(at + 1), resolution };
  });

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
