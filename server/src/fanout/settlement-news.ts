// Settlements and purchases that were opened, closed or need attention, told to administrators. Told as they stand in
// the database, one reading after the other, so that the newest word is the last.

import type { Change } from "../engine/ports.ts";
import type { Database } from "../store/database.ts";
import { settlementsByIds } from "../store/queries/settlements.ts";
import { type Rooms, rooms } from "./rooms.ts";

export interface SettlementNews {
  /** After the commit. Never fails. */
  committed(changes: readonly Change[]): void;
  changed(ids: readonly string[]): void;
}

export const createSettlementNews = (deps: {
  database: Database;
  rooms: Rooms;
  log: { warn(details: object, message: string): void };
}): SettlementNews => {
  const unread = new Set<string>();
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (unread.size > 0) {
        const ids = [...unread];
        unread.clear();
        for (const settlement of await settlementsByIds(deps.database, ids)) {
          deps.rooms.publishEverywhere(rooms.admin, { type: "settlement:changed", data: { settlement } });
        }
      }
    } catch (error) {
      // Whoever looks at the list finds it there; nothing rests on the telling.
      deps.log.warn({ err: error }, "administrators were not told of settlements");
    } finally {
      isReading = false;
    }
  };
  const changed = (ids: readonly string[]): void => {
    if (ids.length === 0 || !deps.rooms.mayReach(rooms.admin)) return;
    for (const id of ids) unread.add(id);
    void read();
  };
  return { changed, committed: (changes) => changed(changes.flatMap(touched)) };
};

const touched = ({ before, after }: Change): string[] => {
  const ids: string[] = [];
  if (before.settlement?.id !== after.settlement?.id) {
    if (before.settlement) ids.push(before.settlement.id);
    if (after.settlement) ids.push(after.settlement.id);
  }
  if (before.purchase !== after.purchase) {
    if (before.purchase) ids.push(before.purchase.id);
    if (after.purchase) ids.push(after.purchase.id);
  }
  return ids;
};
