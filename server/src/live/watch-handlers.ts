// Handlers of the live commands for watching: auctions, the listing, the administrators' feed and the clock.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { toIso } from "../auction/to-public.ts";
import { type Admission, TurnedAway } from "../platform/limits/admission.ts";
import type { Handlers, WithinLimits } from "./dispatch.ts";
import { type Connection, rooms } from "./rooms.ts";
import { crowded } from "./session.ts";
import { AuctionWatch, type AuctionWatchDeps } from "./watch-auction.ts";

export interface WatchDeps extends AuctionWatchDeps {
  readonly admission: Admission;
  readonly withinLimits: WithinLimits;
  /** Whether the user is an administrator now, by the database. */
  isAdmin(userId: string): Promise<boolean>;
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
  return {
    "auction:watch": async (connection, data) => {
      const watched = await admission.watches.run(() => auctions.watch(connection, data));
      return watched instanceof TurnedAway ? crowded(watched) : watched;
    },

    "auction:unwatch": async (connection, data) => {
      const auctionId = data.auctionId.toLowerCase();
      const leave = (): void => {
        allRooms.leave(connection, rooms.auction(auctionId));
        allRooms.leave(connection, rooms.auctionForAdmins(auctionId));
      };
      // Queue behind a watch that was sent earlier and still waits.
      if ((await admission.watches.run(leave)) instanceof TurnedAway) leave();
      return {};
    },
  };
};

const feedHandlers = (deps: WatchDeps): Pick<Handlers, FeedCommand> => {
  const { withinLimits, rooms: allRooms } = deps;
  return {
    "auctions:watch": (connection) => {
      allRooms.join(connection, rooms.listing);
      return {};
    },

    "auctions:unwatch": (connection) => {
      allRooms.leave(connection, rooms.listing);
      return {};
    },

    "admin:watch": async (connection) => {
      const refused = await withinLimits(connection, "admin:watch", () => adminOnly(connection, deps));
      if (refused?.code === "RATE_LIMITED") return refused;
      if (refused) {
        allRooms.leave(connection, rooms.admin);
        return refused;
      }
      allRooms.join(connection, rooms.admin);
      return {};
    },

    "admin:unwatch": (connection) => {
      allRooms.leave(connection, rooms.admin);
      return {};
    },
  };
};

/**
 * Refuses a connection whose user is not an administrator. If the account changed during the read (`connection.user`
 * was replaced), it checks again.
 */
const adminOnly = async (
  connection: Connection,
  { isAdmin, interests }: Pick<WatchDeps, "isAdmin" | "interests">,
): Promise<ErrorBody | null> => {
  for (;;) {
    const { user } = connection;
    if (!user) return refusal("UNAUTHENTICATED");
    const isAdminNow = await isAdmin(user.id);
    if (isAdminNow) await interests.load(user.id);
    if (connection.user === user) return isAdminNow ? null : refusal("FORBIDDEN");
  }
};
