// Checks this machine: the built site, the limit of open files, the programs that backups need, and the port.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { version } from "../../../app/version.ts";
import { type Config, projectRoot } from "../../../config.ts";
import { isAnswering } from "../../child-process.ts";
import { findPgProgram } from "../pg-programs.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** docs/operations.md: a server takes 50,000 connections at most. */
const OPEN_FILES_WANTED = 50_000;
const { ok, note, wrong } = findingsOf("machine");

export const checkMachine = async (config: Config): Promise<Finding[]> => [
  ok(`Jara ${version} on Node ${process.versions.node}`),
  ...(existsSync(path.join(projectRoot, "client/dist/index.html"))
    ? []
    : [wrong("The site is not built: npm run build")]),
  ...checkOpenFiles(),
  ...checkBackupPrograms(config),
  await checkPort(config),
];

const checkOpenFiles = (): Finding[] => {
  const limits = "/proc/self/limits";
  const limit = existsSync(limits)
    ? /Max open files\s+(\d+|unlimited)/.exec(readFileSync(limits, "utf8"))?.[1]
    : undefined;
  if (limit === undefined || limit === "unlimited" || Number(limit) >= OPEN_FILES_WANTED) return [];
  return [
    note(`This process may open ${limit} files. Each connection is one: allow a server ${OPEN_FILES_WANTED} or more.`),
  ];
};

const checkBackupPrograms = ({ databaseUrl }: Config): Finding[] =>
  databaseUrl !== null && findPgProgram("pg_dump") === null
    ? [note("pg_dump is not installed, and jara backup needs it (Debian: postgresql-client).")]
    : [];

const checkPort = async ({ port }: Config): Promise<Finding> => {
  const address = `http://127.0.0.1:${port}`;
  if (!(await isAnswering(`${address}/health/live`))) return ok(`no server runs at port ${port} of this machine`);
  const isReady = await isAnswering(`${address}/health/ready`);
  return isReady
    ? ok(`a server runs at port ${port} and is ready`)
    : note(`a server runs at port ${port}, but is not ready`);
};
