// Voids the bids of a suspended person on the open lots, if the suspension asked for it. The lots are rows that wait until
// they are done, and each void is a command with an id of its own, so that a job on any node finishes what a crash
// interrupted, and no lot is voided twice.
import type { ErrorCode } from "@jara/shared/errors";
import { and, asc, eq, isNull, not, sql } from "drizzle-orm";
import { toVoided } from "../../../engine/answers.ts";
import type { AuctionEngine } from "../../../engine/auction-engine.ts";
import { selectLotsToVoid } from "../../../engine/reads/open-lots.ts";
import type { Database } from "../../../platform/database/database.ts";
import { suspensions, suspensionVoids } from "../../../platform/database/schema/suspensions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { takesOf } from "../../../platform/jobs/guard-rows.ts";

/**
 * Lots are added for this long, because a bid in flight may be accepted for ten seconds after its bidder was suspended.
 * On a lot that is voided already, the person can no longer bid.
 */
const LISTED_FOR = sql`interval '15 seconds'`;
/** Refusals that do not depend on the lot. The lot is tried again. */
const temporary: readonly ErrorCode[] = ["UNAVAILABLE", "INTERNAL", "RATE_LIMITED"];
const READ_AT_ONCE = 100;
const takes = takesOf("suspension-voids");
/** Each void reads the auction's log, and bids must not wait for hundreds of them. */
const VOIDED_AT_ONCE = 10;

/** Adds the person's open lots to the list of the suspension. */
const listLots = ({ transaction }: Database, suspensionId: string): Promise<void> =>
  transaction(async (tx) => {
    const [listed] = await tx
      .update(suspensions)
      .set({ isListed: sql`${suspensions.at} + ${LISTED_FOR} < clock_now()` })
      .where(and(eq(suspensions.id, suspensionId), not(suspensions.isListed)))
      .returning({ bidderId: suspensions.userId, voiderId: suspensions.by });
    if (!listed) return;
    const lots = await selectLotsToVoid(tx, listed);
    if (lots.length === 0) return;
    await tx
      .insert(suspensionVoids)
      .values(lots.map(({ auctionId, title }) => ({ suspensionId, auctionId, title })))
      .onConflictDoNothing();
  });

const voidLot = async (
  { database: { db }, engine }: { readonly database: Database; readonly engine: Pick<AuctionEngine, "submit"> },
  lot: { readonly suspensionId: string; readonly auctionId: string; readonly userId: string; readonly by: string },
): Promise<void> => {
  const { suspensionId, auctionId, userId: bidderId, by: userId } = lot;
  const command = { auctionId, userId, bidderId, commandId: `${suspensionId}:${auctionId}`, includesHidden: true };
  const effect = toVoided(await engine.submit({ type: "VoidBids", ...command, reason: "suspended", note: null }));
  const isRefused = "code" in effect;
  if (isRefused && temporary.includes(effect.code)) return;
  await db
    .update(suspensionVoids)
    .set({
      doneAt: clockNow,
      ...(isRefused ? { message: effect.message } : { effect }),
    })
    .where(
      and(
        eq(suspensionVoids.suspensionId, suspensionId),
        eq(suspensionVoids.auctionId, auctionId),
        isNull(suspensionVoids.doneAt),
      ),
    );
};

type VoidDeps = Parameters<typeof voidLot>[0];

/** Lists the lots and voids the bids on those that are not done. Returns when all were tried once. */
export const voidLotsOf = async (deps: VoidDeps, suspensionId: string): Promise<void> => {
  const { db } = deps.database;
  await listLots(deps.database, suspensionId);
  const lots = await db
    .select({
      suspensionId: suspensionVoids.suspensionId,
      auctionId: suspensionVoids.auctionId,
      userId: suspensions.userId,
      by: suspensions.by,
    })
    .from(suspensionVoids)
    .innerJoin(suspensions, eq(suspensions.id, suspensionVoids.suspensionId))
    .where(and(eq(suspensionVoids.suspensionId, suspensionId), isNull(suspensionVoids.doneAt)));
  for (let i = 0; i < lots.length; i += VOIDED_AT_ONCE) {
    await Promise.all(lots.slice(i, i + VOIDED_AT_ONCE).map((lot) => voidLot(deps, lot)));
  }
};

/** The suspensions whose lots may not all be listed or done. */
export const suspensionsToVoid = async ({ db }: Database): Promise<string[]> => {
  const unlisted = db
    .select({ id: suspensions.id })
    .from(suspensions)
    .where(and(not(suspensions.isListed), takes(suspensions.id)))
    .orderBy(asc(suspensions.at))
    .limit(READ_AT_ONCE);
  const waiting = db
    .selectDistinct({ id: suspensionVoids.suspensionId })
    .from(suspensionVoids)
    .where(and(isNull(suspensionVoids.doneAt), takes(suspensionVoids.suspensionId)))
    .limit(READ_AT_ONCE);
  const [first, second] = await Promise.all([unlisted, waiting]);
  return [...new Set([...first, ...second].map(({ id }) => id))];
};
