// Registers every route of the REST API, feature by feature.
import path from "node:path";
import { toBuyersPremium, toLotRules } from "@jara/shared/payment-rules";
import type { FastifyRequest } from "fastify";
import { serveAsyncApi } from "../api-docs/async-api.ts";
import { serveGuide } from "../api-docs/guide-routes.ts";
import { serveOpenApi } from "../api-docs/open-api.ts";
import { toView } from "../auction/view/to-public.ts";
import { viewerOfRole } from "../auction/view/viewer.ts";
import { sendsSms } from "../config.ts";
import type { AccountNotifier } from "../features/accounts/account-notifier.ts";
import type { Caller } from "../features/accounts/caller.ts";
import { serveCredentials } from "../features/accounts/credential-routes.ts";
import { createGoogleSignIn, googleSubOf, serveGoogle } from "../features/accounts/google/routes.ts";
import { createStandIn } from "../features/accounts/google/stand-in.ts";
import { serveStandIn } from "../features/accounts/google/stand-in-routes.ts";
import { countUseIn, uncountAttempt } from "../features/accounts/log-in/attempt-counters.ts";
import { servePasskeys } from "../features/accounts/passkeys/routes.ts";
import { servePhone } from "../features/accounts/phone/routes.ts";
import type { Sms } from "../features/accounts/phone/sms/open-sms.ts";
import { serveSmsSandbox } from "../features/accounts/phone/sms/sandbox.ts";
import { serveProfile } from "../features/accounts/profile-routes.ts";
import { serveAuth } from "../features/accounts/routes.ts";
import { serveSecondFactors } from "../features/accounts/second-factor/routes.ts";
import { networkOf } from "../features/accounts/sessions/device.ts";
import { serveSessions } from "../features/accounts/sessions/routes.ts";
import { serveStaff } from "../features/accounts/staff/routes.ts";
import { serveSuspensions } from "../features/accounts/suspensions/routes.ts";
import { serveUserPage } from "../features/accounts/user-page/routes.ts";
import { serveRefusedUsernames } from "../features/accounts/usernames/refused-username-routes.ts";
import { areConfusable } from "../features/accounts/usernames/username-skeletons.ts";
import { type Approvals, createApprovals, createSecondPerson } from "../features/approvals/approvals.ts";
import { serveApprovals } from "../features/approvals/routes.ts";
import { serveAdminAuctions } from "../features/auctions/admin-routes.ts";
import { makeConsignedLot } from "../features/auctions/consigned-lot.ts";
import { serveLotDrafts } from "../features/auctions/drafts/routes.ts";
import { serveAuctionEdits } from "../features/auctions/edit-routes.ts";
import { serveFeeds } from "../features/auctions/feeds/routes.ts";
import { serveAuctionHistory } from "../features/auctions/history-routes.ts";
import { serveHouseRules } from "../features/auctions/house-rules-routes.ts";
import { serveLotsFile } from "../features/auctions/imports/export-routes.ts";
import { serveImports } from "../features/auctions/imports/routes.ts";
import { serveRelisting } from "../features/auctions/relist-routes.ts";
import { type AuctionRouteDeps, serveAuctions } from "../features/auctions/routes.ts";
import { serveSavedSearches } from "../features/auctions/saved-searches/routes.ts";
import { serveAuditLog } from "../features/audit-log/routes.ts";
import { serveMaxBids } from "../features/bids/max-bid-routes.ts";
import { serveMyAuctions } from "../features/bids/my-auctions-routes.ts";
import { serveBids } from "../features/bids/routes.ts";
import { serveVoids } from "../features/bids/void-routes.ts";
import { serveBuyItNow } from "../features/buy-it-now/routes.ts";
import { serveCalendars } from "../features/calendar/routes.ts";
import { serveExchangeRate } from "../features/currency/exchange-rate-routes.ts";
import { serveCurrency } from "../features/currency/routes.ts";
import { serveDesk } from "../features/desk/routes.ts";
import { serveLegal } from "../features/legal/routes.ts";
import { serveDevelopmentMail } from "../features/mail/dev-routes.ts";
import { hasTemplate, renderMail } from "../features/mail/render.ts";
import { serveMail } from "../features/mail/routes.ts";
import { cleanDocument } from "../features/media/clean-document.ts";
import { serveMedia } from "../features/media/media-routes.ts";
import { cleanOriginalName } from "../features/media/original-name.ts";
import { pictureReader } from "../features/media/read-picture.ts";
import { serveUploads } from "../features/media/upload-routes.ts";
import { INCOMING } from "../features/media/uploads.ts";
import { servePushSubscriptions } from "../features/notifications/push/routes.ts";
import { serveNotifications } from "../features/notifications/routes.ts";
import { serveAgreements } from "../features/offers/agreement-routes.ts";
import { serveOffers } from "../features/offers/routes.ts";
import { serveOfferReview } from "../features/offers/staff-routes.ts";
import { uploadsOfOffers } from "../features/offers/uploads.ts";
import { serveExport } from "../features/own-data/export-routes.ts";
import { serveOwnData } from "../features/own-data/routes.ts";
import { servePayments, servePaystackWebhook } from "../features/payments/routes.ts";
import { serveSandbox } from "../features/payments/sandbox-routes.ts";
import { lotsOfOffers, sellerOfDebt } from "../features/proceeds/own-sales.ts";
import { serveProceeds } from "../features/proceeds/routes.ts";
import { owedNow } from "../features/proceeds/seller-statement.ts";
import { serveProofs } from "../features/public-log/proof-routes.ts";
import type { Published } from "../features/public-log/published/published.ts";
import { servePublicLog } from "../features/public-log/routes.ts";
import { serveVerdicts } from "../features/public-log/verdicts/verdict-routes.ts";
import { createWitnessed } from "../features/public-log/witnesses/witnessed.ts";
import { serveQuestions } from "../features/questions/routes.ts";
import { serveReceipts } from "../features/receipts/routes.ts";
import { serveReports } from "../features/reports/routes.ts";
import { serveSales } from "../features/sales/routes.ts";
import type { CarryOut, SecondPerson } from "../features/second-person.ts";
import { serveSellerReport } from "../features/seller-report/routes.ts";
import { serveDayCloses } from "../features/settlements/day-close-routes.ts";
import type { SellerOf } from "../features/settlements/details.ts";
import { serveHolidays } from "../features/settlements/holiday-routes.ts";
import { isOfInvoice, serveInvoicePayments } from "../features/settlements/invoices/pay-routes.ts";
import { serveInvoices } from "../features/settlements/invoices/routes.ts";
import { servePickups } from "../features/settlements/pickups/routes.ts";
import { serveSettlements } from "../features/settlements/routes.ts";
import { serveSaleBidders, serveSalePapers, serveSaleResults } from "../features/settlements/sale-papers/routes.ts";
import { serveTakings } from "../features/settlements/takings-routes.ts";
import { serveSettings } from "../features/site-settings/routes.ts";
import type { SiteFacts, SiteSettings } from "../features/site-settings/settings.ts";
import { serveStatement } from "../features/statement/routes.ts";
import { serveAdminUsers } from "../features/users-admin/routes.ts";
import { countWatchlists } from "../features/watchlist/queries.ts";
import { serveWatchlist } from "../features/watchlist/routes.ts";
import type { Requirements } from "../features/who-may-bid/requirements.ts";
import { serveWhoMayBid } from "../features/who-may-bid/routes.ts";
import { serveBankAccounts } from "../features/withdrawals/bank-account-routes.ts";
import { serveAdminWithdrawals } from "../features/withdrawals/decision-routes.ts";
import { serveWithdrawals, type WithdrawalRouteDeps } from "../features/withdrawals/routes.ts";
import type { Rooms } from "../live/rooms.ts";
import type { App } from "../platform/http/app.ts";
import { serveHealth } from "../platform/http/health-routes.ts";
import { serveMetrics } from "../platform/http/metrics-routes.ts";
import { declareCosts } from "../platform/http/route-cost.ts";
import type { Mail } from "../platform/outbox/mails.ts";
import { guardRoutes } from "./access.ts";
import { guardFreshProof, proofWords } from "./fresh-proof.ts";
import type { Metrics } from "./metrics.ts";
import { costOfRoute } from "./request-costs.ts";
import { demoPicturesOf } from "./site.ts";
import { serveSite } from "./site-routes.ts";

export interface AllRouteDeps extends AuctionRouteDeps {
  readonly caller: Caller;
  readonly rooms: Rooms;
  readonly requirements: Requirements;
  readonly settings: SiteSettings;
  /** The configuration with the contacts in force. */
  readonly site: () => SiteFacts;
  readonly accountNotifier: AccountNotifier;
  readonly auth: Parameters<typeof serveAuth>[1];
  readonly signIn: Parameters<typeof serveGoogle>[1]["signIn"];
  readonly exchange: Parameters<typeof serveExchangeRate>[2];
  readonly payments: {
    readonly topUps: Parameters<typeof servePayments>[3];
    readonly sandbox: Parameters<typeof serveSandbox>[1] | null;
    readonly webhook: Parameters<typeof servePaystackWebhook>[1] | null;
  };
  readonly withdrawals: WithdrawalRouteDeps["withdrawals"];
  readonly withdrawalChanged: WithdrawalRouteDeps["withdrawalChanged"];
  readonly sms: Sms;
  /** Called when what the house knows of a bidder has changed. */
  readonly bidderChanged: (userId: string) => void;
  readonly inboxNotifier: Parameters<typeof serveNotifications>[1]["inboxNotifier"];
  readonly published: Published;
  readonly uploads: Parameters<typeof serveUploads>[1]["uploads"];
  readonly media: Parameters<typeof serveMedia>[1];
  /** Called when a sale was changed. */
  readonly saleChanged: (saleId: string) => void;
  /** Called when an administrator closed a settlement or asked for another try. */
  readonly settlementChanged: (id: string) => void;
  readonly isDraining: () => boolean;
  readonly metrics: Pick<Metrics, "print">;
}

/** Returns the approvals, whose job needs the functions of the routes that carry out each kind of change. */
export const serveRoutes = async (app: App, deps: AllRouteDeps): Promise<{ readonly approvals: Approvals }> => {
  const { config, database, caller, accountNotifier } = deps;
  declareCosts(app, costOfRoute);
  guardRoutes(app, caller);
  guardFreshProof(app, caller, deps);
  await serveOpenApi(app, config, proofWords);
  serveAsyncApi(app, config);
  serveGuide(app, config);

  serveAuth(app, deps.auth, caller);
  serveSessions(app, deps, caller, accountNotifier);
  serveCredentials(app, deps.auth, caller);
  servePasskeys(app, deps, caller);
  const google = await openGoogle(app, config);
  serveSecondFactors(app, deps.auth, caller, google && googleSubOf(google));
  serveGoogle(app, { ...deps.auth, config, signIn: deps.signIn, client: google });
  serveProfile(app, { ...deps, changed: deps.bidderChanged });
  await serveBidders(app, deps);
  const secondPerson = createSecondPerson(database, config.secondPersonAboveMinor);
  const carryOutBalance = serveAdminUsers(app, { ...deps, secondPerson });
  serveUserPage(app, deps, caller);
  serveAuditLog(app, deps);
  serveExport(app, {
    ...deps,
    mailText: (kind, data) =>
      hasTemplate(kind) ? renderMail({ kind, data } as Omit<Mail, "id">, deps.site(), null) : null,
    countUse: countUseIn(database),
  });
  serveOwnData(app, { ...deps, confirmPassword: deps.auth.accounts.confirmPassword });
  serveSuspensions(app, deps);
  serveRefusedUsernames(app, deps);
  serveStaff(app, { ...deps, changed: accountNotifier.changed }, caller);

  serveAuctions(app, deps, caller);
  serveFeeds(app, { ...deps, database: deps.lists });
  serveAuctionEdits(app, deps, caller);
  serveLotDrafts(app, deps);
  serveRelisting(app, deps);
  serveHouseRules(app, deps);
  serveAdminAuctions(app, { ...deps, countWatchlists: (ids) => countWatchlists(deps.lists, ids) });
  serveAuctionHistory(app, deps, caller);
  serveBids(app, deps, caller);
  serveMyAuctions(app, { ...deps, database: deps.lists }, caller);
  serveMaxBids(app, deps, caller);
  serveSavedSearches(app, deps);
  serveWatchlist(app, deps, caller);
  serveNotifications(app, deps, caller);
  servePushSubscriptions(app, deps, caller);
  serveQuestions(app, deps, caller);
  serveSellers(app, deps, caller);
  const ofSales = {
    readPicture: pictureReader(deps.media, demoPicturesOf(config)),
    sendsSms: sendsSms(config),
    requirementsChanged: deps.requirements.refresh,
    buyersPremium: () => toBuyersPremium(toLotRules(deps.settings.current()["lot-rules"])),
  };
  serveSales(app, { ...deps, ...ofSales }, caller);
  serveCalendars(app, deps, caller);
  const witnessed = createWitnessed(database, config);
  servePublicLog(app, { ...deps, witnessed });
  serveVerdicts(app, deps);
  serveProofs(app, { ...deps, witnessed }, caller);
  serveVoids(app, deps, caller);
  serveBuyItNow(app, { ...deps, contacts: deps.settings.contacts }, caller);

  const carryOutPayment = await serveMoney(app, deps, secondPerson);
  const ofSettlements = { booking: carryOutPayment, payment: carryOutPayment };
  const byKind = { ...ofSettlements, reversal: carryOutPayment, refund: carryOutPayment };
  const approvals = createApprovals(database, { ...byKind, balance: carryOutBalance }, app.log);
  serveApprovals(app, { database, approvals }, caller);
  serveMail(app, deps);
  if (!config.isProduction) serveDevelopmentMail(app, database, deps.site);
  await serveUploads(app, {
    uploads: deps.uploads,
    ofOffers: uploadsOfOffers(database),
    partDeps: { database, storage: deps.media },
  });
  serveMedia(app, deps.media);
  const { media: storage } = deps;
  const { current } = deps.settings;
  const categoryLabel = (code: string): string => current().categories.find((one) => one.code === code)?.label ?? code;
  const offered = () => current().categories.filter(({ isRetired }) => !isRetired);
  serveLotsFile(app, { ...deps, categoryLabel });
  await serveImports(app, {
    database,
    storage,
    folder: path.join(config.media.folder, INCOMING),
    houseRules: deps.houseRules,
    cleanName: cleanOriginalName,
    categoryLabels: () => Object.fromEntries(offered().map(({ code, label }) => [code, label])),
  });

  serveSite(app, deps);
  serveLegal(app, deps.site);
  serveSettings(app, { ...deps, looksLike: areConfusable });
  serveHealth(app, { database, isDraining: deps.isDraining });
  serveMetrics(app, { print: deps.metrics.print, token: config.metricsToken });
  return { approvals };
};

const serveBidders = async (app: App, deps: AllRouteDeps): Promise<void> => {
  const { sms, auth, bidderChanged, config } = deps;
  const { clientAddress } = auth;
  await serveWhoMayBid(app, { ...deps, cleanDocument, changed: bidderChanged }, deps.caller);
  servePhone(app, { ...deps, sms: sms.provider, clientAddress, changed: bidderChanged });
  if (sms.sandbox) serveSmsSandbox(app, sms.sandbox, config.brandName);
};

/** What people offer the house to sell. */
const serveSellers = (app: App, deps: AllRouteDeps, caller: Caller): void => {
  serveOffers(app, { ...deps, lotsOfOffers: (ids) => lotsOfOffers(deps.database, ids) });
  serveOfferReview(app, {
    ...deps,
    usualTerms: () => deps.settings.current()["seller-terms"],
    makeLot: async (admin, { whole: { offer, agreement }, facts: { seller } }, commandId) => {
      if (!agreement) throw new Error("an accepted offer without terms");
      const { currency, startingPriceMinor, reserveMinor } = agreement;
      const prices = { currency, startingPriceMinor, reserveMinor };
      const consigned = { offerId: offer.id, seller, content: offer.content, prices };
      const lot = await makeConsignedLot(deps, admin, consigned, commandId);
      return toView(lot, viewerOfRole(admin.role, admin.id), deps.clock.now());
    },
  });
  const networkOfCaller = (request: FastifyRequest) => networkOf(deps.auth.clientAddress(request.raw));
  serveAgreements(app, { ...deps, networkOf: networkOfCaller }, caller);
};

const openGoogle = async (app: App, config: AllRouteDeps["config"]) => {
  const standIn = config.hasGoogleStandIn ? createStandIn(config) : null;
  if (standIn) await serveStandIn(app, standIn, config);
  return createGoogleSignIn(config, standIn);
};

const serveMoney = async (app: App, deps: AllRouteDeps, secondPerson: SecondPerson): Promise<CarryOut> => {
  const { caller, config } = deps;
  const { topUps, sandbox, webhook } = deps.payments;
  servePayments(app, deps, caller, topUps);
  if (webhook) await servePaystackWebhook(app, webhook);
  if (sandbox) await serveSandbox(app, sandbox, config.brandName);
  const withdrawing = {
    ...deps,
    confirmPassword: deps.auth.accounts.confirmPassword,
    fundTerms: () => ({ nairaForDollar: deps.exchange.current().USD_TO_NGN }),
    balanceChanged: (userId: string) => deps.accountNotifier.changed(userId),
  };
  serveBankAccounts(app, withdrawing, caller);
  serveWithdrawals(app, withdrawing, caller);
  serveAdminWithdrawals(app, withdrawing);
  serveCurrency(app, deps.exchange);
  serveExchangeRate(app, deps, deps.exchange);
  serveHolidays(app, deps);
  serveTakings(app, deps);
  serveDayCloses(app, deps);
  serveSaleBidders(app, deps);
  serveSaleResults(app, deps);
  serveSalePapers(app, deps);
  serveReports(app, deps);
  const startOnline = topUps ? topUps.startFor : null;
  const countUse = countUseIn(deps.database);
  const sellerOf: SellerOf = (id) => sellerOfDebt(deps.database, id, deps.engine.rates);
  const uncountUse = (key: string) => uncountAttempt(deps.database, [key]);
  const settling = { ...deps, secondPerson, startOnline, countUse, uncountUse, sellerOf };
  const carryOut = serveSettlements(app, settling, caller);
  serveReceipts(app, deps, caller);
  servePickups(app, deps);
  serveInvoices(app, deps, caller);
  const startInvoice = topUps ? topUps.startForInvoice : null;
  const carryOutInvoice = serveInvoicePayments(app, { ...deps, secondPerson, startOnline: startInvoice }, caller);
  serveStatement(app, deps);
  serveSellerReport(app, deps);
  const proceedsDays = () => deps.settings.current().proceeds.days;
  serveProceeds(app, { ...deps, proceedsDays });
  serveDesk(app, {
    ...deps,
    owedToSellers: (readerId) =>
      owedNow(deps.database, { readerId, days: proceedsDays(), rates: deps.exchange.current() }),
  });
  return (order) => (isOfInvoice(order.request) ? carryOutInvoice(order) : carryOut(order));
};
