// Publishes a commit, and wakes the jobs that now have work.
import { postingsOf } from "../auction/settlement/postings.ts";
import { boundOn, peopleRebound } from "../auction/settlement/reservations.ts";
import type { AuctionState } from "../auction/state.ts";
import type { EngineEvents } from "../engine/auction-engine.ts";
import type { Change, Committed } from "../engine/ports.ts";
import type { AccountNotifier } from "../features/accounts/account-notifier.ts";
import type { SaleNotifier } from "../features/sales/sale-notifier.ts";
import type { SettlementNotifier } from "../features/settlements/settlement-notifier.ts";
import type { ListNotifier } from "../live/list-notifier.ts";
import type { Wakes } from "../platform/jobs/wake.ts";
import type { Live } from "./live.ts";

interface AfterCommit {
  readonly accounts: Pick<AccountNotifier, "changed">;
  /** Called with the people who have more or less bound; null where bids reserve nothing. */
  readonly boundChanged: ((userIds: readonly string[]) => void) | null;
  readonly settlements: Pick<SettlementNotifier, "committed">;
  readonly sales: Pick<SaleNotifier, "committed">;
  readonly lists: Pick<ListNotifier, "own">;
  /** Called with the people whose inbox may have changed. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
  readonly wake: Wakes["wake"];
}

/** Publishes a commit and wakes the jobs that now have work. Must be called only after the commit. */
export const publishCommits = (live: Live, after: AfterCommit): EngineEvents => {
  const { interests, publisher, cluster, lostAnswers } = live;
  const publishToNodes = (changes: readonly Change[]): void => {
    const moved = changes.filter(movesVersion);
    if (cluster && moved.length > 0) cluster.publishMoved([...new Set(moved.map(({ after: now }) => now.id))]);
  };
  const committed = (
    changes: readonly Committed<Change>[],
    ready: readonly Committed<Change>[],
    at: number,
    /** Ids of the users whose balance changed. */
    withNewBalance: readonly string[],
  ): void => {
    const gained = interests.committed(changes);
    if (gained.length > 0) cluster?.publishPeople(gained);
    publisher.publish(ready, at);
    for (const userId of withNewBalance) after.accounts.changed(userId);
    if (after.boundChanged) after.boundChanged(reboundBy(changes));
    after.settlements.committed(changes);
    after.sales.committed(changes);
    for (const userId of offeredTo(changes)) after.lists.own(userId, "own-second-chances");
    if (changes.some(movesVersion)) after.wake("log");
    publishToNodes(ready);
    if (changes.some(movesTimes)) after.wake("lot-times");
    if (changes.some(movesEnd)) after.wake("sale-order");
    if (changes.some(changesList)) after.wake("public-lists");
    if (changes.some(forfeitsWin)) after.wake("maxima");
    if (withNewBalance.length > 0 || changes.some(movesMoney)) after.wake("receipts");
    if (changes.some(movesMoney)) after.wake("proceeds");
    if (changes.some(causesMails)) after.wake("lot-changes");
    after.inboxChanged([...new Set(changes.flatMap(resolvedBy))]);
  };
  // The database's answer was lost, so find in the change the people who paid or were paid.
  lostAnswers.onFoundCommitted = (change, at) => {
    committed([change], [change], at, peopleWithPostings(change));
  };
  lostAnswers.onReleased = (changes, at) => {
    publisher.publish(changes, at);
    publishToNodes(changes);
  };
  return {
    committed: (changes, at, balances) => committed(changes, lostAnswers.ready(changes, at), at, [...balances.keys()]),
    unknown: (batch) => lostAnswers.unknown(batch),
  };
};

const movesVersion = ({ before, after }: Change): boolean => before.version !== after.version;

/** The people whose bound amount differs after the commit. A bid that was outbid in the same commit changed nothing. */
const reboundBy = (changes: readonly Change[]): string[] => {
  const spans = new Map<string, { readonly before: AuctionState; after: AuctionState; people: Set<string> }>();
  for (const change of changes) {
    const span = spans.get(change.after.id) ?? { ...change, people: new Set<string>() };
    for (const userId of peopleRebound(change)) span.people.add(userId);
    span.after = change.after;
    spans.set(change.after.id, span);
  }
  const rebound = [...spans.values()].flatMap(({ before, after, people }) =>
    [...people].filter((userId) => boundOn(before, userId) !== boundOn(after, userId)),
  );
  return [...new Set(rebound)];
};

const movesTimes = ({ before, after }: Change): boolean =>
  before.status !== after.status ||
  before.endsAt !== after.endsAt ||
  before.startsAt !== after.startsAt ||
  before.pausedUntil !== after.pausedUntil ||
  before.secondChance !== after.secondChance;

const movesEnd = ({ before, after }: Change): boolean => after.status === "active" && after.endsAt > before.endsAt;

const forfeitsWin = ({ events }: Change): boolean => events.some(({ type }) => type === "SettlementForfeited");

const changesList = ({ before, after }: Change): boolean => before.status !== after.status || before.lot !== after.lot;

/** The people whose balance the change moved, as the commit books it. */
const peopleWithPostings = (change: Change): string[] => [
  ...new Set(postingsOf(change).map(({ person }) => person.id)),
];

/** Every commit that writes a receipt also moves a balance or changes one of these. */
const movesMoney = ({ before, after }: Change): boolean =>
  before.settlement !== after.settlement || before.purchase !== after.purchase;

/** The people whose offer of a second chance was made, answered or withdrawn. */
const offeredTo = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap(({ before, after }) =>
      before.secondChance === after.secondChance
        ? []
        : [before.secondChance, after.secondChance].flatMap((offer) => (offer ? [offer.person.id] : [])),
    ),
  );

/**
 * The people some of whose notifications may no longer hold: those who lead again, and those who paid or owe no more.
 */
const resolvedBy = ({ before, after }: Change): string[] => {
  const people: (string | undefined)[] = [];
  if (before.leader?.id !== after.leader?.id) people.push(after.leader?.id);
  if (before.settlement !== after.settlement) people.push(before.settlement?.winner.id);
  if (before.purchase !== after.purchase) people.push(before.purchase?.buyer.id);
  if (before.secondChance !== after.secondChance) people.push(before.secondChance?.person.id);
  return people.filter((id) => id !== undefined);
};

/** True for nearly every change that causes a mail (log-readers/lot-mails.ts), and for no bid or maximum. */
const causesMails = ({ before, after }: Change): boolean =>
  before.status !== after.status ||
  before.voidedBidCount !== after.voidedBidCount ||
  before.contentVersion !== after.contentVersion ||
  before.settlement !== after.settlement ||
  before.purchase !== after.purchase ||
  before.secondChance !== after.secondChance;
