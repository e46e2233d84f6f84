// Defines the SQL conditions for a person who still wants to be notified about a watched lot or a saved search. They
// are parts of the statements that send, so that the person's choice at that moment counts.
import { defaultReminders } from "@jara/shared/reminders";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { arrayLiteral } from "../database/arrays.ts";
import { relistings } from "../database/schema/relistings.ts";
import { savedSearches } from "../database/schema/saved-searches.ts";
import { reminderSettings, watches } from "../database/schema/watches.ts";
import { type Subject, searchOf } from "./current-state.ts";

const settings = alias(reminderSettings, "reminders_of");
const w = alias(watches, "watched");
const r = alias(relistings, "relisted");
const s = alias(savedSearches, "search");

/** Returns the name under which a person chooses a reminder. `what`: its name in the data of the notification. */
export const reminderOf = (what: SQL): SQL =>
  sql`(case ${what} when 'started' then 'start' when 'resumed' then 'paused' else ${what} end)`;

/** True if the person chose this reminder. */
export const wantsReminder = (userId: SQL, reminder: SQL): SQL<boolean> => sql<boolean>`${reminder} = any(coalesce(
  (select ${settings.reminders} from ${reminderSettings} ${settings} where ${settings.userId} = ${userId}),
  ${arrayLiteral(defaultReminders)}::text[]))`;

/**
 * True if the person still wants the notification: the lot is watched and the reminder chosen, or the alert of a search
 * is on. Always true for other kinds.
 */
export const isAskedFor = ({ about, userId, auctionId, data }: Subject): SQL<boolean> => {
  const what = sql`(${data} ->> 'what')`;
  // The watchers of a lot are notified of its copy, which they do not watch.
  const reminds = sql`(${wantsReminder(userId, reminderOf(what))} and exists (
    select from ${watches} ${w} where ${w.userId} = ${userId} and (${w.auctionId} = ${auctionId} or ${what} = 'relisted' and exists (
      select from ${relistings} ${r} where ${r.auctionId} = ${auctionId} and ${r.relistedFrom} = ${w.auctionId}))))`;
  const hasAlert = (searchId: SQL) =>
    sql`exists (select from ${savedSearches} ${s} where ${s.id} = ${searchId} and ${s.userId} = ${userId} and ${s.alert} <> 'off')`;
  // Notifications that an older version wrote do not have the searches' ids.
  const anyHasAlert = sql`exists (select from json_array_elements(${data} -> 'searches') as named (one)
    where named.one ->> 'searchId' is null or ${hasAlert(sql`(named.one ->> 'searchId')::uuid`)})`;
  return sql<boolean>`case ${about}
    when 'reminder' then ${reminds}
    when 'watched-lot' then ${reminds}
    when 'saved-search' then ${hasAlert(searchOf(data))}
    when 'new-lots' then ${hasAlert(searchOf(data))}
    when 'saved-searches-daily' then ${anyHasAlert}
    when 'new-lots-daily' then ${anyHasAlert}
    else true end`;
};
