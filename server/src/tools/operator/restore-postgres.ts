// Restores a dump into a PostgreSQL. The user needs to own the database, and need not be a superuser.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { textIndexNames } from "../../platform/database/text-indexes.ts";
import { nameOf } from "./backup-files.ts";
import { Mistake, say } from "./command.ts";
import { withConnection } from "./connection.ts";
import { runPgProgram } from "./pg-programs.ts";

export const restorePostgres = async (url: string, file: string, moveExisting: boolean): Promise<void> => {
  const aside = await makeRoom(url, moveExisting);
  const work = mkdtempSync(path.join(tmpdir(), "jara-restore-"));
  try {
    const list = path.join(work, "list");
    writeFileSync(list, await contentsOf(file));
    const flags = ["--no-owner", "--no-privileges", "--no-comments", "--exit-on-error", "--single-transaction"];
    const where = ["--no-password", `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`];
    await runPgProgram("pg_restore", [...flags, ...where, `--use-list=${list}`, file], { url });
  } catch (error) {
    if (aside !== null) await putBack(url, aside);
    throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/**
 * The dump's contents without the extension, which its user may not make, and without the indexes that need it. Opening
 * the database makes both where they are allowed.
 */
const contentsOf = async (file: string): Promise<string> => {
  let list = "";
  await runPgProgram("pg_restore", ["--list", file], {
    url: null,
    output: (text) => {
      list += text.toString();
    },
  });
  const isLeftOut = (line: string): boolean =>
    / (EXTENSION|COMMENT|SCHEMA) - (EXTENSION )?(pg_trgm|public) /.test(line) ||
    textIndexNames.some((name) => new RegExp(` INDEX public ${name} `).test(line));
  return list
    .split("\n")
    .filter((line) => !isLeftOut(line))
    .join("\n");
};

/** Refuses a database in use or with data. Returns the schema that existing data was moved to; null: there was none. */
const makeRoom = (url: string, moveExisting: boolean): Promise<string | null> =>
  withConnection(url, async (ask) => {
    const [found] = await ask<{ servers: number; tables: number }>(
      `select (select count(*)::int from pg_stat_activity
         where datname = current_database() and application_name in ('jara', 'jara locks', 'jara turns')) as servers,
       (select count(*)::int from pg_tables where schemaname in ('public', 'drizzle')) as tables`,
    );
    if (found && found.servers > 0)
      throw new Mistake("A server is using this database. Stop all servers, then restore.");
    if (!found || found.tables === 0) return null;
    if (!moveExisting) {
      throw new Mistake(
        "This database has data. Restore into an empty database (createdb, and its address as DATABASE_URL), or give " +
          "--move-existing.",
      );
    }
    const aside = `jara_before_${nameOf(Date.now()).slice("jara-".length).toLowerCase()}`;
    await ask(moved(aside)).catch((error: Error) => {
      throw new Mistake(
        `The data that is there cannot be moved aside: ${error.message}. Restore into an empty database.`,
      );
    });
    say(`The data that was there is in the schema ${aside} now.`);
    return aside;
  });

/**
 * One statement that moves both of our schemas aside and makes an empty one. The extension goes, because it cannot be
 * moved, and its indexes with it; opening the database makes them again.
 */
const moved = (aside: string): string => `do $$ begin
  drop extension if exists pg_trgm cascade;
  execute 'alter schema public rename to ${aside}';
  if exists (select from pg_namespace where nspname = 'drizzle') then
    execute 'alter schema drizzle rename to ${aside}_migrations';
  end if;
  create schema public;
end $$`;

/** After a failed restore: everything is as it was. */
const putBack = async (url: string, aside: string): Promise<void> => {
  await withConnection(url, (ask) =>
    ask(`do $$ begin
      drop schema public cascade;
      drop schema if exists drizzle cascade;
      alter schema ${aside} rename to public;
      if exists (select from pg_namespace where nspname = '${aside}_migrations') then
        alter schema ${aside}_migrations rename to drizzle;
      end if;
    end $$`),
  );
  say("The data that was there is back in its place.");
};
