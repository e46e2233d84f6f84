// Keeps rows of My Bids that left the list at their earlier places, so that no row vanishes before it is read.
import type { MyAuction } from "@jara/shared/rest/my-auctions";

type Row = Pick<MyAuction, "auction">;

/** The new rows in their order, and each earlier row that is not among them at its earlier place. */
export const keepRows = <T extends Row>(before: readonly T[], now: readonly T[]): T[] => {
  const ids = new Set(now.map(({ auction }) => auction._id));
  const rows = [...now];
  before.forEach((row, place) => {
    if (!ids.has(row.auction._id)) rows.splice(place, 0, row);
  });
  return rows;
};
