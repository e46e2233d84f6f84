// Passes the events that the server pushes to a component while it is mounted.
import type { EventName, Events, PushFrame } from "@jara/shared/live-commands";
import { useEffect, useRef } from "react";
import { earlyFrames, getConnection } from "./connection.ts";

/** `isLate`: the code loads after the page, and also gets the events that arrived before it did. */
export const usePushedEvents = (onFrame: (frame: PushFrame) => void, isLate = false): void => {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => {
    if (isLate) for (const frame of earlyFrames.list) latest.current(frame);
    return getConnection().listen({ onFrame: (frame) => latest.current(frame) });
  }, [isLate]);
};

const ofType =
  <E extends EventName>(type: E, onEvent: (data: Events[E]) => void) =>
  (frame: PushFrame): void => {
    if (frame.type === type) onEvent(frame.data as Events[E]);
  };

/** Calls `onEvent` for each event of one type while mounted, including the user's own feed (`maxbid:changed` …). */
export const useLiveEvent = <E extends EventName>(type: E, onEvent: (data: Events[E]) => void): void =>
  usePushedEvents(ofType(type, onEvent));

/** As `useLiveEvent`, for code that loads after the page: it also gets the events that arrived before it did. */
export const useLateEvent = <E extends EventName>(type: E, onEvent: (data: Events[E]) => void): void =>
  usePushedEvents(ofType(type, onEvent), true);
