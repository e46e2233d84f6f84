// Writes the program's messages while it starts and ends: in production only JSON lines of the log, elsewhere sentences
// for the developer.
import { writeSync } from "node:fs";
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

const WAIT_MS = 10;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Writes to the standard output. A line that cannot be written is lost, because a full disk or a closed terminal must not
 * stop the server.
 */
export const output = {
  write(line: string): void {
    const bytes = Buffer.from(line);
    for (let written = 0; written < bytes.length; ) {
      try {
        written += writeSync(1, bytes, written);
      } catch (error) {
        // EAGAIN: the reader of a pipe is slow.
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
        Atomics.wait(never, 0, 0, WAIT_MS);
      }
    }
  },
};

export const say = (line: string): void => output.write(`${line}\n`);

/** `hints`: further lines for the developer. */
export const sayOpen = (config: Config, log: Log, port: number, hints: readonly string[]): void => {
  log.info({ version, node: process.versions.node, publicUrl: config.publicUrl, port }, "the server is open");
  if (config.isProduction) return;
  say("");
  say(`  ${config.brandName} is open at ${config.publicUrl}`);
  for (const line of hints) say(`  ${line}`);
  say(`  API: ${config.publicUrl}/docs   Mail: ${config.publicUrl}/dev/mail`);
};
