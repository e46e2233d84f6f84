// Fills in the files of deploy/cluster, which are the same for one machine as for three.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder deploy/cluster. */
export const deployFolder = fileURLToPath(new URL("../../../deploy/cluster/", import.meta.url));

type TemplateName = "etcd.env" | "patroni.yml" | "haproxy.cfg" | "pgbackrest.conf";

/** Throws if the file names something that was not given. */
export const filledIn = (name: TemplateName, values: Readonly<Record<string, string | number>>): string =>
  withoutComments(readFileSync(`${deployFolder}${name}`, "utf8")).replace(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${name} needs ${key}`);
    return String(value);
  });

const withoutComments = (text: string): string => text.replace(/^\s*#.*\n/gm, "");
