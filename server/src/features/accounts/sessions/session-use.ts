// Writes that sessions are used, so that they do not expire. The uses of one second are written together, after the
// requests were answered.
import type { Database } from "../../../platform/database/database.ts";
import { inBackground } from "../../../platform/jobs/in-background.ts";
import { renewSessions } from "./queries.ts";

const WRITTEN_AFTER_MS = 1_000;
const AT_ONCE = 500;

/** Call for a session whose use was not written for ten minutes. Never waits and never fails. */
export type NoteUse = (sessionId: string) => void;

export const createNoteUse = (database: Database): NoteUse => {
  const used = new Set<string>();
  const write = async (): Promise<void> => {
    const ids = [...used];
    used.clear();
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      // The next use tries again.
      await renewSessions(database, ids.slice(i, i + AT_ONCE)).catch(() => {});
    }
  };
  return (sessionId) => {
    if (used.size === 0) setTimeout(() => void inBackground(write), WRITTEN_AFTER_MS).unref();
    used.add(sessionId);
  };
};
