// Handlers of the live commands for bids and max bids.
import type { CommandName } from "@jara/shared/socket";
import type { Handlers, WithinLimits } from "../../live/dispatch.ts";
import type { BidCommands } from "./commands.ts";

type BidCommand = Extract<CommandName, `bid:${string}` | `maxbid:${string}`>;

export const bidHandlers = (commands: BidCommands, withinLimits: WithinLimits): Pick<Handlers, BidCommand> => ({
  "bid:place": (connection, data) => withinLimits(connection, "bid:place", (userId) => commands.placeBid(userId, data)),
  "bid:withdraw": (connection, data) =>
    withinLimits(connection, "bid:withdraw", (userId) => commands.withdrawBids(userId, data)),
  "maxbid:set": (connection, data) =>
    withinLimits(connection, "maxbid:set", (userId) => commands.setMaxBid(userId, data)),
  "maxbid:confirm": (connection, data) =>
    withinLimits(connection, "maxbid:confirm", (userId) => commands.confirmMaxBid(userId, data)),
  "maxbid:cancel": (connection, data) =>
    withinLimits(connection, "maxbid:cancel", (userId) => commands.cancelMaxBid(userId, data)),
});
