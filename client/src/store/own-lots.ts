// Whether a change of status concerns a lot that the reader has bid on. Bidders hear of a cancelled, withdrawn or reopened
// lot by the same event as everybody who looks at the listing. Outside the listing's feed it can only be the reader's own;
// inside it the reader's own list decides, asked for at most once until the reader bids again.
import type { Auction, AuctionStatus, MyBid } from "@jara/shared/auction";
import { getConnection } from "../connection/connection.ts";
import { api } from "../lib/api.ts";
import { useSession } from "./session.ts";

const LIMIT = 100;
/** Everybody who looks at the listing hears the same event: they do not all ask in the same moment. */
const SPREAD_MS = 1500;

interface OwnLots {
  token: string;
  /** Titles by auction. */
  titles: Promise<Map<string, string>>;
}
let own: OwnLots | null = null;

const read = async (): Promise<Map<string, string>> => {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
  const bids = await api.get<MyBid[]>("/bids/user/my-bids", { limit: LIMIT });
  return new Map(bids.map(({ auction }) => [auction._id, auction.title]));
};

const open = (token: string): OwnLots => {
  const titles = read();
  titles.catch(() => {
    own = null;
  });
  return { token, titles };
};

/** A new bid: the list read before does not have it. */
const forgetOnBid = () => {
  getConnection().listen({
    onFrame: ({ type }) => {
      if (type === "auction:mine") own = null;
    },
  });
};
let isListening = false;

const UNNAMED = "A lot that you bid on";

/** The title of the lot where the news is for the reader; null where it is not, or where that cannot be known. */
export const titleOfOwnLot = async (auctionId: string, status: AuctionStatus): Promise<string | null> => {
  const { token } = useSession.getState();
  if (!token) return null;
  const connection = getConnection();
  if (!connection.isInFeed("listing") && !connection.isInFeed("admin")) {
    const path = `/auctions/${encodeURIComponent(auctionId)}`;
    return api.get<{ auction: Auction }>(path).then(
      ({ auction }) => auction.title,
      () => UNNAMED,
    );
  }
  // The listing's feed says this of every lot that goes on after a pause, too.
  if (status === "active") return null;
  if (!isListening) forgetOnBid();
  isListening = true;
  if (own?.token !== token) own = open(token);
  const titles = await own.titles.catch(() => null);
  return titles?.get(auctionId) ?? null;
};
