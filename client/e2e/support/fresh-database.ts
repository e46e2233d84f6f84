// Creates a new database in the PostgreSQL that TEST_DATABASE_URL names, and drops it afterwards.
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "./project-root.ts";

interface Sql {
  unsafe(statement: string): Promise<unknown>;
  end(): Promise<void>;
}

// The server's driver: the client has none and needs none.
const fromServer = createRequire(path.join(projectRoot, "server/package.json"));
const connect: (url: string, options: { max: number; onnotice: () => void }) => Sql = fromServer("postgres");

export interface FreshDatabase {
  url: string;
  run(statement: string): Promise<void>;
  drop(): Promise<void>;
}

const run = async (url: string, statement: string): Promise<void> => {
  const sql = connect(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(statement).finally(() => sql.end());
};

/** Without `template`, it is empty. */
export const createFreshDatabase = async (template?: string): Promise<FreshDatabase> => {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) throw new Error("TEST_DATABASE_URL is not set");
  const name = `jara_browser_${randomBytes(6).toString("hex")}`;
  await run(given, `create database ${name} ${template ? `template ${template}` : ""}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    run: (statement) => run(url.href, statement),
    drop: () => run(given, `drop database if exists ${name} with (force)`),
  };
};
