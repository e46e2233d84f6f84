// Puts the route of each call (shared/src/calls) where the client names the call, and leaves its schemas, words and examples
// out of the build: the browser parses no answer, and users pay for their data.
import path from "node:path";
import type { NamedCall } from "@jara/shared/calls/list";
import { type Plugin, runnerImport } from "vite";

const folder = path.resolve(import.meta.dirname, "../shared/src/calls");
const namespace = /^import \* as (\w+) from "@jara\/shared\/calls\/[\w-]+";$/gm;

let read: Promise<ReadonlyMap<string, NamedCall>> | undefined;
const readCalls = async (): Promise<ReadonlyMap<string, NamedCall>> => {
  const { module } = await runnerImport<{ calls: readonly NamedCall[] }>(path.join(folder, "list.ts"));
  return new Map(module.calls.map((call) => [call.id, call]));
};

export const lightCalls: Plugin = {
  name: "light-calls",
  apply: "build",
  enforce: "pre",
  transform: async (code) => {
    const names = [...code.matchAll(namespace)].map(([, name = ""]) => name);
    const rest = code.replace(namespace, "");
    if (/^(?:import|export) (?!type )[^;]*"@jara\/shared\/calls\//m.test(rest))
      throw new Error('calls are imported by "* as"');
    if (names.length === 0) return null;
    read ??= readCalls();
    const calls = await read;
    return rest.replace(new RegExp(`(?<![.\\w]|typeof )(?:${names.join("|")})\\.(\\w+)`, "g"), (_, id: string) => {
      const call = calls.get(id);
      if (!call) throw new Error(`there is no call ${id}`);
      return `({ route: ${JSON.stringify(call.route)} })`;
    });
  },
  generateBundle: (_options, bundle) => {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? Object.entries(file.modules) : [],
    );
    const whole = modules.find(([id, { renderedLength }]) => renderedLength > 0 && id.startsWith(folder));
    if (whole) throw new Error(`${whole[0]} is in the client's build`);
  },
};
