// Checks a round's history against the database. Returns the violations in words, and the number of checks.
import { checkHistory, findingOf } from "../../../load/src/history/check-history.ts";
import type { History } from "../../../load/src/history/history.ts";
import { readClock, readStored } from "../../../load/src/history/stored.ts";
import type { Database } from "../../src/platform/database/database.ts";
import type { RoundParticipants } from "./participants.ts";
import type { Played } from "./play-round.ts";
import type { RaceClients } from "./race-clients.ts";

export interface Judged {
  readonly findings: readonly string[];
  /** How many things were checked against a promise. */
  readonly looked: number;
}

interface JudgeOptions {
  /** The database's clock may have jumped by so much during the round, because another server took over. */
  readonly clockMovedMs?: number;
  /** The part of the history that the database must know, if it was restored during the round. */
  restored?(history: History): History;
  /** The promises that are checked; all if absent. */
  isMade?(promise: string): boolean;
}

export const judge = async (
  {
    recorder,
    auctionIds,
    turnedAway = [],
  }: Pick<RaceClients, "recorder" | "auctionIds"> & Partial<Pick<Played, "turnedAway">>,
  database: Database,
  participants: RoundParticipants,
  { clockMovedMs = 0, restored = (history) => history, isMade = () => true }: JudgeOptions = {},
): Promise<Judged> => {
  const query = <R extends Record<string, unknown>>(text: string, params?: readonly string[]) =>
    database.query<R>(text, params);
  const reading = await readClock(query);
  recorder.clock({ ...reading, errorMs: reading.errorMs + clockMovedMs });
  const people = [...participants.bidders, participants.seller].map(({ id }) => id);
  const checked = checkHistory(restored(recorder.history()), await readStored(query, auctionIds, people));
  const promises = checked.promises.filter(({ promise }) => isMade(promise));
  return {
    findings: [
      ...turnedAway.map((code) => `people with valid accounts were not let in: ${code}`),
      ...promises.flatMap(({ violations }) => violations.map(findingOf)),
    ],
    looked: promises.reduce((sum, { tried }) => sum + tried, 0),
  };
};
