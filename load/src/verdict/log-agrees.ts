// Compares a lot in the database with the lot in its public log. An operator who changes all rows of a lot consistently
// deceives the replay of the rows, but not the log, which is signed.
import type { LotState } from "@jara/proof/lot/lot-state";
import { firstOf, unlike } from "../history/check.ts";
import type { Stored, StoredAuction } from "../history/stored.ts";

/** The log is some seconds behind. It must contain every change that is older than this. */
const LOGGED_WITHIN_MS = 120_000;

/** Null if the two are the same, or if they cannot be compared. `logReadAt`: epoch ms of the database. */
export const differsFromLog = (
  id: string,
  stored: Stored,
  lot: LotState | undefined,
  logReadAt: number,
): string | null => {
  const row = stored.auctions.get(id);
  if (!row) return lot ? "the log has a lot that the database does not have" : null;
  const next = stored.log.get(id)?.find(({ version }) => version !== null && version > (lot?.version ?? 0));
  const isOld = next !== undefined && next.at < logReadAt - LOGGED_WITHIN_MS;
  // The versions of a draft are in no leaf.
  const isHidden = row.status === "draft" || lot?.status === "withdrawn" || lot?.status === "removed";
  if (isHidden) return null;
  if (!lot || row.version !== lot.version) {
    const isBehind = lot !== undefined && row.version < lot.version;
    return isBehind || isOld ? `the log is at version ${lot?.version ?? 0}, and the database at ${row.version}` : null;
  }
  return firstOf(
    unlike("by the log, the status", lot.status, row.isRemoved ? "removed" : row.status),
    // A lot that was sold by Buy It Now shows the price of the purchase.
    !lot.purchase?.isPaid && unlike("by the log, the price", lot.price, row.priceMinor),
    unlike("by the log, the number of bids", lot.bidCount, row.bidCount),
    unlike("by the log, the end", lot.endsAtMs, row.endsAt),
    lot.hasAllBids && bidsDiffer(row, stored, lot),
  );
};

const bidsDiffer = ({ id }: StoredAuction, { bids }: Stored, lot: LotState): string | null => {
  const logged = [...lot.bids.values()].filter(({ isVoid }) => !isVoid);
  const kept = (bids.get(id) ?? []).filter(({ voidedAt }) => voidedAt === null);
  const inLog = new Map(
    logged.map(({ number, amount, kind, atMs }) => [number, { amountMinor: amount, kind, at: atMs }]),
  );
  return firstOf(
    unlike("by the log, the number of bids that count", logged.length, kept.length),
    ...kept.map(({ number, amountMinor, kind, at }) =>
      unlike(`by the log, bid ${number}`, inLog.get(number) ?? null, { amountMinor, kind, at }),
    ),
  );
};
