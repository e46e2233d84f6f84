// `jara migrate`: migrates the database, or only says what would be done. Servers migrate by themselves when they
// start.
import { migrationsFolder } from "../../app/open-database.ts";
import { type MigrationStatus, migrationStatus, sqlOf } from "../../platform/database/migrating/migration-status.ts";
import { argumentsOf, type OperatorCommand, onSiteDatabase, say } from "./command.ts";

const HELP = `Usage: jara migrate             carries out the missing migrations, as the start of a server does
       jara migrate --status    says which migrations the database has; exit code 1 if some are missing
       jara migrate --dry-run   prints the statements of the missing migrations and changes nothing

Make a backup before you migrate. Migrations only add, so servers of the previous version go on working.`;

const describe = ({ applied, pending, unknown }: MigrationStatus): void => {
  say(`${applied.length} of ${applied.length + pending.length} migrations are in the database.`);
  for (const { tag } of pending) say(`missing: ${tag}`);
  if (unknown > 0) say(`${unknown} more were made by a newer version of this program.`);
};

export const command: OperatorCommand = {
  summary: "migrates the database, or says what is missing (--status, --dry-run)",
  help: HELP,
  async run(args) {
    const { values } = argumentsOf(args, { status: { type: "boolean" }, "dry-run": { type: "boolean" } });
    const before = await onSiteDatabase((database) => migrationStatus(database, migrationsFolder), { migrate: false });
    if (values["dry-run"]) {
      for (const migration of before.pending)
        say(`-- ${migration.tag}\n${sqlOf(migrationsFolder, migration).trim()}\n`);
      if (before.pending.length === 0) say("-- Nothing is missing.");
      return 0;
    }
    describe(before);
    if (values.status) return before.pending.length > 0 ? 1 : 0;
    if (before.pending.length === 0) return 0;
    const after = await onSiteDatabase((database) => migrationStatus(database, migrationsFolder));
    for (const { tag } of before.pending) say(`done: ${tag}`);
    return after.pending.length > 0 ? 1 : 0;
  },
};
