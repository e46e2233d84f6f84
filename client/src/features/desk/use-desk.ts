// The desk, read again soon after an event of the staff's feeds that may have changed it, and when another day begins,
// because it has the lots that end today. `DeskCount` follows the lists of which it consists.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { serverNow } from "../../connection/connection.ts";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { useGathered } from "../../lib/use-gathered.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { deskQuery } from "./queries.ts";

/** Many events in a row cause one reading. */
const AFTER_EVENT_MS = 2_000;
const events: ReadonlySet<string> = new Set([
  "auction:status",
  "auction:created",
  "auction:ended",
  "auction:removed",
  "auction:paused",
  "auction:resumed",
  "auction:extended",
]);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Until midnight in Lagos, which is one hour ahead of UTC all year. */
const untilTomorrow = (): number => DAY_MS - ((serverNow() + HOUR_MS) % DAY_MS);

export const useDesk = () => {
  const desk = useQuery(deskQuery);
  const { refetch } = desk;
  const soon = useGathered(() => void refetch(), AFTER_EVENT_MS);
  useRefetchOnJoin("admin", desk);
  usePushedEvents(({ type }) => {
    if (events.has(type)) soon();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        soon();
        wait();
      }, untilTomorrow());
    };
    wait();
    return () => clearTimeout(timer);
  }, [soon]);
  return desk;
};
