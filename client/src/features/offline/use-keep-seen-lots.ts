// Stores the lots on the screen while they are followed live, so that they can be shown later without a connection. A lot
// that is not followed keeps its older time, because its price may have moved since.
import type { Auction } from "@jara/shared/auction";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getConnection, serverNow } from "../../connection/connection.ts";
import { ownerOf } from "../../lib/own-storage.ts";
import { withOverlay } from "../../live/listing-overlay.ts";
import { getLive } from "../../live/live.ts";
import { useSession } from "../../store/session.ts";
import { keepSeenLots, type SeenLot, toSeenLot } from "./seen-lots.ts";

const FIRST_AFTER_MS = 3_000;
const EVERY_MS = 30_000;

type Listed = { auctions?: readonly Auction[] };

/** The lots of the lists that are on the screen and follow the listing's feed. */
const listedLots = (client: QueryClient): readonly Auction[] => {
  const { overlays } = getLive().store.getState();
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: ["auctions"], type: "active", fetchStatus: "idle" })
    .map(({ state }) => state.data as (Listed & { pages?: readonly Listed[] }) | undefined);
  return lists
    .flatMap((list) => [list, ...(list?.pages ?? [])].flatMap((page) => page?.auctions ?? []))
    .map((auction) => withOverlay(auction, overlays[auction._id]));
};

const save = (client: QueryClient): void => {
  const session = useSession.getState();
  // Staff see more than the public does, and work on computers that others may use.
  if (getConnection().state !== "live" || (session.user && session.user.role !== "user")) return;
  const at = serverNow();
  const opened = Object.values(getLive().store.getState().entries).flatMap(({ view }) => view?.auction ?? []);
  const seen = [
    ...listedLots(client).map((auction) => toSeenLot(auction, at, false)),
    ...opened.map((auction) => toSeenLot(auction, at, true)),
  ];
  const shown = seen.filter((lot): lot is SeenLot => lot !== null);
  if (shown.length > 0) keepSeenLots(ownerOf(session), shown);
};

export const useKeepSeenLots = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const saveNow = () => save(client);
    const first = setTimeout(saveNow, FIRST_AFTER_MS);
    const timer = setInterval(saveNow, EVERY_MS);
    // A phone may end a hidden page without any event.
    document.addEventListener("visibilitychange", saveNow);
    window.addEventListener("pagehide", saveNow);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", saveNow);
      window.removeEventListener("pagehide", saveNow);
    };
  }, [client]);
};
