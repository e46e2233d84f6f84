// Runs the operator's program (`jara`) in a process of its own, with an environment of its own.
import { spawn } from "node:child_process";
import { projectRoot } from "../../src/config.ts";
import { quickProgram } from "./quick-programs.ts";

export interface Said {
  readonly code: number | null;
  readonly said: string;
}

export const databaseSettings = ({ databaseUrl }: { readonly databaseUrl: string | null }): Record<string, string> => ({
  DATABASE_URL: databaseUrl ?? "",
});

/** `typed`: what comes in through a pipe. */
export const runJara = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { program = quickProgram("jara"), typed = "" } = {},
): Promise<Said> => {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, JWT_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz", ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      said += text;
    });
  }
  child.stdin.end(typed);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said };
};
