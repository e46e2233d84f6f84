// Finds out whether a change concerns a lot that the user bid on. Bidders get the event about a cancelled, withdrawn,
// sold or reopened lot in the same form as everybody in the listing feed. A page outside that feed gets it only for the
// user's own lots; inside the feed, the user's own list decides. That list is fetched at most once until the user bids
// again.
import type { AuctionStatus } from "@jara/shared/auction";
import { getConnection } from "../../connection/connection.ts";
import { fetchAuction } from "../../queries/auction.ts";
import { useSession } from "../../store/session.ts";
import { fetchOwnLotTitles } from "./queries.ts";

/**
 * Spreads the requests over this time (ms), because every viewer of the listing gets the same event in the same moment.
 */
const SPREAD_MS = 1500;

interface OwnLots {
  token: string;
  /** Titles by auction id. */
  titles: Promise<Map<string, string>>;
}
let own: OwnLots | null = null;

const read = async (): Promise<Map<string, string>> => {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
  return fetchOwnLotTitles();
};

const open = (token: string): OwnLots => {
  const titles = read();
  titles.catch(() => {
    own = null;
  });
  return { token, titles };
};

/** Discards the list after a new bid, because the list does not contain it. */
const discardOnNewBid = () => {
  getConnection().listen({
    onFrame: ({ type }) => {
      if (type === "auction:mine") own = null;
    },
  });
};
let isListening = false;

const UNNAMED = "A lot that you bid on";

/** Inside the feed these do not concern the user, because every lot that is paused, resumed or paid has them too. */
const ordinary: ReadonlySet<AuctionStatus | null> = new Set(["active", "paused", "sold"]);

/**
 * Returns the title of the lot if the event concerns the user; null if it does not, or if that cannot be known.
 * `status`: the lot's new status; null if the event is about something else.
 */
export const titleOfOwnLot = async (auctionId: string, status: AuctionStatus | null): Promise<string | null> => {
  const { token } = useSession.getState();
  if (!token) return null;
  const connection = getConnection();
  if (!connection.isInFeed("listing") && !connection.isInFeed("admin")) {
    return fetchAuction(auctionId).then(
      ({ title }) => title,
      () => UNNAMED,
    );
  }
  if (ordinary.has(status)) return null;
  if (!isListening) discardOnNewBid();
  isListening = true;
  if (own?.token !== token) own = open(token);
  const titles = await own.titles.catch(() => null);
  return titles?.get(auctionId) ?? null;
};
