// Says when something that the user owes may have changed: on the user's own events, and after a lost connection.
import { useOnLive } from "../../../connection/use-connection-state.ts";
import { usePushedEvents } from "../../../connection/use-live-event.ts";

/** `auctionId` is null after a lost connection: anything may have changed. */
export const useOwedNews = (onNews: (auctionId: string | null) => void): void => {
  useOnLive(() => onNews(null));
  usePushedEvents(({ type, data }) => {
    if (type === "win:changed" || type === "purchase:changed" || type === "auction:won") onNews(data.auctionId);
  });
};
