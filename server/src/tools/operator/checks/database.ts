// Checks the database: that it can be reached and used, its migrations, its clock, its archive and its replica, who can
// administer the site, and whether its accounts, its encrypted secrets and its public log fit the settings.
import { migrationsFolder } from "../../../app/open-database.ts";
import { type Config, ConfigError } from "../../../config.ts";
import { staffOf } from "../../../features/accounts/from-command-line.ts";
import { refuseDemoAccounts } from "../../../features/accounts/refuse-demo-accounts.ts";
import { countForeignSecrets } from "../../../features/accounts/second-factor/renew-secrets.ts";
import { readHead } from "../../../features/public-log/heads.ts";
import { bidReceiptName, originOf } from "../../../features/public-log/signers.ts";
import { DatabaseUnusable, placeOf } from "../../../platform/database/connection-problem.ts";
import { CONNECTIONS_OF_A_SERVER, type Database } from "../../../platform/database/database.ts";
import { migrationStatus } from "../../../platform/database/migrating/migration-status.ts";
import { Mistake, opened } from "../command.ts";
import { checkArchive } from "./archive.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { checkReplica } from "./replica.ts";

/** A larger difference makes logs and countdowns confusing. The database's clock decides all the same. */
const CLOCK_OFF_MS = 2_000;

const { ok, note, wrong } = findingsOf("database");

export const checkDatabase = async (config: Config): Promise<Finding[]> => {
  try {
    const database = await opened(config, null);
    try {
      return [
        ...(await checkPostgres(database)),
        ...(await checkArchive(database)),
        ...(await checkReplica(database, config)),
        ...(await checkContent(database, config)),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof Mistake || error instanceof DatabaseUnusable) return [wrong(error.message)];
    throw error;
  }
};

/** The statement is text, because it asks PostgreSQL about itself. */
const checkPostgres = async (database: Database): Promise<Finding[]> => {
  const asked = Date.now();
  const [row] = await database.query<{ version: string; now: number; connections: number; mayCreate: boolean }>(
    `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       current_setting('max_connections')::int as connections,
       has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate"`,
  );
  if (!row) return [wrong("PostgreSQL gave no answer")];
  const offMs = Math.round(row.now - (asked + Date.now()) / 2);
  const { at, user, name } = placeOf(database.url);
  const clock = `The clocks of this machine and of the database differ by ${(Math.abs(offMs) / 1000).toFixed(1)} s; check NTP.`;
  return [
    ok(`PostgreSQL ${row.version} at ${at}, database ${name}, as ${user}`),
    ...(row.mayCreate ? [] : [wrong(`The user ${user} may not make tables: alter database ${name} owner to ${user}`)]),
    ...(Math.abs(offMs) > CLOCK_OFF_MS ? [note(clock)] : []),
    ...(row.connections < 2 * CONNECTIONS_OF_A_SERVER
      ? [note(`max_connections is ${row.connections}; each server takes up to ${CONNECTIONS_OF_A_SERVER}`)]
      : []),
  ];
};

const checkContent = async (database: Database, config: Config): Promise<Finding[]> => {
  const { applied, pending, unknown } = await migrationStatus(database, migrationsFolder);
  if (applied.length === 0) return [note("It has no tables yet. The first start of a server makes them.")];
  if (pending.length > 0) {
    return [
      note(`${pending.length} migrations are missing (jara migrate --status). The next start of a server does them.`),
    ];
  }
  const newer = `${unknown} migrations were made by a newer version of this program (docs/upgrading.md says whether both can run).`;
  return [
    ok(`all ${applied.length} migrations are done`),
    ...(unknown > 0 ? [note(newer)] : []),
    ...(config.isProduction ? await checkDemoAccounts(database) : []),
    ...(await checkAdmins(database)),
    ...(await checkSecrets(database, config)),
    ...(await checkLogName(database, config)),
  ];
};

/** Receipts that are signed under another name than the log count as another house's. */
const checkLogName = async (database: Database, { log }: Config): Promise<Finding[]> => {
  const head = log && (await readHead(database));
  if (!head || head.origin === originOf(log, head.log)) return [];
  const [host = ""] = head.origin.split("/log/");
  return [
    wrong(
      `The public log is called ${head.origin}, and these settings sign bid receipts as ${bidReceiptName(log)}, so ` +
        `readers would take them for another house's. Set LOG_ORIGIN=${host}`,
    ),
  ];
};

const checkDemoAccounts = async (database: Database): Promise<Finding[]> => {
  try {
    await refuseDemoAccounts(database);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [wrong(error.message)];
    throw error;
  }
};

const checkAdmins = async (database: Database): Promise<Finding[]> => {
  const admins = (await staffOf(database)).filter(({ role, isSuspended }) => role === "admin" && !isSuspended);
  if (admins.length === 0) return [note("Nobody is an administrator. Make the first one: jara admin create --email …")];
  return [ok(`${admins.length} ${admins.length === 1 ? "administrator" : "administrators"} (jara admin list)`)];
};

const checkSecrets = async (database: Database, config: Config): Promise<Finding[]> => {
  const foreign = await countForeignSecrets(database, config.jwtSecret);
  if (config.previousJwtSecret === null) {
    const lost = `JWT_SECRET does not open the authenticator secrets of ${foreign} accounts; set JWT_SECRET_PREVIOUS to the secret before.`;
    return foreign > 0 ? [wrong(lost)] : [];
  }
  return [
    foreign > 0
      ? note(`${foreign} accounts still need JWT_SECRET_PREVIOUS; a running server seals their secrets anew.`)
      : ok("no authenticator secret needs JWT_SECRET_PREVIOUS any more"),
  ];
};
