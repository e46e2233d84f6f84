// Writes a new auction: its row, the first entry of its log, and its command's outcome, in one statement. The statement
// writes nothing unless the author may make lots, the command is new, and the draft or the old lot is as it was read.
import { randomUUID } from "node:crypto";
import { toMinorSteps, usualIncrements } from "@jara/shared/increment-steps";
import type { Currency } from "@jara/shared/money";
import type { Permission } from "@jara/shared/permissions";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AuctionCreated } from "../../auction/events.ts";
import { create } from "../../auction/evolve.ts";
import type { AuctionState, StoredTakenRules, TakenIncrements } from "../../auction/state.ts";
import { assertStorable } from "../../auction/storable.ts";
import { detailsOrNull } from "../../auction/terms.ts";
import { isRelisted } from "../../engine/reads/relisted.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { auctionEvents, commands } from "../../platform/database/schema/log.ts";
import { lotDrafts } from "../../platform/database/schema/lot-drafts.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { settingVersions } from "../../platform/database/schema/site-settings.ts";
import { hasValue, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { oneRow } from "../../platform/database/statements.ts";
import { roleMay } from "../../platform/database/who-may.ts";

const UNIQUE_VIOLATION = "23505";

export interface NewAuction extends Omit<AuctionCreated, "type" | "startsAt" | "endsAt" | "rules" | "increments"> {
  /** True: the lot takes the site's increment table. */
  readonly incrementTable?: boolean;
  /** Null: the database's current time; `by hand`: none, so that somebody starts the draft. */
  readonly startsAt: number | "by hand" | null;
  /** Null: `durationMs` after the database's current time. */
  readonly endsAt: number | null;
  readonly durationMs: number;
}

/** The unfinished lot that becomes the auction. */
export interface PublishedDraft {
  readonly id: string;
  readonly revision: number;
}

/**
 * The origin of the auction: parts of the statement, separated by commas. The last one is named `source`, and has one row
 * if the auction may be made. They can read `author (id)` and `clock (at)`.
 */
export type AuctionSource = SQL;

const noSource = sql`source as (select 1 as drafts)`;

/** The draft is deleted in the same statement, so it becomes one auction at most. */
export const fromDraft = (draft: PublishedDraft): AuctionSource => sql`
  source as (
    delete from ${lotDrafts}
    where ${lotDrafts.id} = ${draft.id}::uuid and ${lotDrafts.revision} = ${draft.revision}::int
      and exists (select from author)
    returning ${lotDrafts.id} as id
  )`;

const o = alias(auctions, "o");

/**
 * The source of a copy: a lot that is over. It has no row if the lot changed since it was read, or has a copy already.
 * The statement writes a new version of the old lot's row, with the same values. So every statement misses that waits
 * for this row and has not seen the copy: another relisting, or one that sells the old lot (commit-statement.ts).
 * `needs`: the permission that the author needs for this lot.
 */
export const fromOldLot = (
  { id, revision }: Pick<AuctionState, "id" | "revision">,
  copyId: string,
  needs: Permission,
): AuctionSource => sql`
  old as (
    update ${auctions} set ${nameOf(auctions.revision)} = ${auctions.revision} from author
    where ${auctions.id} = ${id} and ${auctions.revision} = ${revision}::int
      and ${auctions.status} in ('ended', 'cancelled') and not ${isRelisted(id)}
      and exists (select from ${users} where ${users.id} = author.id and ${roleMay(needs)})
      and ${auctions}.xmin::text = (select o.xmin::text from ${auctions} ${o} where ${o.id} = ${id})
    returning ${auctions.id} as id
  ),
  source as (
    ${insertSelect(relistings, { auctionId: copyId, relistedFrom: sql`old.id` })} from old
    returning ${relistings.auctionId} as id
  )`;

/** Whether the lot has a copy, or a copy of a copy, that was not removed. */
export const hasCopy = async ({ db }: Database, id: string): Promise<boolean> => {
  const [row] = await db.select({ is: isRelisted(id) }).from(oneRow);
  return row?.is === true;
};

type CreatedEvent = Omit<AuctionCreated, "startsAt" | "endsAt" | "rules" | "increments">;

/** The statement reads the time, the rules in force and the increment table in parts of these names. */
const now = sql`clock.at`;

const auctionRow = (
  { startsAt, endsAt, durationMs, incrementTable }: NewAuction,
  { auctionId, lot, softClose, ...event }: CreatedEvent,
): SQL =>
  insertSelect(auctions, {
    id: auctionId,
    sellerId: sql`author.id`,
    title: lot.title,
    description: lot.description,
    categories: [...lot.categories],
    condition: lot.condition,
    location: lot.location,
    media: [...lot.media],
    addenda: [...(lot.addenda ?? [])],
    conditionReport: lot.conditionReport ?? null,
    details: detailsOrNull(lot),
    currency: event.currency,
    startingPriceMinor: event.startingPriceMinor,
    incrementMinor: event.incrementMinor,
    increments: incrementTable ? sql`(select increments from table_in_force)` : null,
    reserveMinor: event.reserveMinor,
    buyItNowMinor: event.buyItNowMinor,
    status: event.status,
    priceMinor: event.startingPriceMinor,
    rules: event.status === "draft" ? null : sql`(select rules from in_force)`,
    startsAt: startsAt === "by hand" ? sql`null::timestamptz` : (startsAt ?? now),
    endsAt: endsAt ?? sql`clock.at + ${durationMs}::bigint * interval '1 millisecond'`,
    softCloseSeconds: softClose?.windowSeconds ?? null,
    softCloseCapMinutes: softClose?.capMinutes ?? null,
    version: 1,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  });

/** The first entry of the auction's log. */
const logRow = (event: CreatedEvent, incrementTable: boolean): SQL => {
  // A lot that opens takes the site's rules, as the statement finds them.
  const takenRules =
    event.status === "draft"
      ? sql`'{}'::jsonb`
      : sql`coalesce((select jsonb_build_object('rules', rules) from in_force), '{}')`;
  const takenTable = incrementTable
    ? sql`(select jsonb_build_object('increments', increments) from table_in_force)`
    : sql`'{}'::jsonb`;
  return insertSelect(auctionEvents, {
    auctionId: event.auctionId,
    revision: 1,
    version: 1,
    events: sql`jsonb_build_array(${JSON.stringify(event)}::jsonb || jsonb_build_object(
      'startsAt', ${ms(sql`starts_at`)}, 'endsAt', ${ms(sql`ends_at`)}) || ${takenRules} || ${takenTable})`,
    actorId: event.seller.id,
    at: now,
  });
};

const commandRow = (command: NewCommand, { auctionId, seller }: CreatedEvent): SQL =>
  insertSelect(commands, {
    ...command,
    userId: seller.id,
    outcome: JSON.stringify({ ok: true, data: { of: "CreateAuction", auctionId } }),
    createdAt: now,
  });

const actionRow = ({ auctionId, seller, lot, status }: CreatedEvent): SQL =>
  insertSelect(adminActions, {
    id: randomUUID(),
    actorId: seller.id,
    auctionId,
    action: "lot made",
    at: now,
    details: { title: lot.title, status },
  });

export interface NewCommand {
  readonly commandId: string;
  readonly fingerprint: string;
}

/**
 * Returns the auction as stored. Null if the author may not (or no longer) make lots, the command is not new, or its
 * source has no row.
 */
export const createAuction = async (
  database: Database,
  auction: NewAuction,
  command: NewCommand,
  source: AuctionSource = noSource,
): Promise<AuctionState | null> => {
  const { startsAt, endsAt, durationMs, incrementTable = false, ...fields } = auction;
  const event = { type: "AuctionCreated" as const, ...fields };
  assertStorable(event);
  // SQL, because the statement's parts write one after the other, each only if the one before did.
  const writing = database.db.execute<{
    at: number;
    startsAt: number | null;
    endsAt: number;
    rules: string | null;
    increments: string | null;
  }>(sql`
    with clock as (select date_trunc('milliseconds', clock_now()) as at),
    author as (
      select ${users.id} as id from ${users} where ${users.id} = ${event.seller.id} and ${roleMay("lots:edit")}
        and ${users.bannedAt} is null
        and not exists (
          select from ${commands} where ${commands.userId} = ${users.id} and ${commands.commandId} = ${command.commandId}
        )
    ),
    in_force as (
      select ${settingVersions.value} || jsonb_build_object('version', ${settingVersions.version}) as rules
      from ${settingVersions} where ${hasValue(settingVersions.section, "lot-rules")}
      order by ${settingVersions.version} desc limit 1
    ),
    ${incrementTable ? sql`table_in_force as (${incrementsInForce(event.currency)}),` : sql``}
    ${source},
    auction as (
      ${auctionRow(auction, event)} from author cross join clock cross join source
      returning ${auctions.startsAt} as starts_at, ${auctions.endsAt} as ends_at, ${auctions.rules} as rules,
        ${auctions.increments} as increments
    ),
    logged as (${logRow(event, incrementTable)} from auction cross join clock),
    remembered as (${commandRow(command, event)} from auction cross join clock),
    recorded as (${actionRow(event)} from auction cross join clock)
    select ${ms(now)} as at, ${ms(sql`starts_at`)} as "startsAt", ${ms(sql`ends_at`)} as "endsAt", auction.rules::text,
      auction.increments::text
    from auction cross join clock`);
  const [row] = await writing.catch((error: { code?: string }) => {
    // The same command was recorded between this statement's start and its insert, so nothing was written.
    if (error.code === UNIQUE_VIOLATION) return [];
    throw error;
  });
  if (!row) return null;
  const taken = {
    ...(row.rules !== null && { rules: JSON.parse(row.rules) as StoredTakenRules }),
    ...(row.increments !== null && { increments: JSON.parse(row.increments) as TakenIncrements }),
  };
  return create({ ...event, ...taken, startsAt: row.startsAt, endsAt: row.endsAt }, row.at);
};

/** The site's increment table in minor units of the currency, as the statement finds it. */
const incrementsInForce = (currency: Currency): SQL => sql`
  select coalesce((
    select jsonb_build_object('version', ${settingVersions.version}, 'steps', (
      select jsonb_agg(jsonb_build_array(round((step->>0)::numeric * 100)::bigint, round((step->>1)::numeric * 100)::bigint)
        order by place)
      from jsonb_array_elements(${settingVersions.value}->${currency}::text) with ordinality as steps (step, place)
    ))
    from ${settingVersions} where ${hasValue(settingVersions.section, "increments")}
    order by ${settingVersions.version} desc limit 1
  ), ${JSON.stringify({ version: 0, steps: toMinorSteps(usualIncrements[currency]) })}::jsonb) as increments`;

const ms = (time: SQL): SQL => sql`(extract(epoch from ${time}) * 1000)::bigint`;
