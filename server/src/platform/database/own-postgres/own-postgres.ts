// Starts the PostgreSQL that comes with the program, for a server without DATABASE_URL. Its files are in
// <DATA_DIR>/postgres. It listens on 127.0.0.1 alone, with a password of its own, and stops with the program.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseUnusable } from "../connection-problem.ts";
import { holdFolder } from "../folder-lock.ts";
import { openCluster, passwordIn, urlOf } from "./cluster.ts";
import { OwnServer } from "./own-server.ts";
import { systemProblem } from "./problems.ts";
import { FOLDER } from "./programs.ts";
import { runningIn } from "./running.ts";

export interface OwnPostgres {
  /** The address, with its password. */
  readonly url: string;
  /** The id of the parent of all its processes. */
  pid(): number;
  close(): Promise<void>;
}

interface Options {
  /** Tells the operator about steps that take seconds. */
  readonly tell?: (line: string) => void;
  /** Settings of the server in addition to its own ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Throws FolderInUse while another process runs on the folder, and DatabaseUnusable with a sentence otherwise. */
export const openOwnPostgres = async (
  dataDir: string,
  { tell = () => {}, settings = {} }: Options = {},
): Promise<OwnPostgres> => {
  let release = (): void => {};
  let server: OwnServer | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    release = holdFolder(dataDir);
    server = new OwnServer(await openCluster(dataDir, tell), settings, tell);
    await server.start();
    const started = server;
    return { url: started.url, pid: () => started.pid, close: () => started.stop().finally(release) };
  } catch (error) {
    await server?.stop();
    release();
    throw inWords(error, dataDir);
  }
};

/** The address of the PostgreSQL that runs in the folder, for a program beside the server. Null: none runs. */
export const runningUrl = (dataDir: string): string | null => {
  const folder = path.join(dataDir, FOLDER);
  const running = runningIn(path.join(folder, "data"));
  try {
    return running && urlOf(passwordIn(folder), running.port);
  } catch (error) {
    throw inWords(error, dataDir);
  }
};

const inWords = (error: unknown, dataDir: string): unknown => {
  const problem = systemProblem(error);
  return problem === null
    ? error
    : new DatabaseUnusable(`The built-in PostgreSQL in ${dataDir} does not start: ${problem}`);
};
