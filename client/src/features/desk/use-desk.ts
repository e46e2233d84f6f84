// The desk, kept up to date: it is read again at intervals, and soon after an event that may have changed it.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { deskQuery, READ_EVERY_MS } from "./queries.ts";

/** Many events in a row cause one reading. */
const AFTER_EVENT_MS = 2_000;
const events: ReadonlySet<string> = new Set([
  ...["settlement:changed", "auction:status", "auction:created", "auction:ended", "auction:removed"],
  ...["auction:paused", "auction:resumed", "auction:extended"],
]);

export const useDesk = () => {
  const desk = useQuery({ ...deskQuery, refetchInterval: READ_EVERY_MS });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useRefetchOnJoin("admin", desk);
  usePushedEvents(({ type }) => {
    if (!events.has(type)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void desk.refetch();
    }, AFTER_EVENT_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return desk;
};
