// Errors that stop a program before it has started, as sentences for the operator.
import { accessSync, constants, mkdirSync } from "node:fs";
import { ConfigError } from "../config.ts";
import { DatabaseUnusable } from "../platform/database/connection-problem.ts";
import { FolderInUse } from "../platform/database/folder-lock.ts";

/** Makes the folder where it is missing. Throws ConfigError if nothing can be stored in it. */
export const refuseUnwritable = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR: the server cannot write into ${folder} (${code}), and every upload would fail. ` +
        "Give the folder to the user that runs the server, or name another one.",
    );
  }
};

const listening: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program; stop it, or choose another PORT",
  EACCES: "may not be used by this user; choose a PORT above 1023",
  EADDRNOTAVAIL: "cannot be used, because HOST is no address of this machine",
};

/** Null for an error that the operator cannot be expected to understand. */
export const sentenceFor = (error: unknown): string | null => {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof DatabaseUnusable) {
    return error.message;
  }
  const { syscall, code, address, port } = error as Partial<NodeJS.ErrnoException & { address: string; port: number }>;
  const words = syscall === "listen" ? listening[code ?? ""] : undefined;
  return words === undefined ? null : `${address}:${port} ${words}.`;
};
