// Writes a new auction: its row, the first entry of its log, its command's outcome and the record of it, in one
// transaction. Nothing is written unless the author may make lots, the command is new, and the draft, the old lot or the
// row of an import is as it was read.
import { toMinorSteps, usualIncrements } from "@jara/shared/increment-steps";
import type { Currency } from "@jara/shared/money";
import type { Permission } from "@jara/shared/permissions";
import type { SettingValues } from "@jara/shared/site-settings";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { AuctionCreated } from "../../auction/events.ts";
import { create } from "../../auction/evolve.ts";
import type { AuctionState, StoredTakenRules, TakenIncrements } from "../../auction/state.ts";
import { assertStorable } from "../../auction/storable.ts";
import { detailsOrNull } from "../../auction/terms.ts";
import { isRelisted } from "../../engine/reads/relisted.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { auctionEvents, commands } from "../../platform/database/schema/log.ts";
import { lotDrafts } from "../../platform/database/schema/lot-drafts.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { settingVersions } from "../../platform/database/schema/site-settings.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { nowMs, oneRow } from "../../platform/database/statements.ts";

export interface NewAuction extends Omit<AuctionCreated, "type" | "startsAt" | "endsAt" | "rules" | "increments"> {
  /** The member of the staff who makes it. Left out: the seller, because it is one of the house's own lots. */
  readonly authorId?: string;
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

/** A source is what the auction is made from. It makes one auction. */
export interface AuctionSource {
  /** Takes it for this auction. False: it is not as it was read, and nothing is written. */
  readonly take: (tx: Db) => Promise<boolean>;
  /** A permission that the author needs besides the one to make lots. */
  readonly needs?: Permission;
}

/** The draft is deleted, so it becomes one auction at most. */
export const fromDraft = ({ id, revision }: PublishedDraft): AuctionSource => ({
  take: async (tx) => {
    const isAsRead = and(eq(lotDrafts.id, id), eq(lotDrafts.revision, revision));
    return (await tx.delete(lotDrafts).where(isAsRead).returning({ id: lotDrafts.id })).length > 0;
  },
});

/**
 * The source of a copy: a lot that is over, has not changed since it was read, and has no copy. A new version of its row
 * is written, with the same values. So every statement misses that waits for this row and has not seen the copy, for
 * example one that sells the old lot (commit-statement.ts).
 */
export const fromOldLot = (
  { id, revision }: Pick<AuctionState, "id" | "revision">,
  copyId: string,
  needs: Permission,
): AuctionSource => ({
  needs,
  take: async (tx) => {
    const isAsRead = and(
      eq(auctions.id, id),
      eq(auctions.revision, revision),
      inArray(auctions.status, ["ended", "cancelled"]),
    );
    const old = await tx.update(auctions).set({ revision }).where(isAsRead).returning({ id: auctions.id });
    // Read after the row is locked, so that a copy that was committed meanwhile is seen.
    if (old.length === 0 || (await isCopied(tx, id))) return false;
    await tx.insert(relistings).values({ auctionId: copyId, relistedFrom: id });
    await copyConsignment(tx, id, copyId);
    return true;
  },
});

/** The copy of a seller's lot is sold for the same seller, by the same agreement. */
const copyConsignment = async (tx: Db, id: string, copyId: string): Promise<void> => {
  const [of] = await tx.select().from(consignments).where(eq(consignments.auctionId, id));
  if (of) await tx.insert(consignments).values({ ...of, auctionId: copyId });
};

const isCopied = async (db: Db, id: string): Promise<boolean> => {
  const [row] = await db.select({ is: isRelisted(id) }).from(oneRow);
  return row?.is === true;
};

/** Resolves to whether the lot has a copy, or a copy of a copy, that was not removed. */
export const hasCopy = ({ db }: Database, id: string): Promise<boolean> => isCopied(db, id);

/** The settings that a lot takes, in the statement that reads the time, so that they are those of this time. */
const readHouse = async (tx: Db) => {
  const inForce = <S extends "lot-rules" | "increments">(section: S) =>
    sql<{ version: number; value: SettingValues[S] } | null>`(${tx
      .select({ is: sql`jsonb_build_object('version', ${settingVersions.version}, 'value', ${settingVersions.value})` })
      .from(settingVersions)
      .where(hasValue(settingVersions.section, section))
      .orderBy(desc(settingVersions.version))
      .limit(1)})`;
  const [row] = await tx
    .select({
      at: nowMs,
      rules: inForce("lot-rules"),
      increments: inForce("increments"),
    })
    .from(oneRow);
  if (!row) throw new Error("no row");
  return row;
};

type House = Awaited<ReturnType<typeof readHouse>>;

/** A lot that opens takes the site's rules. */
const takenRules = ({ rules }: House): StoredTakenRules | null =>
  rules && ({ ...rules.value, version: rules.version } as StoredTakenRules);

/** The site's increment table in minor units of the currency. */
const takenTable = ({ increments }: House, currency: Currency): TakenIncrements => ({
  version: increments?.version ?? 0,
  steps: toMinorSteps((increments?.value ?? usualIncrements)[currency]),
});

export interface NewCommand {
  readonly commandId: string;
  readonly fingerprint: string;
}

/** Takes back what the transaction did so far. */
class NotMade extends Error {}

/**
 * Returns the auction as stored. Null if the author may not (or no longer) make lots, the command is not new, or its
 * source is not as it was read.
 */
export const createAuction = async (
  { transaction }: Database,
  auction: NewAuction,
  command: NewCommand,
  source?: AuctionSource,
): Promise<AuctionState | null> => {
  const { startsAt, endsAt, durationMs, incrementTable = false, authorId = auction.seller.id, ...fields } = auction;
  assertStorable({ type: "AuctionCreated", ...fields });
  const { auctionId, seller, lot, softClose } = fields;
  const making = transaction(async (tx) => {
    if (source && !(await source.take(tx))) throw new NotMade();
    if (!(await lockActor(tx, authorId, "lots:edit"))) throw new NotMade();
    if (source?.needs && !(await lockActor(tx, authorId, source.needs))) throw new NotMade();
    const house = await readHouse(tx);
    const { at } = house;
    const remembered = await tx
      .insert(commands)
      .values({
        ...command,
        userId: authorId,
        outcome: JSON.stringify({ ok: true, data: { of: "CreateAuction", auctionId } }),
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: commands.commandId });
    if (remembered.length === 0) throw new NotMade();

    const rules = fields.status === "draft" ? null : takenRules(house);
    const increments = incrementTable ? takenTable(house, fields.currency) : null;
    const event = {
      type: "AuctionCreated" as const,
      ...fields,
      startsAt: startsAt === "by hand" ? null : (startsAt ?? at),
      endsAt: endsAt ?? at + durationMs,
      ...(rules && { rules }),
      ...(increments && { increments }),
    };
    await tx.insert(auctions).values({
      id: auctionId,
      sellerId: seller.id,
      isConsigned: fields.isConsigned ?? false,
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
      increments: increments && { ...increments, steps: [...increments.steps] },
      reserveMinor: event.reserveMinor,
      buyItNowMinor: event.buyItNowMinor,
      status: event.status,
      priceMinor: event.startingPriceMinor,
      rules,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      softCloseSeconds: softClose?.windowSeconds ?? null,
      softCloseCapMinutes: softClose?.capMinutes ?? null,
      version: 1,
      revision: 1,
      createdAt: at,
      updatedAt: at,
    });
    await tx
      .insert(auctionEvents)
      .values({ auctionId, revision: 1, version: 1, events: [event], actorId: authorId, at });
    await recordAction(tx, {
      actorId: authorId,
      auctionId,
      action: "lot made",
      details: { title: lot.title, status: event.status },
    });
    return create(event, at);
  });
  return await making.catch((error: unknown) => {
    if (error instanceof NotMade) return null;
    throw error;
  });
};
