// Writes the program's messages while it starts and ends: in production only JSON lines of the log, elsewhere sentences
// for the developer.
import type { Config } from "../config.ts";
import { version } from "./version.ts";

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  fatal(details: object, message: string): void;
}

/** Writes Node's warnings as lines of the log. Those that come before there is a log wait for it. */
export const logWarnings = (): ((log: Log) => void) => {
  let log: Log | null = null;
  const waiting: Error[] = [];
  const write = (warning: Error): void => log?.warn({ err: warning }, "warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (log) write(warning);
    else waiting.push(warning);
  });
  return (to) => {
    log = to;
    for (const warning of waiting.splice(0)) write(warning);
  };
};

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `hints`: further lines for the developer. */
export const sayOpen = (config: Config, log: Log, port: number, hints: readonly string[]): void => {
  log.info({ version, node: process.versions.node, publicUrl: config.publicUrl, port }, "the server is open");
  if (config.isProduction) return;
  say("");
  say(`  ${config.brandName} is open at ${config.publicUrl}`);
  for (const line of hints) say(`  ${line}`);
  say(`  API: ${config.publicUrl}/docs   Mail: ${config.publicUrl}/dev/mail`);
};
