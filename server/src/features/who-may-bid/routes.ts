// Who may bid: the calls of bidders and of staff.
import type { App } from "../../platform/http/app.ts";
import type { Caller } from "../accounts/caller.ts";
import { serveBidder } from "./bidder-routes.ts";
import type { WhoMayBidDeps } from "./deps.ts";
import { serveBidders } from "./staff-routes.ts";

export const serveWhoMayBid = async (app: App, deps: WhoMayBidDeps, caller: Caller): Promise<void> => {
  await serveBidder(app, deps, caller);
  serveBidders(app, deps);
};
