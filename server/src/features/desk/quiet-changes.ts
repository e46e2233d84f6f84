// Notices changes of what the staff see that come from the database alone, because the job that made them announces
// nothing: mails that failed, rows that were put aside, a bank account change that was carried out, and a fetched
// exchange rate. Each node looks for its own connections.
import type { StaffList } from "@jara/shared/live-lists";
import { sql } from "drizzle-orm";
import { isMailForStaff } from "../../engine/reads/mails-of-maxima.ts";
import type { Database } from "../../platform/database/database.ts";
import { setAsideRows } from "../../platform/database/schema/jobs.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { exchangeRates } from "../../platform/database/schema/money.ts";
import { bankAccountChanges } from "../../platform/database/schema/site-settings.ts";
import { oneRow } from "../../platform/database/statements.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";

const LOOK_EVERY_MS = 5_000;

type Quiet = Extract<StaffList, "failed-mails" | "set-aside-rows" | "bank-account-changes" | "exchange-rate">;

/** A text for each list that differs once the list does. */
const readMarks = async ({ db }: Database): Promise<Readonly<Record<Quiet, string>>> => {
  const [row] = await db
    .select({
      "failed-mails": sql<string>`(select ${outbox.failedAt}::text from ${outbox}
        where ${outbox.failedAt} is not null and ${isMailForStaff} order by ${outbox.failedAt} desc limit 1)`,
      "set-aside-rows": sql<string>`(select count(${setAsideRows.putAsideAt})::text || max(${setAsideRows.putAsideAt})::text
        from ${setAsideRows})`,
      "bank-account-changes": sql<string>`(select ${bankAccountChanges.id}::text || coalesce(${bankAccountChanges.dueAt}::text, '')
        from ${bankAccountChanges} where ${bankAccountChanges.status} = 'waiting' limit 1)`,
      "exchange-rate": sql<string>`(select concat_ws(' ', ${exchangeRates.usdToNgn}, ${exchangeRates.fetchedAt},
        ${exchangeRates.candidateId}, ${exchangeRates.rejectedAt}) from ${exchangeRates})`,
    })
    .from(oneRow);
  if (!row) throw new Error("the lists have no row");
  return row;
};

export const startQuietChanges = (
  deps: {
    readonly database: Database;
    /** Called with each list that changed. */
    readonly changed: (list: Quiet) => void;
    readonly log: { warn(details: object, message: string): void };
  },
  everyMs = LOOK_EVERY_MS,
): Job => {
  let known: Readonly<Record<Quiet, string>> | undefined;
  return startJob({
    everyMs,
    run: async () => {
      const now = await readMarks(deps.database);
      for (const list of Object.keys(now) as Quiet[]) if (known && now[list] !== known[list]) deps.changed(list);
      known = now;
    },
    failed: (error) => deps.log.warn({ err: error }, "changes for the staff not looked for; trying again"),
  });
};
