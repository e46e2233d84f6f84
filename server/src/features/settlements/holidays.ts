// The table of public holidays. Each write is one statement that also records who did it. An actor who is no longer an
// admin changes nothing. A change applies to auctions that end later; existing due dates stay.
import { randomUUID } from "node:crypto";
import type { Holiday } from "@jara/shared/rest/settlements";
import type { Database, Row } from "../../platform/database/database.ts";

/** Earliest first. */
export const allHolidays = (database: Database): Promise<Holiday[]> =>
  database.query<Holiday & Row>(
    `select to_char(h.date, 'YYYY-MM-DD') as date, h.name from public_holidays h order by h.date`,
  );

const actor = `actor as (
  select id from users where id = $1::text::uuid and role = 'admin' and banned_at is null for share
)`;

/** Adds or renames the holiday. False: the actor may not do this. */
export const setHoliday = async (database: Database, actorId: string, { date, name }: Holiday): Promise<boolean> => {
  const [row] = await database.query<{ isAllowed: boolean }>(
    `with ${actor},
     before as (select name from public_holidays where date = $2::text::date),
     changed as (
       insert into public_holidays as h (date, name) select $2::text::date, $3 from actor
       on conflict (date) do update set name = excluded.name where h.name <> excluded.name
       returning date
     ),
     recorded as (
       insert into admin_actions (id, actor_id, action, details, at)
       select $4::text::uuid, $1::text::uuid, 'holiday set', json_build_object('date', $2::text, 'name', $3::text,
         'before', (select name from before)), clock_timestamp()
       from changed
     )
     select exists (select from actor) as "isAllowed"`,
    [actorId, date, name, randomUUID()],
  );
  return row?.isAllowed ?? false;
};

export const removeHoliday = async (
  database: Database,
  actorId: string,
  date: string,
): Promise<"removed" | "not-found" | "not-allowed"> => {
  const [row] = await database.query<{ isAllowed: boolean; isRemoved: boolean }>(
    `with ${actor},
     removed as (
       delete from public_holidays h using actor where h.date = $2::text::date returning h.name
     ),
     recorded as (
       insert into admin_actions (id, actor_id, action, details, at)
       select $3::text::uuid, $1::text::uuid, 'holiday removed', json_build_object('date', $2::text, 'name', removed.name),
         clock_timestamp()
       from removed
     )
     select exists (select from actor) as "isAllowed", exists (select from removed) as "isRemoved"`,
    [actorId, date, randomUUID()],
  );
  if (!row?.isAllowed) return "not-allowed";
  return row.isRemoved ? "removed" : "not-found";
};
