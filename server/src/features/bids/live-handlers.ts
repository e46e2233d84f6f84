// Handlers of the live commands for bids and max bids.
import type { CommandName } from "@jara/shared/live-commands";
import type { Handlers, WithinLimits } from "../../live/dispatch.ts";
import type { BidCommands } from "./commands.ts";

type BidCommand = Extract<CommandName, `bid:${string}` | `maxbid:${string}`>;

export const bidHandlers = (commands: BidCommands, withinLimits: WithinLimits): Pick<Handlers, BidCommand> => ({
  "bid:place": (connection, data) => {
    const limited = commands.limited("bid:place", data);
    return withinLimits(connection, "bid:place", (userId) => commands.placeBid(userId, data), limited);
  },
  "bid:withdraw": (connection, data) => {
    const limited = commands.limited("bid:withdraw", data);
    return withinLimits(connection, "bid:withdraw", (userId) => commands.withdrawBids(userId, data), limited);
  },
  "maxbid:set": (connection, data) => {
    const limited = commands.limited("maxbid:set", data);
    return withinLimits(connection, "maxbid:set", (userId) => commands.setMaxBid(userId, data), limited);
  },
  "maxbid:confirm": (connection, data) =>
    withinLimits(connection, "maxbid:confirm", (userId) => commands.confirmMaxBid(userId, data)),
  "maxbid:cancel": (connection, data) =>
    withinLimits(connection, "maxbid:cancel", (userId) => commands.cancelMaxBid(userId, data)),
});
