// A decided batch as the rows that the commit's statement takes.
import { randomUUID } from "node:crypto";
import { publicChanges } from "../../auction/content.ts";
import { type AuctionEvent, type BidsVoided, isPublic } from "../../auction/events.ts";
import type { EndsBy } from "../../auction/soft-close.ts";
import type { AuctionState, MaxBid, Person } from "../../auction/state.ts";
import type { RowSet } from "../../platform/database/arrays.ts";
import type { Param } from "../../platform/database/database.ts";
import type { Outcome } from "../outcome.ts";
import type { Change, CommandRecord, CommitBatch } from "../ports.ts";
import { mailsOf, noticesOf } from "./commit-mails.ts";
import {
  autoBids,
  closings,
  contentChanges,
  forfeits,
  mails,
  maxima,
  notices,
  parts,
  people,
  purchases,
  reductions,
  replayedBids,
  settlements,
  steps,
  struckBids,
} from "./commit-rows.ts";
import { isAcceptedBid } from "./outcome-text.ts";
import type { RecentMails } from "./recent-mails.ts";

/** Numbers what is named, from 1, in the order of the first mention. */
class Places {
  readonly #places = new Map<string, number>();

  of(id: string): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    this.#places.set(id, this.#places.size + 1);
    return this.#places.size;
  }

  get ids(): string[] {
    return [...this.#places.keys()];
  }
}

interface OfPurchase {
  readonly purchaseId: string;
  readonly buyer: Person;
}

type RowOf<S> = S extends RowSet<infer C> ? { readonly [K in keyof C]: string | number | boolean | null } : never;

/**
 * What a batch holds: bids by hand that no maximum answers, and refusals; what maxima do and mails tell as well; or what
 * else there is, an auction's life and terms, and money.
 */
export type BatchKind = "bids" | "contests" | "anything";

/** A batch as it is sent. */
export interface EncodedBatch {
  readonly kind: BatchKind;
  readonly params: readonly Param[];
}

export const encode = (batch: CommitBatch, recent: RecentMails): EncodedBatch => {
  const auctions = new Places();
  const persons = new Places();
  const personOrNull = (id: string | null | undefined): number | null => (id ? persons.of(id) : null);
  const partRows: RowOf<typeof parts>[] = [];
  const stepRows: RowOf<typeof steps>[] = [];
  const autoBidRows: RowOf<typeof autoBids>[] = [];
  const maximumRows: RowOf<typeof maxima>[] = [];
  const settlementRows: RowOf<typeof settlements>[] = [];
  const closingRows: RowOf<typeof closings>[] = [];
  const purchaseRows: RowOf<typeof purchases>[] = [];
  const forfeitRows: RowOf<typeof forfeits>[] = [];
  const mailRows: RowOf<typeof mails>[] = [];
  const noticeRows: RowOf<typeof notices>[] = [];
  const contentRows: RowOf<typeof contentChanges>[] = [];
  const struckRows: RowOf<typeof struckBids>[] = [];
  const replayedRows: RowOf<typeof replayedBids>[] = [];
  const reductionRows: RowOf<typeof reductions>[] = [];

  const addPurchase = (part: number, { purchaseId: id, buyer }: OfPurchase, purchase: object): void => {
    purchaseRows.push({ id, part, buyer: persons.of(buyer.id), purchase: JSON.stringify(purchase) });
  };

  const addForfeit = (part: number, payer: Person, amount: number, cause: string): void => {
    forfeitRows.push({ id: randomUUID(), part, payer: persons.of(payer.id), amount, cause });
  };

  const addSettlements = (part: number, { before, after, events, actorId: actor }: Change): void => {
    const [closed, opened] = [before.settlement, after.settlement];
    if (closed?.id === opened?.id) return;
    if (closed) {
      const winner = persons.of(closed.winner.id);
      const closing = { ...closingOf(after, events), actor };
      closingRows.push({ id: closed.id, part, winner, closing: JSON.stringify(closing) });
    }
    if (opened) {
      const winner = persons.of(opened.winner.id);
      settlementRows.push({ id: opened.id, part, winner, amount: opened.amountMinor, due_at: opened.dueAt });
    }
  };

  const addStep = (part: number, change: Change | null, command: CommandRecord | null): void => {
    const isTold = command !== null && change !== null && isToldByLog(command.outcome, change);
    const isKept = command?.outcome.ok === true && !isTold;
    const [first] = change?.events ?? [];
    const bid = first?.type === "BidPlaced" && first.kind === "manual" ? first : null;
    stepRows.push({
      part,
      owner: personOrNull(command?.userId),
      revision: change?.after.revision ?? null,
      version: change?.events.some(isPublic) ? change.after.version : null,
      events: change && eventsText(change.events),
      number: bid?.number ?? null,
      amount: bid?.amountMinor ?? null,
      command: command?.commandId ?? null,
      fingerprint: isKept ? command.fingerprint : null,
      outcome: isKept ? JSON.stringify(command.outcome) : null,
    });
  };

  const addVoided = (part: number, event: BidsVoided, { before, after }: Change): void => {
    for (const { number, reason } of event.voided) struckRows.push({ part, number, reason });
    for (const { number, bidder, amountMinor: amount, kind, at } of event.recorded) {
      replayedRows.push({ part, number, bidder: persons.of(bidder.id), amount, kind, at });
    }
    // An open settlement of a voided winner is closed like any other (addSettlements).
    if (before.winner === null || before.purchase !== null) return;
    if (!event.isWinnerVoided) reductionRows.push({ part, amount: after.priceMinor });
    else if (before.settlement === null) reductionRows.push({ part, amount: null });
  };

  const addChange = (part: number, change: Change): void => {
    const { events, actorId } = change;
    if (actorId === null) addStep(part, change, null);
    addSettlements(part, change);
    for (const event of events) {
      switch (event.type) {
        case "BidPlaced": {
          const { number, amountMinor: amount, kind } = event;
          if (kind === "auto") autoBidRows.push({ part, number, bidder: persons.of(event.bidder.id), amount });
          break;
        }
        case "BuyItNowStarted": {
          const { priceMinor: price, feeMinor: fee, deadlineAt: deadline } = event;
          addPurchase(part, event, { status: "pending", price, fee, deadline });
          break;
        }
        case "AuctionEdited":
          if (event.contentVersion !== undefined) {
            const fields = JSON.stringify(publicChanges(event));
            contentRows.push({ part, version: event.contentVersion, fields, at: event.contentChangedAt ?? null });
          }
          break;
        case "BidsVoided":
          addVoided(part, event, change);
          break;
        case "AllBidsVoided":
          struckRows.push({ part, number: null, reason: event.reason });
          break;
        case "PurchasePaid":
          addPurchase(part, event, { status: "paid", actor: actorId });
          break;
        case "PurchaseVoided":
          addPurchase(part, event, { status: "void", actor: actorId });
          break;
        case "PurchaseWaived":
          addPurchase(part, event, { status: "void", isWaived: true, actor: actorId, note: event.note });
          break;
        case "PurchaseForfeited":
          addPurchase(part, event, { status: "forfeited" });
          addForfeit(part, event.buyer, event.penaltyMinor, "buy-it-now-forfeit");
          break;
        case "SettlementForfeited":
          addForfeit(part, event.winner, event.penaltyMinor, "win-forfeit");
          break;
      }
    }
  };

  for (const { auctionId, expectedRevision, span, after, changes, endsBy, ...expected } of batch.parts) {
    const part = auctions.of(auctionId);
    partRows.push({
      n: part,
      expected: expectedRevision,
      ends_at: expected.expectedEnd,
      paused_until: expected.expectedPausedUntil,
      from_ms: span.fromMs,
      until_ms: span.untilMs,
      revision: after.revision,
      version: after.version,
      price: after.priceMinor,
      leader: personOrNull(after.leader?.id),
      bid_count: after.bidCount,
      life: changedLife(changes[0]?.before, after, endsBy),
      terms: changedTerms(after, changes),
    });
    for (const change of changes) addChange(part, change);
    for (const { userId, kind, data } of mailsOf(after, changes, recent)) {
      mailRows.push({ part, person: persons.of(userId), kind, data });
    }
    for (const { besides, kind, data } of noticesOf(changes)) {
      noticeRows.push({ part, besides: personOrNull(besides), kind, data });
    }
    for (const { maxBid, isCancelled } of touchedMaxima(after, changes)) {
      maximumRows.push({
        id: maxBid.id,
        part,
        owner: persons.of(maxBid.owner.id),
        amount: maxBid.amountMinor,
        reached: maxBid.reachedRevision,
        auto_count: maxBid.autoBidCount,
        last_auto: maxBid.lastAutoBidMinor,
        cancelled: isCancelled,
        content: maxBid.contentVersion,
      });
    }
  }
  for (const command of batch.commands) addStep(auctions.of(command.auctionId), command.change, command);
  // Last: by now everybody has been mentioned.
  const personIds = persons.ids;
  const personRows = personIds.map((id, i) => ({ n: i + 1, revision: batch.users.get(id) ?? null }));
  const areNone = (...sets: readonly (readonly unknown[])[]): boolean => sets.every((rows) => rows.length === 0);
  const isContest =
    areNone(settlementRows, closingRows, purchaseRows, forfeitRows, noticeRows, struckRows, reductionRows) &&
    partRows.every(({ life, terms }) => life === null && terms === null);
  const params = [
    auctions.ids.join(","),
    personIds.join(","),
    ...parts.params(partRows),
    ...people.params(personRows),
    ...steps.params(stepRows),
  ];
  if (isContest && areNone(autoBidRows, maximumRows, mailRows)) return { kind: "bids", params };
  params.push(...autoBids.params(autoBidRows), ...maxima.params(maximumRows), ...mails.params(mailRows));
  if (isContest) return { kind: "contests", params };
  params.push(
    ...settlements.params(settlementRows),
    ...closings.params(closingRows),
    ...purchases.params(purchaseRows),
    ...forfeits.params(forfeitRows),
    ...notices.params(noticeRows),
    ...contentChanges.params(contentRows),
    ...struckBids.params(struckRows),
    ...replayedBids.params(replayedRows),
    ...reductions.params(reductionRows),
  );
  return { kind: "anything", params };
};

/** A sale is the word that it was paid; whatever else undoes the end makes it void. */
const closingOf = (after: AuctionState, events: readonly AuctionEvent[]): { status: string; note: string | null } => {
  for (const event of events) {
    if (event.type === "SettlementWaived") return { status: "waived", note: event.note };
    if (event.type === "SettlementForfeited") return { status: "forfeited", note: null };
  }
  return { status: after.status === "sold" ? "paid" : "void", note: null };
};

/** True if the change alone says everything about an accepted bid: nothing was voided and the end stays. */
const isToldByLog = (outcome: Outcome, { after }: Change): boolean =>
  isAcceptedBid(outcome) && after.voidedBidCount === 0;

/** A placeholder in the log's text for an end that the statement computes from the commit's time. */
export const MOVED_END = "@moved-end";

/** A replacer makes `JSON.stringify` several times slower, and hardly any change needs one. */
const eventsText = (events: readonly AuctionEvent[]): string =>
  events.some(({ type }) => type === "AuctionExtended")
    ? JSON.stringify(events, withoutMovedEnd)
    : JSON.stringify(events);

const withoutMovedEnd = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && (value as AuctionEvent).type === "AuctionExtended"
    ? { ...value, endsAt: MOVED_END }
    : value;

const changedLife = (before: AuctionState | undefined, after: AuctionState, endsBy: EndsBy | null): string | null => {
  const stays =
    before === undefined ||
    (before.status === after.status &&
      before.endsAt === after.endsAt &&
      before.extendedFrom === after.extendedFrom &&
      before.voidedBidCount === after.voidedBidCount &&
      before.barredIds.size === after.barredIds.size &&
      before.forfeitedPurchases === after.forfeitedPurchases &&
      before.startsAt === after.startsAt &&
      before.winner?.id === after.winner?.id &&
      before.pausedAt === after.pausedAt &&
      before.pausedUntil === after.pausedUntil &&
      before.pauseReason === after.pauseReason &&
      before.isEndSet === after.isEndSet &&
      before.isRemoved === after.isRemoved);
  if (stays) return null;
  const { status, startsAt, endsAt, pausedAt, pausedUntil, pauseReason, isEndSet, isRemoved } = after;
  return JSON.stringify({
    status,
    winner: after.winner?.id ?? null,
    startsAt,
    endsAt,
    endsBy,
    extendedFrom: after.extendedFrom,
    voidedBidCount: after.voidedBidCount,
    barred: [...after.barredIds],
    forfeitedPurchases: after.forfeitedPurchases,
    pausedAt,
    pausedUntil,
    pauseReason,
    isEndSet,
    isRemoved,
  });
};

/** The start and end times are of `life`. */
const changedTerms = (after: AuctionState, changes: readonly Change[]): string | null => {
  if (!changes.some(({ events }) => events.some(({ type }) => type === "AuctionEdited"))) return null;
  const { lot, currency, startingPriceMinor, incrementMinor, reserveMinor, buyItNowMinor } = after;
  const { softClose, contentVersion, contentChangedAt } = after;
  const prices = { currency, startingPriceMinor, incrementMinor, reserveMinor, buyItNowMinor };
  return JSON.stringify({ ...lot, ...prices, softClose, contentVersion, contentChangedAt });
};

/** The maxima that the part's changes touched, each once, as they stand after all of them. */
const touchedMaxima = (
  after: AuctionState,
  changes: readonly Change[],
): { readonly maxBid: MaxBid; readonly isCancelled: boolean }[] => {
  const touched = new Map<string, MaxBid | undefined>();
  for (const { before, events } of changes) {
    for (const event of events) {
      if (event.type === "MaxBidSet") touched.set(event.owner.id, after.maxBids.get(event.owner.id));
      else if (event.type === "BidPlaced" && event.kind === "auto") {
        touched.set(event.bidder.id, after.maxBids.get(event.bidder.id) ?? before.maxBids.get(event.bidder.id));
      } else if (event.type === "MaxBidCancelled") touched.set(event.ownerId, before.maxBids.get(event.ownerId));
      else if (event.type === "MaxBidConfirmed") touched.set(event.ownerId, after.maxBids.get(event.ownerId));
      else if (event.type === "MaximaRestated" || event.type === "AllBidsVoided") {
        for (const [ownerId, maxBid] of before.maxBids) touched.set(ownerId, after.maxBids.get(ownerId) ?? maxBid);
        for (const [ownerId, maxBid] of after.maxBids) touched.set(ownerId, maxBid);
      }
    }
  }
  return [...touched].flatMap(([ownerId, maxBid]) => {
    // Set and cancelled within one batch: what was set is in one of the states between.
    const last = maxBid ?? changes.findLast((change) => change.after.maxBids.has(ownerId))?.after.maxBids.get(ownerId);
    return last ? { maxBid: last, isCancelled: !after.maxBids.has(ownerId) } : [];
  });
};
