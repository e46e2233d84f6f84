// Handlers of the live commands for watching: auctions, the listing, the staff's feeds and the clock.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { CommandResults } from "@jara/shared/live-commands";
import type { Role } from "@jara/shared/permissions";
import { toIso } from "../auction/view/to-public.ts";
import type { Admission } from "../platform/limits/admission.ts";
import { admitWatch } from "./admit-watch.ts";
import type { Handlers } from "./dispatch.ts";
import { auctionRooms, type Connection, feedsOf, isStaffFeed, type Rooms, rooms } from "./rooms.ts";
import { AuctionWatch, type AuctionWatchDeps } from "./watch-auction.ts";
import { WatchOrder } from "./watch-order.ts";

const ADMIN_FEED = "admin";

export interface WatchDeps extends AuctionWatchDeps {
  readonly admission: Admission;
  /** The user's role now, by the database; "user" for an account that is suspended or gone. */
  roleOf(userId: string): Promise<Role>;
}

type AuctionCommand = "auction:watch" | "auction:unwatch";
type FeedCommand = `${"auctions" | "admin"}:${"watch" | "unwatch"}`;

export const watchHandlers = (deps: WatchDeps): Pick<Handlers, AuctionCommand | FeedCommand | "clock:sync"> => ({
  ...auctionHandlers(deps),
  ...feedHandlers(deps),
  "clock:sync": (_connection, { t0 }) => ({ t0, serverTime: toIso(deps.clock.now()) }),
});

const auctionHandlers = (deps: WatchDeps): Pick<Handlers, AuctionCommand> => {
  const { admission, rooms: allRooms } = deps;
  const auctions = new AuctionWatch(deps);
  const order = new WatchOrder();
  const subjectOf = ({ auctionId }: { readonly auctionId: string }): string => auctionId.toLowerCase();
  return {
    "auction:watch": (connection, data) =>
      order.watch(connection, subjectOf(data), () =>
        admitWatch(admission, connection, () => auctions.watch(connection, data)),
      ),

    "auction:unwatch": async (connection, data) => {
      await order.unwatch(connection, subjectOf(data), () => {
        for (const [room] of auctionRooms(data.auctionId.toLowerCase())) allRooms.leave(connection, room);
      });
      return {};
    },
  };
};

const feedHandlers = (deps: WatchDeps): Pick<Handlers, FeedCommand> => {
  const { rooms: allRooms } = deps;
  const order = new WatchOrder();
  const watchStaffFeeds = async (connection: Connection): Promise<ErrorBody | CommandResults["admin:watch"]> => {
    const known = await staffFeedsOf(connection, deps);
    const isRefused = "code" in known;
    joinFeeds(allRooms, connection, isRefused ? [] : known.feeds);
    return isRefused ? known : {};
  };
  return {
    "auctions:watch": (connection, { compact = false }) => {
      allRooms.join(connection, rooms.listing);
      allRooms.leave(connection, compact ? rooms.listingPrices : rooms.listingPricesCompact);
      allRooms.join(connection, compact ? rooms.listingPricesCompact : rooms.listingPrices);
      return {};
    },

    "auctions:unwatch": (connection) => {
      for (const room of [rooms.listing, rooms.listingPrices, rooms.listingPricesCompact]) {
        allRooms.leave(connection, room);
      }
      return {};
    },

    "admin:watch": (connection) => order.watch(connection, ADMIN_FEED, () => watchStaffFeeds(connection)),

    "admin:unwatch": async (connection) => {
      await order.unwatch(connection, ADMIN_FEED, () => joinFeeds(allRooms, connection, []));
      return {};
    },
  };
};

/** Makes the connection a member of these staff feeds, and of no other. */
const joinFeeds = (allRooms: Rooms, connection: Connection, feeds: readonly string[]): void => {
  for (const room of allRooms.roomsOf(connection)) {
    if (isStaffFeed(room) && !feeds.includes(room)) allRooms.leave(connection, room);
  }
  for (const room of feeds) allRooms.join(connection, room);
};

/**
 * Returns the feeds that the connection's user may follow, or the refusal if there are none. If the account changed
 * during the read (`connection.user` was replaced), it checks again.
 */
const staffFeedsOf = async (
  connection: Connection,
  { roleOf, interests }: Pick<WatchDeps, "roleOf" | "interests">,
): Promise<ErrorBody | { readonly feeds: readonly string[] }> => {
  for (;;) {
    const { user } = connection;
    if (!user) return refusal("UNAUTHENTICATED");
    const feeds = feedsOf(await roleOf(user.id));
    if (feeds.length > 0) await interests.load(user.id);
    if (connection.user === user) return feeds.length > 0 ? { feeds } : refusal("FORBIDDEN");
  }
};
