// Migrations beside servers at work: neither waits for the other in a circle, and nobody waits long.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeDatabase } from "../../../../test/support/fresh-database.ts";
import { migrationsFolder } from "../../../app/open-database.ts";
import { openDatabase } from "../database.ts";
import { knownMigrations } from "./migration-status.ts";

/** This program's migrations and one more. */
const folderWith = (statements: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  const known = knownMigrations(migrationsFolder);
  const entries = [...known, { tag: "9999_planted", at: (known.at(-1)?.at ?? 0) + 1 }];
  mkdirSync(path.join(folder, "meta"), { recursive: true });
  writeFileSync(
    path.join(folder, "meta/_journal.json"),
    JSON.stringify({
      version: "7",
      dialect: "postgresql",
      entries: entries.map(({ tag, at }, idx) => ({ idx, version: "7", when: at, tag, breakpoints: true })),
    }),
  );
  writeFileSync(path.join(folder, "9999_planted.sql"), statements);
  return folder;
};

const BREAK = "\n--> statement-breakpoint\n";

describe("a migration beside a server at work", () => {
  const place = async () => {
    const at = await makeDatabase();
    onTestFinished(() => at.drop());
    const url = at.databaseUrl;
    await (await openDatabase({ url }, migrationsFolder)).close();
    const server = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
    onTestFinished(() => server.end());
    return { url, server };
  };
  const migrated = async (url: string, folder: string): Promise<void> => (await openDatabase({ url }, folder)).close();

  it("lets a transaction go on that holds the second table and then wants the first", async () => {
    const { url, server } = await place();
    await server.unsafe("begin; lock table users in row exclusive mode");
    const migrating = migrated(
      url,
      folderWith(["ALTER TABLE auctions ADD planted int;", "ALTER TABLE users ADD planted int;"].join(BREAK)),
    );
    const watching = postgres(url, { max: 1, fetch_types: false });
    onTestFinished(() => watching.end());
    const waits = async () =>
      (
        await watching`select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted and l.relation = 'users'::regclass`
      ).length > 0;
    while (!(await waits())) await sleep(5);
    await server.unsafe("lock table auctions in row exclusive mode");
    await server.unsafe("commit");
    await migrating;
    expect(await server`select planted from auctions`).toHaveLength(0);
  });

  it("lets others read and write while it waits for a long read", async () => {
    const { url, server } = await place();
    await server.unsafe("begin; lock table users in access share mode");
    const migrating = migrated(url, folderWith("ALTER TABLE users ADD planted int;"));
    const other = postgres(url, { max: 1, fetch_types: false });
    onTestFinished(() => other.end());
    let waited = 0;
    while (waited < 2) {
      waited += (
        await other`select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted and l.relation = 'users'::regclass`
      ).length;
      await other`update users set username = username where false`;
    }
    await server.unsafe("commit");
    await migrating;
    expect(await other`select planted from users`).toHaveLength(0);
  });

  it("changes nothing if one of its statements fails, and can be carried out later", async () => {
    const { url, server } = await place();
    const first = "ALTER TABLE auctions ADD planted int;";
    await expect(
      migrated(url, folderWith([first, "ALTER TABLE auctions ADD planted int;"].join(BREAK))),
    ).rejects.toThrow();
    await expect(server`select planted from auctions`).rejects.toThrow("planted");
    await migrated(url, folderWith(first));
    expect(await server`select planted from auctions`).toHaveLength(0);
  });
});
