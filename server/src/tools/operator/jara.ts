// The operator's program: `jara <command>`. Each command is a file beside this one.
import { type OperatorCommand, runCommand, say } from "./command.ts";

const commands: Readonly<Record<string, () => Promise<{ readonly command: OperatorCommand }>>> = {
  check: () => import("./check.ts"),
  migrate: () => import("./migrate.ts"),
  backup: () => import("./backup.ts"),
  restore: () => import("./restore.ts"),
  admin: () => import("./admin.ts"),
  log: () => import("./log.ts"),
  rows: () => import("./rows.ts"),
};

const help = async (): Promise<void> => {
  say("Usage: jara <command> [options]      jara <command> --help says more\n");
  for (const [name, load] of Object.entries(commands)) say(`  ${name.padEnd(10)}${(await load()).command.summary}`);
  say("\nThe settings are read from the environment, or from a file: jara --env-file <file> <command>");
  say("Exit codes: 0 done, 1 failed or something is wrong, 2 wrong use.");
};

const main = async ([name = "--help", ...args]: readonly string[]): Promise<number> => {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load) return await runCommand(name, (await load()).command, args);
  if (!["--help", "-h", "help"].includes(name)) process.stderr.write(`jara has no command "${name}".\n\n`);
  await help();
  return ["--help", "-h", "help"].includes(name) ? 0 : 2;
};

// End quietly if the reader takes only the first lines, as with `jara check | head`.
process.stdout.on("error", () => process.exit(1));
main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
