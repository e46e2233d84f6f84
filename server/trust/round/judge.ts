// Holds a round's history against the database. Returns what is wrong, in words.
import type { Database } from "../../src/store/database.ts";
import type { Arena } from "./arena.ts";
import type { RoundField } from "./field.ts";

export const judge = async (
  _played: Pick<Arena, "recorder" | "auctionIds">,
  _database: Database,
  _field: RoundField,
): Promise<string[]> => [];
