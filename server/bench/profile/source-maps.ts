// Finds the source of a place in built code.
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** Each map is read once. */
export const createSourceMaps = (): ((url: string, line: number, column: number) => string) => {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const file = url.startsWith("file:") ? `${fileURLToPath(url)}.map` : "";
    const map =
      file.includes("/dist/") && existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : null;
    maps.set(url, map);
    return map;
  };
  return (url, line, column) => {
    const entry = mapOf(url)?.findEntry(line, column);
    return entry && "originalSource" in entry ? entry.originalSource : url;
  };
};
