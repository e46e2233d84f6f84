// Holds a round's history against the database. Returns what is wrong, in words.
import type { Database } from "../../src/store/database.ts";
import type { RoundField } from "./field.ts";
import type { Played } from "./play-round.ts";

export const judge = async (_played: Played, _database: Database, _field: RoundField): Promise<string[]> => [];
