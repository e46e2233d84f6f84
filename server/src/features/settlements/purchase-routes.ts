// /api/users/purchases, /api/auctions/{id}/win and /api/settlements/{id}/payments: what the caller won or bought,
// paying for it, money that staff book, and offers of a second chance.
import { asksAnything } from "@jara/shared/bidding-requirements";
import { requiredBalanceMinor } from "@jara/shared/bidding-rules";
import * as calls from "@jara/shared/calls/purchases";
import { type Currency, type Minor, toMajor, toMinor } from "@jara/shared/money";
import { type PayBody, SETTLEMENTS_LIMIT_DEFAULT, type Win } from "@jara/shared/rest/settlements";
import type { FastifyRequest } from "fastify";
import type { UserCommand } from "../../auction/commands.ts";
import { toIso } from "../../auction/view/to-public.ts";
import { bidderChecksOf, saleInForce, whyMayNotBid } from "../../engine/reads/bidder-checks.ts";
import { boundsOfUser } from "../../engine/reads/reservations.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { orRefuse, RefusedError, refuse, refuseField } from "../../platform/http/refused.ts";
import { commandIdOf } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Result } from "../../platform/lib/result.ts";
import type { Caller } from "../accounts/caller.ts";
import { type HousePlace, withPlaces } from "../pickup-places.ts";
import type { RouteDeps } from "../route-deps.ts";
import { findOwed, findSecondChance, purchasesOf, secondChancesOf, winOf } from "./purchase-queries.ts";

const notFound = () => refuse("NOT_FOUND", { message: "Settlement not found" });

/** Starts an online payment of what is due; null where the site takes no payments online. */
export type StartOnline = (command: {
  readonly userId: string;
  readonly email: string;
  readonly settlementId: string;
  readonly commandId: string;
}) => Promise<
  Result<{
    reference: string;
    authorizationUrl: string;
    /** For a lot in another currency: what the payment counts for, and until when (epoch ms). */
    promised: { amountMinor: Minor; ngnMinor: Minor; until: number } | null;
  }>
>;

interface PurchaseDeps extends Pick<RouteDeps, "config" | "database" | "engine" | "requirements"> {
  readonly startOnline: StartOnline | null;
  readonly settings: { readonly current: () => HousePlace };
  /** Books a transfer or cash for the member of the staff who calls. */
  readonly book: (request: FastifyRequest, settlementId: string, body: BookBody, commandId: string) => Promise<object>;
}

export const servePurchases = (app: App, deps: PurchaseDeps, caller: Caller): void => {
  serveOwnPurchases(app, deps);
  servePayments(app, deps, caller);
  serveSecondChances(app, deps, caller);
};

const submit = async ({ engine }: PurchaseDeps, command: UserCommand): Promise<void> => {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw new RefusedError(outcome.error);
};

/**
 * Adds the money that the buyer's own bids reserve on a lot that is being bought, because its payment can use it
 * (`BALANCE_RULE=hold`). A lot that was won is closed, so it reserves nothing.
 */
const withReserved = async (
  { config, database, engine }: PurchaseDeps,
  userId: string,
  wins: readonly Win[],
): Promise<Win[]> => {
  const isBuying = wins.some(({ kind, status }) => kind === "buy-it-now" && status === "open");
  if (config.balanceRule === "check" || !isBuying) return [...wins];
  const bounds = await boundsOfUser(database, userId);
  return wins.map((win) => {
    const bound = win.status === "open" ? bounds.get(win.auction._id) : undefined;
    if (!bound) return win;
    const reservedMinor = requiredBalanceMinor(bound.amountMinor, bound.currency, engine.rates);
    return { ...win, reservedNgn: toMajor(reservedMinor) };
  });
};

const ownWin = async ({ database, engine, settings }: PurchaseDeps, auctionId: string, userId: string) => {
  const win = await winOf(database, auctionId, userId, engine.rates);
  const [shown = null] = await withPlaces(database, win ? [win] : [], settings.current());
  return shown;
};

/** These calls list all wins and purchases of the caller, or return the one at an auction. */
const serveOwnPurchases = (app: App, deps: PurchaseDeps): void => {
  const { database, engine } = deps;
  serve(app, calls.listPurchases, async ({ account: { id }, query }) => {
    const { page = 1, limit = SETTLEMENTS_LIMIT_DEFAULT } = query;
    const { purchases, due, total } = await purchasesOf(database, id, { page, limit }, engine.rates);
    const shown = await withPlaces(database, await withReserved(deps, id, purchases), deps.settings.current());
    return { purchases: shown, due, pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.getWin, async ({ account: { id }, params }) => {
    const win = await ownWin(deps, params.id, id);
    const [shown = null] = await withReserved(deps, id, win ? [win] : []);
    return { win: shown };
  });
};

const servePayments = (app: App, deps: PurchaseDeps, caller: Caller): void => {
  const { database, startOnline, book } = deps;

  serve(app, calls.paySettlement, async ({ params, body, request }) => {
    const settlementId = params.id;
    const commandId = body.commandId ?? commandIdOf(request);
    if (body.method === "transfer" || body.method === "cash") return await book(request, settlementId, body, commandId);
    const { id: userId, email } = await caller.bidder(request, "pay");
    const owed = await findOwed(database, settlementId);
    // Another person's settlement gets the same answer as an unknown one.
    if (owed?.payerId !== userId) return notFound();
    const { auctionId } = owed;
    if (body.method === "balance") {
      await submit(deps, { type: "PayFromBalance", auctionId, userId, commandId, settlementId });
      const win = await ownWin(deps, auctionId, userId);
      return { ...(win && { win }) };
    }
    const message = "Paying online is not available at the moment. Please pay by bank transfer or from your balance.";
    if (!startOnline) return refuse("NOT_FOUND", { message });
    const { promised, ...link } = orRefuse(await startOnline({ userId, email, settlementId, commandId }));
    if (!promised) return link;
    const { amountMinor, ngnMinor, until } = promised;
    const promise = { amount: toMajor(amountMinor), amountNgn: toMajor(ngnMinor), until: toIso(until) };
    return { ...link, promise };
  });
};

/** An acceptance commits the person as a bid does. */
const refuseUnqualified = async (
  { database, engine, requirements }: PurchaseDeps,
  userId: string,
  { auctionId, priceMinor, currency }: { auctionId: string; priceMinor: Minor; currency: Currency },
): Promise<void> => {
  const saleId = await saleInForce(database, auctionId);
  const asked = requirements.of(saleId);
  if (!asksAnything(asked)) return;
  const checks = await bidderChecksOf(database, userId, saleId);
  const refused = checks && whyMayNotBid(asked, checks, { amountMinor: priceMinor, currency }, engine.rates);
  if (refused) throw new RefusedError(refused);
};

/** Offers of a second chance, and their answers. */
const serveSecondChances = (app: App, deps: PurchaseDeps, caller: Caller): void => {
  const { database, engine } = deps;

  serve(app, calls.listSecondChances, async ({ account: { id } }) => ({
    offers: await secondChancesOf(database, id, engine.rates),
  }));

  const answerOffer = async (request: FastifyRequest, offerId: string, answer: "accept" | "decline") => {
    const { id: userId } = await caller.bidder(request, "second-chance");
    const commandId = commandIdOf(request);
    const offer = await findSecondChance(database, offerId);
    if (offer?.personId !== userId) return refuse("NOT_FOUND", { message: "Offer not found" });
    const { auctionId } = offer;
    // The engine repeats its first answer about an offer that is no longer open.
    if (answer === "accept" && offer.isOpen) await refuseUnqualified(deps, userId, offer);
    await submit(deps, { type: "AnswerSecondChance", auctionId, userId, commandId, offerId, answer });
    return { win: answer === "accept" ? await ownWin(deps, auctionId, userId) : null };
  };
  serve(app, calls.acceptSecondChance, ({ params, request }) => answerOffer(request, params.id, "accept"));
  serve(app, calls.declineSecondChance, ({ params, request }) => answerOffer(request, params.id, "decline"));
};

export type BookBody = Extract<PayBody, { method: "transfer" | "cash" }>;

/** A booking as it is asked for: with the amount in the lot's currency, or the naira that came. */
export interface AskedBooking {
  readonly method: BookBody["method"];
  readonly came: { readonly amountMinor: Minor } | { readonly ngnMinor: Minor };
  readonly reference: string | null;
  readonly note: string | null;
  /** The caller's words about an earlier booking of the transfer. */
  readonly isSplit?: true;
  readonly isAnother?: true;
}

export const bookingOf = (body: BookBody): AskedBooking => {
  const { method, amount, amountNgn, reference, note, isSplit, isAnother } = body;
  if ((amount === undefined) === (amountNgn === undefined)) {
    const message = "Please give the amount either in the lot's currency or in naira";
    return refuseField("amount", message);
  }
  return {
    method,
    came: amount === undefined ? { ngnMinor: toMinor(amountNgn ?? 0) } : { amountMinor: toMinor(amount) },
    reference: reference || null,
    note: note || null,
    ...(isSplit && { isSplit }),
    ...(isAnother && { isAnother }),
  };
};
