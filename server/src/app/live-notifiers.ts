// Starts the limits, live updates, and the parts that publish changes of settlements, sales, inboxes and lists (the
// files named `…-notifier.ts`).
import type { Server as HttpServer } from "node:http";
import type { Config } from "../config.ts";
import type { AccountNotifier } from "../features/accounts/account-notifier.ts";
import { startListingNotifier } from "../features/auctions/listing-notifier.ts";
import { startInboxNotifier } from "../features/notifications/inbox-notifier.ts";
import { startSaleNotifier } from "../features/sales/sale-notifier.ts";
import { startSettlementNotifier } from "../features/settlements/settlement-notifier.ts";
import { startRequirements } from "../features/who-may-bid/requirements.ts";
import { startListNotifier } from "../live/list-notifier.ts";
import type { App } from "../platform/http/app.ts";
import type { Admission } from "../platform/limits/admission.ts";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import type { Foundation } from "./foundation.ts";
import { createLimits } from "./limits.ts";
import { startLive } from "./live.ts";
import type { Metrics } from "./metrics.ts";

interface LiveNotifiersDeps extends Pick<Foundation, "database" | "clock" | "exchange" | "settings"> {
  readonly config: Config;
  readonly http: HttpServer;
  readonly admission: Admission;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
  readonly log: App["log"];
  /** The notifier of accounts, which starts later. No other node reports an account before. */
  readonly accounts: () => AccountNotifier;
}

export type LiveNotifiers = Awaited<ReturnType<typeof startLiveNotifiers>>;

export const startLiveNotifiers = async (deps: LiveNotifiersDeps) => {
  const { config, database, clock, metrics, log } = deps;
  const limits = createLimits(config);
  const live = await startLive({
    config,
    http: deps.http,
    database,
    clock,
    admission: deps.admission,
    clientAddress: deps.clientAddress,
    limiter: limits.limiter,
    metrics,
    log,
    accountsChanged: (userIds) => deps.accounts().changedElsewhere(userIds),
    boundElsewhere: (userIds) => deps.accounts().boundElsewhere(userIds),
    inboxElsewhere: (userIds) => inboxNotifier.changedElsewhere(userIds),
  });
  limits.shareWith(live.cluster);
  const { rooms, isClusterConnected } = live;
  const listNotifier = startListNotifier({ rooms, wakes: database, isClusterConnected });
  const requirements = await startRequirements({
    database,
    ofSite: () => deps.settings.current()["who-may-bid"],
    changed: () => listNotifier.everybodyHere("own-bidder-checks"),
    log,
  });
  const { current: rates } = deps.exchange;
  const settlementNotifier = startSettlementNotifier({ database, rooms, rates, isClusterConnected, log });
  const saleNotifier = startSaleNotifier({ database, rooms, clock, isClusterConnected, log });
  const inboxNotifier = startInboxNotifier({
    database,
    rooms,
    publishToNodes: live.cluster?.publishInbox,
    isClusterConnected,
    log,
  });
  const listingNotifier = startListingNotifier({ database, rooms, clock, isClusterConnected });
  return { limits, live, listNotifier, requirements, settlementNotifier, saleNotifier, listingNotifier, inboxNotifier };
};
