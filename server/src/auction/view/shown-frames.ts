// Makes the events that one viewer receives for one committed change. Every sender of changes must use it, so that no
// sender can show a draft.

import type { PushFrame } from "@jara/shared/live-commands";
import { toChangeFrames, toUpdated } from "./to-public.ts";
import type { Viewer } from "./viewer.ts";
import { isShown, type StateChange, shownAfter } from "./visibility.ts";

/**
 * Returns the frames in the order of sending; empty if the viewer must not learn of the change. `at` and `now` are
 * epoch ms.
 */
export const toShownFrames = (change: StateChange, at: number, viewer: Viewer, now: number): PushFrame[] => {
  const { after, events } = change;
  const shown = shownAfter(change, viewer);
  if (!shown) return [];
  if (shown !== after) return [toUpdated(shown, viewer, now)];
  const frames = toChangeFrames(events, after, at, viewer, now);
  // A replay of the log does not know that the auction was a draft before, but only a draft is started. What an
  // upcoming lot changed when it opened, such as its times, is left out too.
  const wasDraft = !isShown(change.before, viewer) || events.some(({ type }) => type === "AuctionStarted");
  return wasDraft ? frames.map(withoutEdits) : frames;
};

/** Removes the list of edits, because what a draft said before it became public stays private. */
const withoutEdits = (frame: PushFrame): PushFrame =>
  frame.type === "auction:updated" ? { ...frame, data: { ...frame.data, changes: [] } } : frame;
