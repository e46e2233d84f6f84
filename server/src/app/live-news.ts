// Starts the limits, live updates, and the parts that publish changes of settlements, sales, inboxes and lists (the
// files named `…-news.ts`).
import type { Server as HttpServer } from "node:http";
import type { Config } from "../config.ts";
import { LateOutbids } from "../engine/commit/late-outbids.ts";
import type { AccountNews } from "../features/accounts/account-news.ts";
import { startListingNews } from "../features/auctions/listing-news.ts";
import { startInboxNews } from "../features/notifications/inbox-news.ts";
import { startSaleNews } from "../features/sales/sale-news.ts";
import { startSettlementNews } from "../features/settlements/settlement-news.ts";
import { startListNews } from "../live/list-news.ts";
import type { App } from "../platform/http/app.ts";
import type { Admission } from "../platform/limits/admission.ts";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import type { Foundation } from "./foundation.ts";
import { createLimits } from "./limits.ts";
import { startLive } from "./live.ts";
import type { Metrics } from "./metrics.ts";

interface LiveNewsDeps extends Pick<Foundation, "database" | "clock" | "exchange"> {
  readonly config: Config;
  readonly http: HttpServer;
  readonly admission: Admission;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
  readonly log: App["log"];
  /** The news of accounts, which starts later. No other node reports an account before. */
  readonly accounts: () => AccountNews;
}

export type LiveNews = Awaited<ReturnType<typeof startLiveNews>>;

export const startLiveNews = async (deps: LiveNewsDeps) => {
  const { config, database, clock, metrics, log } = deps;
  const limits = createLimits(config);
  const live = await startLive({
    ...{ config, http: deps.http, database, clock, admission: deps.admission, clientAddress: deps.clientAddress },
    ...{ limiter: limits.limiter, metrics, log },
    accountsChanged: (userIds) => deps.accounts().changedElsewhere(userIds),
    boundElsewhere: (userIds) => deps.accounts().boundElsewhere(userIds),
    inboxElsewhere: (userIds) => inbox.changedElsewhere(userIds),
    readElsewhere: (userIds) => {
      for (const userId of userIds) lateOutbids.hasRead(userId);
    },
  });
  limits.shareWith(live.cluster);
  const { rooms, isClusterConnected } = live;
  const listNews = startListNews({ rooms, isClusterConnected });
  const settlementNews = startSettlementNews({
    ...{ database, rooms, rates: deps.exchange.current, isClusterConnected, log },
    listChanged: () => listNews.staff("settlements"),
  });
  const saleNews = startSaleNews({
    ...{ database, rooms, clock, isClusterConnected, log },
    listChanged: () => listNews.staff("sales"),
  });
  const lateOutbids = new LateOutbids(database, (userIds) => inbox.changed(userIds));
  const inbox = startInboxNews({
    ...{ database, rooms, publishToNodes: live.cluster?.publishInbox, isClusterConnected, log },
    hasRead: (userId) => {
      lateOutbids.hasRead(userId);
      live.cluster?.publishReaders([userId]);
    },
  });
  const listingNews = startListingNews({ database, rooms, clock, isClusterConnected });
  return { limits, live, listNews, settlementNews, saleNews, listingNews, inbox, lateOutbids };
};
