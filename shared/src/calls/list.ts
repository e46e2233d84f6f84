// Every call of the REST API. A server with a call that is not here does not start.
import * as approvals from "./approvals.ts";
import * as auctionManagement from "./auction-management.ts";
import * as auctions from "./auctions.ts";
import * as auditLog from "./audit-log.ts";
import * as bids from "./bids.ts";
import * as buyItNow from "./buy-it-now.ts";
import * as calendar from "./calendar.ts";
import type { Call } from "./call.ts";
import * as credentials from "./credentials.ts";
import * as currency from "./currency.ts";
import * as dayCloses from "./day-closes.ts";
import * as desk from "./desk.ts";
import * as holidays from "./holidays.ts";
import * as imports from "./imports.ts";
import * as invoices from "./invoices.ts";
import * as legal from "./legal.ts";
import * as logIn from "./log-in.ts";
import * as lotDrafts from "./lot-drafts.ts";
import * as maxBids from "./max-bids.ts";
import * as myAuctions from "./my-auctions.ts";
import * as notifications from "./notifications.ts";
import * as offers from "./offers.ts";
import * as ownData from "./own-data.ts";
import * as passkeys from "./passkeys.ts";
import * as phone from "./phone.ts";
import * as pickups from "./pickups.ts";
import * as profile from "./profile.ts";
import * as publicLog from "./public-log.ts";
import * as purchases from "./purchases.ts";
import * as questions from "./questions.ts";
import * as receipts from "./receipts.ts";
import * as reports from "./reports.ts";
import * as salePapers from "./sale-papers.ts";
import * as sales from "./sales.ts";
import * as savedSearches from "./saved-searches.ts";
import * as secondFactor from "./second-factor.ts";
import * as sellerSales from "./seller-sales.ts";
import * as sessions from "./sessions.ts";
import * as settlements from "./settlements.ts";
import * as site from "./site.ts";
import * as siteSettings from "./site-settings.ts";
import * as staff from "./staff.ts";
import * as statement from "./statement.ts";
import * as suspensions from "./suspensions.ts";
import * as takings from "./takings.ts";
import * as topUps from "./top-ups.ts";
import * as userPage from "./user-page.ts";
import * as users from "./users.ts";
import * as voids from "./voids.ts";
import * as watchlist from "./watchlist.ts";
import * as whoMayBid from "./who-may-bid.ts";
import * as withdrawals from "./withdrawals.ts";

export interface NamedCall extends Call {
  /** The name of its constant. */
  readonly id: string;
}

const files: readonly Readonly<Record<string, Call>>[] = [
  approvals,
  auctionManagement,
  auctions,
  auditLog,
  bids,
  buyItNow,
  calendar,
  credentials,
  currency,
  desk,
  dayCloses,
  holidays,
  imports,
  invoices,
  legal,
  logIn,
  lotDrafts,
  maxBids,
  myAuctions,
  notifications,
  offers,
  ownData,
  passkeys,
  phone,
  pickups,
  profile,
  publicLog,
  purchases,
  questions,
  receipts,
  reports,
  salePapers,
  sales,
  savedSearches,
  secondFactor,
  sellerSales,
  sessions,
  settlements,
  site,
  siteSettings,
  staff,
  statement,
  suspensions,
  takings,
  topUps,
  userPage,
  users,
  voids,
  watchlist,
  whoMayBid,
  withdrawals,
];

export const calls: readonly NamedCall[] = files.flatMap((file) =>
  Object.entries(file).map(([id, call]) => ({ ...call, id })),
);
if (new Set(calls.map(({ id }) => id)).size < calls.length) throw new Error("two calls have one name");

/** By the route. */
export const callOf: ReadonlyMap<string, NamedCall> = new Map(calls.map((call) => [call.route, call]));
