// Imports each icon from its own file, and makes it with src/ui/icon.ts. The package's own way has sizes, strokes, names
// and a context that the client does not use, and its index leads to all icons.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const folder = path.join(import.meta.dirname, "node_modules/lucide-react/dist/esm");
const createIcon = path.join(import.meta.dirname, "src/ui/icon.ts");

/** The file of each icon by the names under which the package exports it. */
const readFiles = (): ReadonlyMap<string, string> => {
  const index = readFileSync(path.join(folder, "lucide-react.mjs"), "utf8");
  const lines = [...index.matchAll(/^export \{(.*)\} from '\.\/(icons\/[\w-]+\.mjs)';$/gm)];
  const namesOf = (exported: string) => [...exported.matchAll(/default as (\w+)/g)].map(([, name = ""]) => name);
  return new Map(
    lines.flatMap(([, exported = "", file = ""]) =>
      namesOf(exported).map((name) => [name, path.join(folder, file)] as const),
    ),
  );
};

let files: ReadonlyMap<string, string> | undefined;
const importOf = (name: string): string => {
  files ??= readFiles();
  const file = files.get(name);
  if (!file) throw new Error(`there is no icon ${name}`);
  return `import ${name} from ${JSON.stringify(file)};`;
};

/** The icon without its name, its size and the keys of its lines. */
const lightIcon = (code: string): string => {
  const lines = /^ {2}node: (\[[\s\S]*?\])(?:,\n {2}aliases|\n\};)/m.exec(code)?.[1];
  if (!lines) throw new Error("an icon has no lines");
  return `import { createIcon } from ${JSON.stringify(createIcon)};
export default createIcon(${lines.replace(/,\s+key: "\w+"/g, "")});`;
};

export const lightIcons: Plugin = {
  name: "light-icons",
  apply: "build",
  enforce: "pre",
  transform: (code, id) => {
    if (id.includes("/lucide-react/dist/esm/icons/")) return lightIcon(code);
    const direct = code.replace(/^import \{([^}]*)\} from "lucide-react";$/gm, (_, names: string) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && !name.startsWith("type "))
        .map(importOf)
        .join(" "),
    );
    return direct === code ? null : direct;
  },
};
