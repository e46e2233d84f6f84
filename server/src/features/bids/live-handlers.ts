// Handlers of the live commands for bids and max bids.
import type { CommandName } from "@jara/shared/live-commands";
import type { Handlers } from "../../live/dispatch.ts";
import type { BidCommands } from "./commands.ts";

type BidCommand = Extract<CommandName, `bid:${string}` | `maxbid:${string}`>;

export const bidHandlers = (commands: BidCommands): Pick<Handlers, BidCommand> => ({
  "bid:place": ({ user }, data) => commands.placeBid(user.id, data),
  "bid:withdraw": ({ user }, data) => commands.withdrawBids(user.id, data),
  "maxbid:set": ({ user }, data) => commands.setMaxBid(user.id, data),
  "maxbid:confirm": ({ user }, data) => commands.confirmMaxBid(user.id, data),
  "maxbid:cancel": ({ user }, data) => commands.cancelMaxBid(user.id, data),
});
