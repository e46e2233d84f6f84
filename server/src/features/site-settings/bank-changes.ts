// Changes of the bank account. Such a change moves everybody's payments, so one person alone cannot make it at once.
// Another administrator approves it, or, if there is no other, it waits for a day and every administrator is notified.
// A person who lost the role within the last day still counts as another administrator.
import { randomUUID } from "node:crypto";
import type { WaitingChange } from "@jara/shared/rest/site-settings";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { bankAccountChanges, settingVersions } from "../../platform/database/schema/site-settings.ts";
import { aliased, clockAt, clockPart, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { actorPart, isSettled } from "../../platform/database/who-may.ts";
import { mailAdministrators } from "./admin-mails.ts";
import { isAdministrator, isOrWasAdministrator } from "./administrators.ts";
import type { NewVersion } from "./queries.ts";

const v = aliased(settingVersions, "v");
const o = aliased(users, "o");
const u = aliased(users, "u");
const c = aliased(bankAccountChanges, "c");
const r = aliased(users, "r");
const t = aliased(bankAccountChanges, "taken");
/** The change that the mails are about. */
const about = aliased(bankAccountChanges, "r");

/** A change without a second person waits for this long. */
const WAIT = sql`interval '24 hours'`;
const inForce = sql`coalesce((select max(${v.version}) from ${v.table} where ${v.section} = 'bank-account'), 0)`;

/** The details of the change in the part `row`. */
const detailsOf = (row: string): SQL => {
  const { id, value, reason, dueAt } = aliased(bankAccountChanges, row);
  return sql`json_build_object('section', 'bank-account', 'change', ${id}, 'after', ${value}, 'reason', ${reason},
    'dueAt', ${dueAt})`;
};

const recordOf = (actorId: string | null, action: string, row: string): SQL =>
  insertSelect(adminActions, {
    ...{ id: sql`gen_random_uuid()`, actorId, action },
    details: detailsOf(row),
    at: clockAt,
  });

const b = bankAccountChanges;
const returned = sql`${b.id}, ${b.value}, ${b.version}, ${b.restores}, ${b.reason}, ${b.askedBy}, ${b.dueAt}, ${b.status}`;

/** `waiting`: another change waits already. `changed`: another account is in force than the actor read. */
export const askForChange = async (
  { db }: Pick<Database, "db">,
  actorId: string,
  { value, version, reason, restores }: Omit<NewVersion, "section">,
): Promise<"asked" | "waiting" | "changed" | "not-allowed"> => {
  const [row] = await db.execute<{ isAllowed: boolean; isCurrent: boolean; isAsked: boolean }>(sql`
    with ${clockPart},
    ${actorPart(actorId, "house:settings")},
    other as (
      select ${o.id} as id from ${o.table}, clock where ${o.id} <> ${actorId}::uuid
        and ${isOrWasAdministrator(o, sql`(${isAdministrator(o)} and ${isSettled(o)})`)} limit 1
    ),
    made as (
      ${insertSelect(bankAccountChanges, {
        ...{ id: randomUUID(), value: sql`${JSON.stringify(value)}::jsonb`, version, restores, reason },
        ...{ askedBy: sql`actor.id`, askedAt: clockAt, status: "waiting", decidedBy: null, decidedAt: null },
        dueAt: sql`case when not exists (select from other) then clock.at + ${WAIT} end`,
      })} from actor, clock where ${inForce} = ${version}::int
      on conflict do nothing returning ${returned}
    ),
    recorded as (${recordOf(actorId, "bank account change asked for", "made")} from made, clock),
    mailed as (${mailAdministrators("made", {
      ...{ section: "bank-account", what: "asked", by: actorId, reason, dueAt: about.dueAt },
    })})
    select exists (select from actor) as "isAllowed", ${inForce} = ${version}::int as "isCurrent",
      exists (select from made) as "isAsked"`);
  if (!row?.isAllowed) return "not-allowed";
  if (row.isAsked) return "asked";
  return row.isCurrent ? "waiting" : "changed";
};

/** The part that puts the rows of `taken` in force, in the same statement as the decision about them. */
const put = sql`
  made as (
    ${insertSelect(settingVersions, {
      ...{ section: "bank-account", version: sql`${t.version} + 1`, value: t.value, source: "staff" },
      ...{ changedBy: t.askedBy, changedAt: clockAt, reason: t.reason },
      restores: t.restores,
    })} from taken, clock where ${t.status} = 'done' returning ${settingVersions.version} as version
  )`;

const becomes = sql`case when ${bankAccountChanges.version} = ${inForce} then 'done' else 'outdated' end`;

/** `not-yours`: the actor asked for it, or became an administrator too lately. */
export const approveChange = async (
  { db }: Pick<Database, "db">,
  actorId: string,
  id: string,
): Promise<"done" | "outdated" | "closed" | "not-yours" | "not-allowed"> => {
  if (!isUuid(id)) return "closed";
  const [row] = await db.execute<{ isAllowed: boolean; isSettled: boolean; status: string | null }>(sql`
    with ${clockPart},
    ${actorPart(actorId, "house:settings")},
    settled as (
      select ${u.id} as id from ${u.table}, clock where ${u.id} in (select id from actor) and ${isSettled(u)}
    ),
    -- The person who asked must still be an administrator.
    asker as (
      select ${users.id} as id from ${users} where ${isAdministrator(users)}
        and ${users.id} = (select ${c.askedBy} from ${c.table} where ${c.id} = ${id}::uuid) for share
    ),
    taken as (
      update ${bankAccountChanges} set ${nameOf(bankAccountChanges.status)} = ${becomes},
        ${nameOf(bankAccountChanges.decidedBy)} = settled.id, ${nameOf(bankAccountChanges.decidedAt)} = clock.at
      from settled, asker, clock where ${bankAccountChanges.id} = ${id}::uuid and ${bankAccountChanges.status} = 'waiting'
        and ${bankAccountChanges.dueAt} is null and ${bankAccountChanges.askedBy} <> settled.id
      returning ${returned}
    ),
    ${put},
    recorded as (${recordOf(actorId, "bank account change approved", "taken")} from taken, clock),
    mailed as (${mailAdministrators("taken", {
      ...{ section: "bank-account", what: "approved", by: actorId, reason: about.reason },
    })})
    select exists (select from actor) as "isAllowed", exists (select from settled) and not exists (
        select from ${c.table} where ${c.id} = ${id}::uuid and ${c.askedBy} = ${actorId}::uuid) as "isSettled",
      (select ${t.status} from taken) as status`);
  if (!row?.isAllowed) return "not-allowed";
  if (!row.isSettled) return "not-yours";
  return row.status === "done" || row.status === "outdated" ? row.status : "closed";
};

/**
 * Stops a change that waits. Every administrator may do so, also the one who asked for it. False: the change no longer
 * waits.
 */
export const cancelChange = async (
  { db }: Pick<Database, "db">,
  actorId: string,
  id: string,
): Promise<"cancelled" | "closed" | "not-allowed"> => {
  if (!isUuid(id)) return "closed";
  const [row] = await db.execute<{ isAllowed: boolean; isDone: boolean }>(sql`
    with ${clockPart},
    ${actorPart(actorId, "house:settings")},
    taken as (
      update ${bankAccountChanges} set ${nameOf(bankAccountChanges.status)} = 'cancelled',
        ${nameOf(bankAccountChanges.decidedBy)} = actor.id, ${nameOf(bankAccountChanges.decidedAt)} = clock.at
      from actor, clock where ${bankAccountChanges.id} = ${id}::uuid and ${bankAccountChanges.status} = 'waiting'
      returning ${returned}
    ),
    recorded as (${recordOf(actorId, "bank account change cancelled", "taken")} from taken, clock),
    mailed as (${mailAdministrators("taken", {
      ...{ section: "bank-account", what: "cancelled", by: actorId, reason: about.reason },
    })})
    select exists (select from actor) as "isAllowed", exists (select from taken) as "isDone"`);
  if (!row?.isAllowed) return "not-allowed";
  return row.isDone ? "cancelled" : "closed";
};

/**
 * Carries out the change whose time has come, once whatever the number of nodes. If there is another administrator by now,
 * the change waits for an approval instead. A change whose author is no longer an administrator is cancelled.
 */
export const carryOutDue = async ({ db }: Pick<Database, "db">): Promise<void> => {
  const asker = sql`exists (select from ${u.table} where ${u.id} = ${bankAccountChanges.askedBy}
    and ${isAdministrator(u)})`;
  const other = sql`exists (select from ${o.table} where ${o.id} <> ${bankAccountChanges.askedBy}
    and ${isOrWasAdministrator(o)})`;
  const isKept = sql`${asker} and ${other}`;
  await db.execute(sql`
    with ${clockPart},
    taken as (
      update ${bankAccountChanges} set
        ${nameOf(bankAccountChanges.status)} = case when not ${asker} then 'cancelled' when ${other} then 'waiting'
          else ${becomes} end,
        ${nameOf(bankAccountChanges.dueAt)} = case when ${isKept} then null else ${bankAccountChanges.dueAt} end,
        ${nameOf(bankAccountChanges.decidedAt)} = case when ${isKept} then null else clock.at end
      from clock where ${bankAccountChanges.status} = 'waiting' and ${bankAccountChanges.dueAt} <= clock.at
      returning ${returned}
    ),
    ${put},
    kept as (select * from taken where ${t.status} = 'waiting'),
    kept_recorded as (${recordOf(null, "bank account change waits for approval", "kept")} from kept, clock),
    kept_mailed as (${mailAdministrators("kept", {
      ...{ section: "bank-account", what: "asked", by: about.askedBy, reason: about.reason },
    })}),
    done as (select * from taken where ${t.status} = 'done'),
    recorded as (${recordOf(null, "bank account change carried out", "done")} from done, clock),
    mailed as (${mailAdministrators("done", {
      ...{ section: "bank-account", what: "carried-out", by: null, reason: about.reason },
    })})
    select 1`);
};

/** The change that waits, as this administrator may see it; null if none does. */
export const waitingChange = async ({ db }: Pick<Database, "db">, readerId: string): Promise<WaitingChange | null> => {
  const reader = sql`(select ${r.id} from ${r.table} cross join (select clock_now() as at) clock
    where ${r.id} = ${readerId}::uuid and ${isSettled(r)})`;
  const [row] = await db
    .select({
      ...{ id: bankAccountChanges.id, value: bankAccountChanges.value, reason: bankAccountChanges.reason },
      ...{ askedAt: bankAccountChanges.askedAt, dueAt: bankAccountChanges.dueAt },
      ...{ askedBy: users.id, askerName: users.username, isReaderSettled: sql<boolean>`${reader} is not null` },
    })
    .from(bankAccountChanges)
    .innerJoin(users, eq(users.id, bankAccountChanges.askedBy))
    .where(and(eq(bankAccountChanges.status, "waiting")));
  if (!row) return null;
  return {
    ...{ _id: row.id, value: row.value, reason: row.reason, askedAt: toIso(row.askedAt) },
    askedBy: { _id: row.askedBy, username: row.askerName },
    waitsFor: row.dueAt === null ? "person" : "time",
    dueAt: toIsoOrNull(row.dueAt),
    mayApprove: row.dueAt === null && row.askedBy !== readerId && row.isReaderSettled,
    mayCancel: true,
  };
};
