// The outbox table: takes due mails, checks whether each still makes sense, and records its result. It is long because the
// question whether a mail still makes sense depends on its kind.

import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import { and, eq, exists, isNotNull, isNull, lt, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgTable } from "drizzle-orm/pg-core";
import { incrementAbove } from "../../auction/state.ts";
import { isPublicLot } from "../../engine/reads/public-lots.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { users, verificationTokens } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { mailboxOf, outbox } from "../../platform/database/schema/mail.ts";
import { notifications } from "../../platform/database/schema/notifications.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { emailChanges, passwordResets } from "../../platform/database/schema/sessions.ts";
import { invitations } from "../../platform/database/schema/staff.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { databaseNow, increased, isAnyOf } from "../../platform/database/statements.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import { type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { isAskedFor } from "../../platform/notifications/asked-for.ts";
import { heldUntil, isForDigest, wants, wantsDigest } from "../../platform/notifications/choices.ts";
import {
  isOpen,
  newestUnseen,
  type Subject,
  searchOf,
  stillHolds,
  unseenLots,
} from "../../platform/notifications/current-state.ts";
import {
  jointKinds,
  jointNameOf,
  kindsThat,
  type MailClass,
  type MayGoTo,
  MOST_AN_HOUR,
  mailClasses,
} from "../../platform/outbox/deliveries.ts";
import { LOGIN_CODE_LIFE, type Mail, type MailData } from "../../platform/outbox/mails.ts";
import { currentStatesOf } from "../notifications/read-current-states.ts";
import { saleColumns, withSale } from "./lot-names.ts";
import { kindsWithTemplate } from "./render.ts";

const newer = alias(outbox, "newer");
const first = alias(outbox, "first");
const mate = alias(outbox, "mate");
const holder = alias(users, "holder");

/** Seconds until the next try after the first, second, … attempt. The last value repeats, for about two days in all. */
const RETRY_AFTER_S = [30, 120, 600, 3600, 6 * 3600];
export const MAX_ATTEMPTS = 12;
/** How long a taken mail belongs to the worker that took it. No other worker takes it during this time. */
export const TAKEN_FOR_MS = 30_000;
/**
 * How long a due mail of a kind that this version does not know is left to a node of a newer version. After that the
 * node assumes that no such node runs any more, so it takes the mail and gives it up.
 */
const LEFT_TO_NEWER_FOR = sql`interval '1 day'`;
const KEPT = sql`interval '30 days'`;

export interface TakenMail {
  readonly id: string;
  readonly kind: Mail["kind"];
  readonly data: Mail["data"];
  readonly to: string;
  readonly userId: string | null;
  /** Including this attempt. */
  readonly attempts: number;
  /** Epoch ms. */
  readonly createdAt: number;
}

const isKnownKind = isAnyOf(outbox.kind, kindsWithTemplate);
const isForThisVersion = or(isKnownKind, lte(outbox.dueAt, sql`${databaseNow} - ${LEFT_TO_NEWER_FOR}`));

/** A value for the class of the row's kind; a kind of a newer version counts as the last class. */
const byClass = (cell: (name: MailClass, place: number) => number): SQL<number> => {
  const cases = mailClasses.map((name, place) => {
    const kinds = kindsThat((delivery) => delivery.class === name);
    return sql`when ${isAnyOf(outbox.kind, kinds)} then ${cell(name, place)}::int`;
  });
  return sql`case ${sql.join(cases, sql` `)} else ${cell("rest", mailClasses.length)}::int end`;
};
const order = byClass((_, place) => place);
const mostAnHour = byClass((name) => MOST_AN_HOUR[name]);

/** How long a mail of a joint kind waits for others that become one with it. */
export const GATHERS_FOR_MS = 20_000;
/** The most mails that become one. */
const MOST_IN_ONE = 100;

type Columns = Readonly<Record<"id" | "sentAt" | "failedAt" | "dueAt", SQLWrapper>>;
const waits = ({ id, sentAt, failedAt, dueAt }: Columns, takes: Takes): SQL =>
  sql`(${sentAt} is null and ${failedAt} is null and ${dueAt} <= ${databaseNow} and ${takes(id)})`;

const isJointKind = (kind: SQLWrapper): SQL => sql`${kind} = any(${arrayLiteral(jointKinds)}::text[])`;

/**
 * True if the mail is due. Of mails that become one, only the first is, so that one node takes all of them: another node
 * finds the first locked, and looks for no other.
 */
const isDue = (takes: Takes, gathersForMs: number): SQL => sql`(${waits(outbox, takes)}
  and (not ${isJointKind(outbox.kind)}
    or (${outbox.createdAt} <= ${databaseNow} - ${gathersForMs}::int * interval '1 millisecond'
      and ${outbox.id} in (
        select distinct on (${first.userId}, ${jointNameOf(first.kind, first.data)}, ${first.toAddress}) ${first.id} from ${outbox} ${first}
        where ${isJointKind(first.kind)} and ${waits(first, takes)}
        order by ${first.userId}, ${jointNameOf(first.kind, first.data)}, ${first.toAddress}, ${first.createdAt}, ${first.id}))))`;

/** The mails that are due, the first ones. */
export const dueMails = async (
  { db }: Database,
  limit: number,
  takes: Takes,
  gathersForMs = GATHERS_FOR_MS,
): Promise<string[]> =>
  (
    await db
      .select({ id: outbox.id })
      .from(outbox)
      .where(isDue(takes, gathersForMs))
      .orderBy(order, outbox.dueAt)
      .limit(limit)
  ).map(({ id }) => id);

/**
 * Takes up to `limit` due mails, urgent classes first, and with each the mails that become one with it. The statement
 * sets their next attempt at the same time, so that only one node gets each mail, and a mail that a crashed node had
 * taken becomes due again. It leaves mails of unknown kinds to newer nodes, for a day.
 */
export const takeDue = async (
  { db }: Database,
  limit: number,
  takes = takesOf("mails"),
  gathersForMs = GATHERS_FOR_MS,
): Promise<TakenMail[]> => {
  const { id, kind, data, userId, toAddress } = outbox;
  const due = db.$with("due").as(
    db
      .select({ id, kind, data, userId, toAddress })
      .from(outbox)
      .where(and(isDue(takes, gathersForMs), isForThisVersion))
      .orderBy(order, outbox.dueAt)
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  const mates = db.$with("mates", { id: sql<string>`id`.as("id") }).as(sql`
    select mates.id from due, lateral (
      select ${mate.id} as id from ${outbox} ${mate}
      where ${isJointKind(sql`due.kind`)} and ${jointNameOf(mate.kind, mate.data)} = ${jointNameOf(sql`due.kind`, sql`due.data`)} and ${mate.userId} = due.user_id
        and ${mate.toAddress} = due.to_address and ${mate.id} <> due.id and ${waits(mate, takes)}
      order by ${mate.createdAt}, ${mate.id} limit ${MOST_IN_ONE - 1}::int for update skip locked) mates`);
  const taken = db
    .$with("taken", { id: sql<string>`id`.as("id") })
    .as(sql`select id from due union all select id from mates`);
  const attempts = increased(outbox.attempts);
  const pauses = sql.raw(`(array[${RETRY_AFTER_S.join(", ")}])`);
  const dueAt = sql`${clockNow} + interval '1 second' * ${pauses}[least(${attempts}, ${RETRY_AFTER_S.length}::int)]`;
  return await db
    .with(due, mates, taken)
    .update(outbox)
    .set({ attempts, dueAt })
    .from(taken)
    .where(eq(outbox.id, sql`taken.id`))
    .returning({
      id: outbox.id,
      kind,
      data,
      to: toAddress,
      userId,
      attempts: outbox.attempts,
      createdAt: outbox.createdAt,
    });
};

const goesTo = (to: MayGoTo): SQL =>
  isAnyOf(
    outbox.kind,
    kindsThat((delivery) => delivery.to === to),
  );

/**
 * True if the mail may go to its address: whoever registers a stranger's address must not be able to send mails there
 * (`platform/outbox/deliveries.ts`). The minute is for statements that verify the address and write the mail.
 */
const mayGoToAddress = sql<boolean>`(not ${isKnownKind} or ${goesTo("anyone")} or ${goesTo("former")}
  or (${goesTo("holder")} and exists (select from ${users} ${holder}
    where lower(${holder.email}) = lower(${outbox.toAddress}) and ${holder.emailVerifiedAt} is not null))
  or (${goesTo("owner")} and ${users.emailVerifiedAt} <= ${outbox.createdAt} + interval '1 minute'))`;

/**
 * Which mails count together. Anybody can register `ada+1@`, `ada+2@` and so on, and cause mails that prove the address
 * there. So these must not use up the bound of an address in its plain spelling, or that its owner has verified.
 */
const isOneMailbox = sql`(${mailboxOf(newer.toAddress)} = ${mailboxOf(outbox.toAddress)}
  and (not ${goesTo("anyone")} or lower(${newer.toAddress}) = lower(${outbox.toAddress})
    or (${users.emailVerifiedAt} is null and lower(${outbox.toAddress}) <> ${mailboxOf(outbox.toAddress)})))`;

/**
 * If the mailbox has had its mails of this kind within the hour: the time at which it may have the next one; else null.
 * Mails that are taken together count too, those that become one only once. Two nodes that send at the same moment may exceed the limit by one batch.
 */
const boundUntil = (ids: readonly string[]) => {
  const before = sql`(select count(*) from ${outbox} ${newer} where ${newer.id} = any(${arrayLiteral(ids)}::uuid[])
    and (${newer.createdAt}, ${newer.id}) < (${outbox.createdAt}, ${outbox.id}) and ${newer.kind} = ${outbox.kind} and ${isOneMailbox}
    and not (${isJointKind(outbox.kind)} and ${newer.userId} = ${outbox.userId}))::int`;
  return sql<number | null>`(select (extract(epoch from ${newer.sentAt} + interval '1 hour') * 1000)::float8
    from ${outbox} ${newer}
    where ${newer.kind} = ${outbox.kind} and ${isOneMailbox}
      and ${newer.sentAt} > ${clockNow} - interval '1 hour' and ${newer.lastError} is null
    order by ${newer.sentAt} desc offset greatest(${mostAnHour} - 1 - ${before}, 0) limit 1)`;
};

/** The condition under which a mail is still worth sending. Kinds that are not listed are always sent. */
const hasSense = (db: Db): SQL<boolean | null> => {
  const any = (table: PgTable, ...conditions: (SQL | undefined)[]) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(...conditions)),
    );
  const tokenHash = sql`encode(sha256(convert_to(${outbox.data} ->> 'token', 'UTF8')), 'hex')`;
  const hasValidLink = any(
    verificationTokens,
    eq(verificationTokens.userId, outbox.userId),
    sql`${verificationTokens.expiresAt} > ${clockNow}`,
    eq(verificationTokens.tokenHash, tokenHash),
  );
  const canReset = any(
    passwordResets,
    eq(passwordResets.tokenHash, tokenHash),
    sql`${passwordResets.expiresAt} > ${clockNow}`,
  );
  const canConfirm = any(
    emailChanges,
    eq(emailChanges.confirmHash, tokenHash),
    isNull(emailChanges.changedAt),
    sql`${emailChanges.expiresAt} > ${clockNow}`,
  );
  const isInvited = any(
    invitations,
    eq(invitations.tokenHash, tokenHash),
    isNull(invitations.acceptedAt),
    isNull(invitations.withdrawnAt),
    sql`${invitations.expiresAt} > ${clockNow}`,
  );
  const holds = stillHolds(subject);
  return sql`case ${outbox.kind}
    when 'verify-email' then ${users.emailVerifiedAt} is null and ${hasValidLink}
    when 'login-code' then ${outbox.createdAt} > ${clockNow} - ${LOGIN_CODE_LIFE}
    when 'password-reset' then ${canReset}
    when 'registered-again' then ${canReset}
    when 'email-change-confirm' then ${canConfirm}
    when 'account-suspended' then ${users.bannedAt} is not null
    when 'account-restored' then ${users.bannedAt} is null
    when 'deletion-requested' then ${users.closesAt} is not null
    when 'deletion-requested-after-change' then ${users.closesAt} is not null
    when 'staff-invitation' then ${isInvited}
    when 'rate-to-confirm' then ${roleMay("site:settings")} and ${holds}
    when 'staff-alerts' then ${users.role} = ${outbox.data} ->> 'role' and ${users.bannedAt} is null and ${isWanted}
    when 'staff-joined' then true
    when 'staff-welcome' then true
    when 'watched-lot' then ${holds} and ${isWanted} and ${isUnread} and ${isAskedFor(subject)}
    when 'new-lots' then ${holds} and ${isWanted} and ${isUnread} and not ${isRepeated} and ${isAskedFor(subject)}
    when 'new-lots-daily' then ${isWanted} and ${isUnread} and not ${isRepeated} and ${isAskedFor(subject)}
    else ${holds} and (${inboxKind} is null or ${isWanted}) end`;
};

const subject: Subject = {
  about: sql`${outbox.kind}`,
  userId: sql`${outbox.userId}`,
  auctionId: sql`${outbox.auctionId}`,
  data: sql`${outbox.data}`,
};
/** The kind of notification that the reader's choices apply to; null: the reader cannot choose this mail. */
const inboxKind = sql`(case ${outbox.kind} when 'outbid' then 'outbid' when 'watched-lot' then 'reminder'
  when 'new-lots' then 'saved-search' when 'new-lots-daily' then 'saved-search' else kind_of_mail(${outbox.kind}) end)`;
const reader = sql`${outbox.userId}`;
/** True if the reader has not read the mail's notification on the screen meanwhile. */
const isUnread = sql`exists (select from ${notifications} where
  ${notifications.id} = (${outbox.data} ->> 'notificationId')::uuid and ${notifications.readAt} is null)`;
/**
 * True if a newer mail about the same search waits, because this one could not be sent in time. The newer one names all
 * new lots.
 */
const isRepeated = sql`exists (select from ${outbox} ${newer} where ${newer.userId} = ${outbox.userId}
  and ${newer.kind} = ${outbox.kind} and ${newer.data} ->> 'searchId' is not distinct from ${outbox.data} ->> 'searchId'
  and ${newer.createdAt} > ${outbox.createdAt} and ${newer.sentAt} is null and ${newer.failedAt} is null)`;
const isWanted = wants("mail", reader, inboxKind);

const selectSense = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: outbox.id,
      hasSense: sql<boolean | null>`(${mayGoToAddress} and (${hasSense(db)}))`,
      heldUntil: sql<number | null>`greatest(${heldUntil(subject, inboxKind, clockNow)}, ${boundUntil(ids)})`,
      isInDigest: sql<boolean>`(${isForDigest(inboxKind)} and ${wantsDigest(reader)})`,
      ...saleColumns,
      priceMinor: auctions.priceMinor,
      incrementMinor: auctions.incrementMinor,
      increments: auctions.increments,
      endsAt: auctions.endsAt,
      status: auctions.status,
      isOpen: sql<boolean | null>`(${isOpen})`,
      hasPage: sql<boolean>`(${outbox.auctionId} is null or ${isPublicLot})`,
      newLots: sql<
        number | null
      >`case when ${outbox.kind} = 'new-lots' then (${unseenLots(searchOf(sql`${outbox.data}`))}) end`,
      newestLot: sql<
        string | null
      >`case when ${outbox.kind} = 'new-lots' then (${newestUnseen(searchOf(sql`${outbox.data}`))}) end`,
    })
    .from(outbox)
    .leftJoin(users, eq(users.id, outbox.userId))
    .leftJoin(auctions, eq(auctions.id, outbox.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, outbox.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .where(isAnyOf(outbox.id, ids));
type SenseRow = Awaited<ReturnType<typeof selectSense>>[number];

export interface SensibleMail extends TakenMail {
  /**
   * Epoch ms: the end of the reader's quiet hours, or the time at which the mailbox may have another mail of the kind,
   * whichever is later; null: nothing holds the mail back.
   */
  readonly heldUntil: number | null;
  /** True if the reader gets one mail a day instead. */
  readonly isInDigest: boolean;
}

/**
 * Returns those of `mails` that still make sense: for example the reader no longer leads and wants such mails, the link
 * is still valid, or the payment is still open. A mail about a price or an end gets the current one, one about new
 * lots their number.
 * A daily mail leaves out notifications that no longer hold, and those that its reader no longer wants by mail.
 */
export const stillSensible = async ({ db }: Database, mails: readonly TakenMail[]): Promise<SensibleMail[]> => {
  const rows = await selectSense(
    db,
    mails.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const digests = await presentDigests({ db }, mails);
  return mails.flatMap((mail) => {
    const row = byId.get(mail.id);
    if (!row?.hasSense) return [];
    const sensible = { ...mail, heldUntil: row.heldUntil, isInDigest: row.isInDigest ?? false };
    if (mail.kind !== "digest") return [{ ...sensible, data: withPresent(row, mail) }];
    const data = digests.get(mail.id);
    return data ? [{ ...sensible, data }] : [];
  });
};

/**
 * Returns the data of the daily mails among `mails`, by the mail's id: only notifications that still hold and are still
 * wanted, each with its present state. A mail that has nothing left to say is not in the map.
 */
const presentDigests = async (
  { db }: Pick<Database, "db">,
  mails: readonly TakenMail[],
): Promise<Map<string, MailData["digest"]>> => {
  const listed = mails.flatMap(({ id, kind, data, userId }) =>
    kind === "digest" && userId !== null
      ? (data as MailData["digest"]).items.map((item) => ({ id, userId, about: item.about, data: item.data, item }))
      : [],
  );
  const currentStates = await currentStatesOf(
    { db },
    listed.map(({ userId, about, data }) => ({ userId, about, data })),
  );
  const left = listed.flatMap(({ id, item }, place) => {
    const present = currentStates[place];
    return present?.holds ? [{ id, item: { ...item, present } }] : [];
  });
  return new Map(
    mails.flatMap(({ id, kind, data }) => {
      if (kind !== "digest") return [];
      const { others } = data as MailData["digest"];
      const items = left.filter((one) => one.id === id).map(({ item }) => item);
      return items.length + others > 0 ? [[id, { items, others }] as const] : [];
    }),
  );
};

const withPresent = (row: SenseRow, mail: TakenMail): Mail["data"] => {
  const data = withPresentLot(row, mail);
  return row.hasPage ? withSale(data, row) : ({ ...data, hasPage: false } as Mail["data"]);
};

const withPresentLot = (row: SenseRow, { kind, data }: TakenMail): Mail["data"] => {
  if (kind === "new-lots") return { ...(data as MailData["new-lots"]), lots: row.newLots ?? 0, newest: row.newestLot };
  const { priceMinor, incrementMinor, increments, endsAt } = row;
  if (priceMinor === null || incrementMinor === null || endsAt === null) return data;
  const isPaused = row.status === "paused";
  // A pause moves the end, so nobody knows it yet.
  const endTime = isPaused ? null : new Date(endsAt).toISOString();
  if (kind === "lot-changed") {
    const end = row.isOpen ? { endTime, isPaused } : { endTime: null, isPaused: false };
    return { ...(data as MailData["lot-changed"]), ...end };
  }
  if (kind === "lot-reopened" && row.isOpen) return { ...(data as MailData["lot-reopened"]), endTime };
  if (kind !== "outbid" && kind !== "watched-lot") return data;
  const present = { currentPrice: toMajor(priceMinor), endTime };
  if (kind === "watched-lot") return { ...(data as MailData["watched-lot"]), ...present };
  const increment = incrementAbove({ increments, incrementMinor }, priceMinor);
  const minimumBid = toMajor(minimumBidMinor(priceMinor, increment));
  return { ...(data as MailData["outbid"]), ...present, minimumBid };
};

/** The result of mails that were taken. */
export type Fate =
  /** In one mail, which has the id `as`. */
  | { readonly kind: "sent"; readonly as: string }
  /** Not sent, because what it says is no longer true. */
  | { readonly kind: "obsolete" }
  /** Not sent, because the reader gets one mail a day instead. */
  | { readonly kind: "in-digest" }
  /** Not sent before then, epoch ms: quiet hours, or the limit of a mailbox. It does not count as an attempt. */
  | { readonly kind: "held"; readonly until: number }
  /** Tried again later, unless this was the last attempt. */
  | { readonly kind: "later"; readonly error: string }
  | { readonly kind: "failed"; readonly error: string };

const unsentWords = { obsolete: "obsolete: not sent", "in-digest": "in the daily mail" } as const;
const IN_ONE_MAIL = "sent in one mail with others";

/** Blanks the token or the code in a finished mail, so that the table keeps no secret. */
const withoutSecrets = sql`case
  when ${outbox.data} ->> 'token' is not null then jsonb_set(${outbox.data}::jsonb, '{token}', '""')::json
  when ${outbox.data} ->> 'code' is not null then jsonb_set(${outbox.data}::jsonb, '{code}', '""')::json
  else ${outbox.data} end`;

type Marked = Pick<TakenMail, "id" | "attempts">;

/** False for a mail that another node has taken since, because it belongs to that node now. */
const isStillTaken = (mails: readonly Marked[]): SQL => sql`(${outbox.sentAt} is null
  and (${outbox.id}, ${outbox.attempts}) in (select * from unnest(
    ${arrayLiteral(mails.map(({ id }) => id))}::uuid[], ${arrayLiteral(mails.map(({ attempts }) => attempts))}::int[])))`;

/** Records one result for all of these mails, in one statement unless it was the last attempt of some of them. */
export const recordFate = async (
  database: Pick<Database, "db">,
  mails: readonly Marked[],
  fate: Fate,
): Promise<void> => {
  const { db } = database;
  if (fate.kind === "later") {
    const again = mails.filter(({ attempts }) => attempts < MAX_ATTEMPTS);
    if (again.length > 0) await db.update(outbox).set({ lastError: fate.error }).where(isStillTaken(again));
    const last = mails.filter(({ attempts }) => attempts >= MAX_ATTEMPTS);
    if (last.length > 0) await recordFate(database, last, { ...fate, kind: "failed" });
    return;
  }
  if (fate.kind === "held") {
    const attempts = sql`${outbox.attempts} - 1`;
    await db.update(outbox).set({ dueAt: fate.until, attempts }).where(isStillTaken(mails));
    return;
  }
  const isSent = fate.kind !== "failed";
  const lastError = lastErrorOf(fate);
  const ids = mails.map(({ id }) => id);
  await db
    .update(outbox)
    .set({ ...(isSent ? { sentAt: clockNow } : { failedAt: clockNow }), lastError, data: withoutSecrets })
    .where(and(isAnyOf(outbox.id, ids), isNull(outbox.sentAt), isNull(outbox.failedAt)));
};

const lastErrorOf = (fate: Exclude<Fate, { kind: "later" | "held" }>): string | SQL => {
  if (fate.kind === "failed") return fate.error;
  return fate.kind === "sent"
    ? sql`case when ${outbox.id} <> ${fate.as}::uuid then ${IN_ONE_MAIL}::text end`
    : unsentWords[fate.kind];
};

/** Deletes finished mails after 30 days, so that no address is kept for longer than an operator may ask for it. */
export const deleteOld = async ({ db }: Database): Promise<void> => {
  await db
    .delete(outbox)
    .where(
      and(
        lt(outbox.createdAt, sql`${databaseNow} - ${KEPT}`),
        or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt)),
      ),
    );
};
