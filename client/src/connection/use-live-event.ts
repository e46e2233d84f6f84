// Passes the events that the server pushes to a component while it is mounted.
import type { EventName, Events, PushFrame } from "@jara/shared/socket";
import { useEffect, useRef } from "react";
import { earlyFrames, getConnection } from "./connection.ts";

export const usePushedEvents = (onFrame: (frame: PushFrame) => void): void => {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => getConnection().listen({ onFrame: (frame) => latest.current(frame) }), []);
};

/** Calls `onEvent` for each event of one type while mounted, including the user's own feed (`maxbid:changed` …). */
export const useLiveEvent = <E extends EventName>(type: E, onEvent: (data: Events[E]) => void): void =>
  usePushedEvents((frame) => {
    if (frame.type === type) onEvent(frame.data as Events[E]);
  });

/** As `useLiveEvent`, for code that loads after the page: it also gets the events that arrived before it did. */
export const useLateEvent = <E extends EventName>(type: E, onEvent: (data: Events[E]) => void): void => {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    for (const frame of earlyFrames.list) if (frame.type === type) latest.current(frame.data as Events[E]);
  }, [type]);
  useLiveEvent(type, onEvent);
};
