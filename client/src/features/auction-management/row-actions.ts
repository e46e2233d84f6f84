// Chooses the actions that make sense for a lot now, for the menu of its row.
import type { AuctionStatus } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";

/** A action either sets a status, or has a way of its own. */
export type RowAction = { key: string; label: string; isFinal?: boolean } & (
  | { status: AuctionStatus }
  | { way: "relist" | "duplicate" | "payment" | "edit" | "history" }
);

interface Rights {
  mayRun: boolean;
  mayEdit: boolean;
  mayReadBids: boolean;
}

const publish = { key: "p", label: "Publish", status: "active" } as const;
const pause = { key: "p", label: "Pause", status: "paused" } as const;
const resume = { key: "r", label: "Resume", status: "active" } as const;
const end = { key: "n", label: "End now", status: "ended", isFinal: true } as const;
const cancel = { key: "c", label: "Cancel", status: "cancelled", isFinal: true } as const;
const relist = { key: "r", label: "Relist", way: "relist" } as const;
const duplicate = { key: "d", label: "Duplicate", way: "duplicate" } as const;
const edit = { key: "e", label: "Edit", way: "edit" } as const;
const history = { key: "h", label: "History", way: "history" } as const;
const reverse = { key: "v", label: "Reverse payment", way: "payment" } as const;
const payment = { key: "v", label: "Payment", way: "payment" } as const;

type Lot = Pick<
  ManagedAuction,
  "status" | "winner" | "leader" | "outcome" | "settlementId" | "relistedAs" | "sale" | "startTime"
>;

/**
 * True for a draft that its sale opens: the sale is not published yet, or has not opened. The server refuses to open
 * the latter on its own.
 */
export const waitsForSale = ({ status, sale, startTime }: Pick<Lot, "status" | "sale" | "startTime">): boolean =>
  status === "draft" && sale !== null && (!sale.isPublished || startTime !== null);

/** True if, as far as the row knows, no payment for the lot is due or paid, and it has no copy. The server decides. */
export const canRelist = ({ status, winner, relistedAs }: Lot): boolean =>
  !relistedAs && (status === "cancelled" || (status === "ended" && winner === null));

/** True if the lot itself can still be sold, so that only staff who run auctions relist it. */
const canStillBeSold = ({ status, leader, outcome }: Lot): boolean =>
  status === "ended" && leader !== null && outcome !== "waived";

const ofStatus: Record<AuctionStatus, { edits: RowAction[]; runs: RowAction[] }> = {
  draft: { edits: [publish], runs: [cancel] },
  active: { edits: [], runs: [pause, end, cancel] },
  paused: { edits: [], runs: [resume, end, cancel] },
  ended: { edits: [], runs: [] },
  sold: { edits: [], runs: [] },
  cancelled: { edits: [], runs: [] },
};

export const rowActionsFor = (lot: Lot, { mayRun, mayEdit, mayReadBids }: Rights): RowAction[] => {
  const { edits, runs } = ofStatus[lot.status];
  return [
    ...(mayEdit ? edits.filter((action) => action !== publish || !lot.sale?.isPublished || !waitsForSale(lot)) : []),
    ...(mayRun ? runs : []),
    ...(mayEdit && canRelist(lot) && (mayRun || !canStillBeSold(lot)) ? [relist] : []),
    // `settlementId` is given to staff who see payments alone.
    ...(lot.settlementId ? [lot.status === "sold" ? reverse : payment] : []),
    ...(mayEdit ? [edit, duplicate] : []),
    ...(mayReadBids ? [history] : []),
  ];
};
