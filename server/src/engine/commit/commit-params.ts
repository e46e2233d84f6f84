// Encodes a decided batch as the parameters of the commit's statement.
import { randomUUID } from "node:crypto";
import { publicChanges } from "../../auction/content.ts";
import { type BidsVoided, isPublic } from "../../auction/events.ts";
import type { Person } from "../../auction/state.ts";
import type { RowSet } from "../../platform/database/arrays.ts";
import type { Param } from "../../platform/database/database.ts";
import type { AuctionPart, Change, CommandRecord, CommitBatch } from "../ports.ts";
import { changedLife, changedTerms, closingOf, eventsText, isKnownFromLog, touchedMaxima } from "./commit-fields.ts";
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
  purchases,
  reductions,
  replayedBids,
  settlements,
  steps,
  struckBids,
} from "./commit-rows.ts";
import type { RecentMails } from "./recent-mails.ts";

/** Assigns each id a position, from 1, in the order of its first mention. */
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
 * The kinds of batches. "bids": manual bids that no maximum answers, and refusals. "contests": also the changes and bids
 * of maxima, and mails. "anything": also changes of an auction's life and terms, and money.
 */
export type BatchKind = "bids" | "contests" | "anything";

/** A batch as it is sent to the database. */
export interface EncodedBatch {
  readonly kind: BatchKind;
  readonly params: readonly Param[];
}

/** The statement's parameters for a batch. */
export const encode = (batch: CommitBatch, recent: RecentMails): EncodedBatch => {
  const rows = new BatchRows(batch.users);
  for (const part of batch.parts) rows.addPart(part, recent);
  for (const command of batch.commands) rows.addCommand(command);
  return rows.encoded();
};

class BatchRows {
  readonly #auctions = new Places();
  readonly #persons = new Places();
  readonly #parts: RowOf<typeof parts>[] = [];
  readonly #steps: RowOf<typeof steps>[] = [];
  readonly #autoBids: RowOf<typeof autoBids>[] = [];
  readonly #maxima: RowOf<typeof maxima>[] = [];
  readonly #settlements: RowOf<typeof settlements>[] = [];
  readonly #closings: RowOf<typeof closings>[] = [];
  readonly #purchases: RowOf<typeof purchases>[] = [];
  readonly #forfeits: RowOf<typeof forfeits>[] = [];
  readonly #mails: RowOf<typeof mails>[] = [];
  readonly #notices: RowOf<typeof notices>[] = [];
  readonly #contents: RowOf<typeof contentChanges>[] = [];
  readonly #struck: RowOf<typeof struckBids>[] = [];
  readonly #replayed: RowOf<typeof replayedBids>[] = [];
  readonly #reductions: RowOf<typeof reductions>[] = [];
  /** The revisions of the users' facts that decisions used. These users are the first persons, in the order of their ids. */
  readonly #revisions: readonly number[];

  constructor(users: CommitBatch["users"]) {
    const byId = [...users].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [id] of byId) this.#persons.of(id);
    this.#revisions = byId.map(([, revision]) => revision);
  }

  addPart(
    { auctionId, expectedRevision, span, after, changes, endsBy, ...expected }: AuctionPart,
    recent: RecentMails,
  ) {
    const part = this.#auctions.of(auctionId);
    this.#parts.push({
      n: part,
      expected: expectedRevision,
      ends_at: expected.expectedEnd,
      paused_until: expected.expectedPausedUntil,
      from_ms: span.fromMs,
      until_ms: span.untilMs,
      revision: after.revision,
      version: after.version,
      price: after.priceMinor,
      leader: this.#personOrNull(after.leader?.id),
      bid_count: after.bidCount,
      life: changedLife(changes[0]?.before, after, endsBy),
      terms: changedTerms(after, changes),
    });
    for (const change of changes) this.#addChange(part, change);
    for (const { userId, kind, data } of mailsOf(after, changes, recent)) {
      this.#mails.push({ part, person: this.#persons.of(userId), kind, data });
    }
    for (const { besides, kind, data } of noticesOf(changes)) {
      this.#notices.push({ part, besides: this.#personOrNull(besides), kind, data });
    }
    for (const { maxBid, isCancelled } of touchedMaxima(after, changes)) {
      this.#maxima.push({
        id: maxBid.id,
        part,
        owner: this.#persons.of(maxBid.owner.id),
        amount: maxBid.amountMinor,
        reached: maxBid.reachedRevision,
        auto_count: maxBid.autoBidCount,
        last_auto: maxBid.lastAutoBidMinor,
        cancelled: isCancelled,
        content: maxBid.contentVersion,
      });
    }
  }

  addCommand(command: CommandRecord): void {
    this.#addStep(this.#auctions.of(command.auctionId), command.change, command);
  }

  /** Call after everything was added. */
  encoded(): EncodedBatch {
    const params = [
      this.#auctions.ids.join(","),
      this.#persons.ids.join(","),
      `{${this.#revisions.join(",")}}`,
      ...parts.params(this.#parts),
      ...steps.params(this.#steps),
    ];
    const isContest = this.#hasNothingRare();
    if (isContest && areNone(this.#autoBids, this.#maxima, this.#mails)) return { kind: "bids", params };
    params.push(...autoBids.params(this.#autoBids), ...maxima.params(this.#maxima), ...mails.params(this.#mails));
    if (isContest) return { kind: "contests", params };
    params.push(
      ...settlements.params(this.#settlements),
      ...closings.params(this.#closings),
      ...purchases.params(this.#purchases),
      ...forfeits.params(this.#forfeits),
      ...notices.params(this.#notices),
      ...contentChanges.params(this.#contents),
      ...struckBids.params(this.#struck),
      ...replayedBids.params(this.#replayed),
      ...reductions.params(this.#reductions),
    );
    return { kind: "anything", params };
  }

  #hasNothingRare(): boolean {
    return (
      areNone(this.#settlements, this.#closings, this.#purchases, this.#forfeits) &&
      areNone(this.#notices, this.#struck, this.#reductions) &&
      this.#parts.every(({ life, terms }) => life === null && terms === null)
    );
  }

  #personOrNull(id: string | null | undefined): number | null {
    return id ? this.#persons.of(id) : null;
  }

  #addStep(part: number, change: Change | null, command: CommandRecord | null): void {
    const isKnown = command !== null && change !== null && isKnownFromLog(command.outcome, change);
    const isKept = command?.outcome.ok === true && !isKnown;
    const [first] = change?.events ?? [];
    const bid = first?.type === "BidPlaced" && first.kind === "manual" ? first : null;
    this.#steps.push({
      part,
      owner: this.#personOrNull(command?.userId),
      revision: change?.after.revision ?? null,
      version: change?.events.some(isPublic) ? change.after.version : null,
      events: change && eventsText(change.events),
      number: bid?.number ?? null,
      amount: bid?.amountMinor ?? null,
      command: command?.commandId ?? null,
      fingerprint: isKept ? command.fingerprint : null,
      outcome: isKept ? JSON.stringify(command.outcome) : null,
    });
  }

  #addChange(part: number, change: Change): void {
    const { events, actorId } = change;
    if (actorId === null) this.#addStep(part, change, null);
    this.#addSettlements(part, change);
    for (const event of events) {
      switch (event.type) {
        case "BidPlaced": {
          const { number, amountMinor: amount, kind } = event;
          if (kind === "auto") this.#autoBids.push({ part, number, bidder: this.#persons.of(event.bidder.id), amount });
          break;
        }
        case "BuyItNowStarted": {
          const { priceMinor: price, feeMinor: fee, deadlineAt: deadline } = event;
          this.#addPurchase(part, event, { status: "pending", price, fee, deadline });
          break;
        }
        case "AuctionEdited":
          if (event.contentVersion !== undefined) {
            const fields = JSON.stringify(publicChanges(event));
            this.#contents.push({ part, version: event.contentVersion, fields, at: event.contentChangedAt ?? null });
          }
          break;
        case "BidsVoided":
          this.#addVoided(part, event, change);
          break;
        case "AllBidsVoided":
          this.#struck.push({ part, number: null, reason: event.reason });
          break;
        case "PurchasePaid":
          this.#addPurchase(part, event, { status: "paid", actor: actorId });
          break;
        case "PurchaseVoided":
          this.#addPurchase(part, event, { status: "void", actor: actorId });
          break;
        case "PurchaseWaived":
          this.#addPurchase(part, event, { status: "void", isWaived: true, actor: actorId, note: event.note });
          break;
        case "PurchaseForfeited":
          this.#addPurchase(part, event, { status: "forfeited" });
          this.#addForfeit(part, event.buyer, event.penaltyMinor, "buy-it-now-forfeit");
          break;
        case "SettlementForfeited":
          this.#addForfeit(part, event.winner, event.penaltyMinor, "win-forfeit");
          break;
      }
    }
  }

  #addVoided(part: number, event: BidsVoided, { before, after }: Change): void {
    for (const { number, reason } of event.voided) this.#struck.push({ part, number, reason });
    for (const { number, bidder, amountMinor: amount, kind, at } of event.recorded) {
      this.#replayed.push({ part, number, bidder: this.#persons.of(bidder.id), amount, kind, at });
    }
    // The open settlement of a voided winner is closed like any other (addSettlements).
    if (before.winner === null || before.purchase !== null) return;
    if (!event.isWinnerVoided) this.#reductions.push({ part, amount: after.priceMinor });
    else if (before.settlement === null) this.#reductions.push({ part, amount: null });
  }

  #addSettlements(part: number, { before, after, events, actorId: actor }: Change): void {
    const [closed, opened] = [before.settlement, after.settlement];
    if (closed?.id === opened?.id) return;
    if (closed) {
      const winner = this.#persons.of(closed.winner.id);
      const closing = { ...closingOf(after, events), actor };
      this.#closings.push({ id: closed.id, part, winner, closing: JSON.stringify(closing) });
    }
    if (opened) {
      const winner = this.#persons.of(opened.winner.id);
      this.#settlements.push({ id: opened.id, part, winner, amount: opened.amountMinor, due_at: opened.dueAt });
    }
  }

  #addPurchase(part: number, { purchaseId: id, buyer }: OfPurchase, purchase: object): void {
    this.#purchases.push({ id, part, buyer: this.#persons.of(buyer.id), purchase: JSON.stringify(purchase) });
  }

  #addForfeit(part: number, payer: Person, amount: number, cause: string): void {
    this.#forfeits.push({ id: randomUUID(), part, payer: this.#persons.of(payer.id), amount, cause });
  }
}

const areNone = (...sets: readonly (readonly unknown[])[]): boolean => sets.every((rows) => rows.length === 0);
