// Refuses to publish a lot on its own that waits for the opening of its published sale. The sale's own actions go to the
// engine directly, so they are never refused here.
import type { AuctionStatus } from "@jara/shared/auction";
import { upcomingWords } from "@jara/shared/upcoming-words";
import { and, eq } from "drizzle-orm";
import { toIsoOrNull } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { refuse } from "../../platform/http/refused.ts";

interface Change {
  readonly status?: AuctionStatus | undefined;
  /** ISO; null removes it, undefined leaves it. */
  readonly startTime?: string | null | undefined;
}

const isHarmless = (status: AuctionStatus | undefined): boolean =>
  status === undefined || status === "draft" || status === "cancelled";

/**
 * A draft of a published sale that has a start is upcoming: it opens with its sale. One that lost its start, because
 * the sale ended before, may be published by hand, or given another start. Returns whether a start makes the lot
 * upcoming. `auctionId` may be any text.
 */
export const refuseUpcoming = async (
  { db }: Database,
  auctionId: string,
  { status, startTime }: Change,
): Promise<boolean> => {
  if ((isHarmless(status) && startTime === undefined) || !isUuid(auctionId)) return false;
  const [lot] = await db
    .select({
      lotStatus: auctions.status,
      title: sales.title,
      opensAt: sales.opensAt,
      pausedAt: sales.pausedAt,
      startsAt: auctions.startsAt,
    })
    .from(auctions)
    .innerJoin(saleLots, eq(saleLots.auctionId, auctions.id))
    .innerJoin(sales, eq(sales.id, saleLots.saleId))
    .where(and(eq(auctions.id, auctionId), hasValue(sales.status, "published")));
  if (!lot) return false;
  if (lot.lotStatus !== "draft" || lot.startsAt === null) return true;
  const isSameStart = startTime === undefined || (startTime !== null && Date.parse(startTime) === lot.startsAt);
  if (isHarmless(status) && isSameStart) return true;
  const message = `${upcomingWords({ title: lot.title, opensAt: toIsoOrNull(lot.opensAt) })} It opens with the sale.`;
  return refuse("SALE_STATE", { message });
};
