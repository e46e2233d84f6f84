// One connection to PostgreSQL for an operator's command, without the servers' time limits, because counting a large
// table takes longer than any statement of a server may.
import postgres from "postgres";
import { connectionProblem } from "../../platform/database/connection-problem.ts";
import { Mistake } from "./command.ts";

export type Ask = <R extends Record<string, unknown>>(text: string, params?: readonly string[]) => Promise<R[]>;

/** Tells connections of commands from those of servers, in pg_stat_activity. */
export const COMMAND_NAME = "jara command";

/** Throws a Mistake if PostgreSQL cannot be reached or refuses us. */
export const withConnection = async <T>(url: string, run: (ask: Ask) => Promise<T>): Promise<T> => {
  const connection = { application_name: COMMAND_NAME };
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connect_timeout: 10, connection });
  try {
    return await run(async <R extends Record<string, unknown>>(text: string, params: readonly string[] = []) => [
      ...(await sql.unsafe<R[]>(text, [...params])),
    ]);
  } catch (error) {
    const problem = connectionProblem(error, url);
    throw problem ? new Mistake(problem.sentence) : error;
  } finally {
    await sql.end({ timeout: 5 });
  }
};

/** Rows of all tables. */
export const countRows = async (ask: Ask): Promise<Record<string, number>> => {
  const tables = await ask<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'drizzle') order by 1`,
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await ask<{ count: number }>(`select count(*)::float8 as count from ${name}`);
    rows[name] = row?.count ?? 0;
  }
  return rows;
};
