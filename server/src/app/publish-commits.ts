// Publishes a commit, and wakes the jobs that now have work.
import { boundOn, peopleRebound } from "../auction/settlement/reservations.ts";
import type { AuctionState } from "../auction/state.ts";
import type { EngineEvents } from "../engine/auction-engine.ts";
import type { Change } from "../engine/ports.ts";
import type { AccountNews } from "../features/accounts/account-news.ts";
import type { SaleNews } from "../features/sales/sale-news.ts";
import type { SettlementNews } from "../features/settlements/settlement-news.ts";
import type { Live } from "./live.ts";

/** Publishes a commit and wakes the jobs that now have work. Must be called only after the commit. */
export const publishCommits = (
  live: Live,
  after: {
    readonly accounts: Pick<AccountNews, "changed">;
    /** Called with the people who have more or less bound; null where bids reserve nothing. */
    readonly boundChanged: ((userIds: readonly string[]) => void) | null;
    readonly settlements: Pick<SettlementNews, "committed">;
    readonly sales: Pick<SaleNews, "committed">;
    /** Called when a start or an end time moved. */
    readonly timesMoved: () => void;
    /** Called when the end of an open lot moved to a later time. */
    readonly endsMoved: () => void;
    /** Called when a lot came to the listing or left it, or its texts changed. */
    readonly listChanged: () => void;
    readonly mailsWritten: () => void;
    /** Called with the people whose inbox may have changed. */
    readonly inboxChanged: (userIds: readonly string[]) => void;
    readonly receiptsWritten: () => void;
    /** Called when something changed that everybody may see. */
    readonly versionsMoved: () => void;
  },
): EngineEvents => ({
  committed: (changes, at, balances, notified, told) => {
    const { interests, publisher, cluster } = live;
    const gained = interests.committed(changes);
    if (gained.length > 0) cluster?.publishPeople(gained);
    publisher.publish(changes, at);
    publisher.notify(notified, changes);
    for (const userId of balances.keys()) after.accounts.changed(userId);
    if (after.boundChanged) after.boundChanged(reboundBy(changes));
    after.settlements.committed(changes);
    after.sales.committed(changes);
    const moved = changes.filter(({ before, after: now }) => before.version !== now.version);
    if (moved.length > 0) after.versionsMoved();
    if (cluster && moved.length > 0) cluster.publishMoved([...new Set(moved.map(({ after: now }) => now.id))]);
    if (changes.some(movesTimes)) after.timesMoved();
    if (changes.some(movesEnd)) after.endsMoved();
    if (changes.some(changesList)) after.listChanged();
    if (balances.size > 0 || changes.some(movesMoney)) after.receiptsWritten();
    if (notified.length > 0 || changes.some(writesMails)) after.mailsWritten();
    after.inboxChanged([...new Set([...told, ...changes.flatMap(resolvedBy)])]);
  },
  // For a commit with an unknown result, read the auctions once the database answers again.
  unknown: live.catchUp,
});

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

const changesList = ({ before, after }: Change): boolean => before.status !== after.status || before.lot !== after.lot;

/** Every commit that writes a receipt also moves a balance or changes one of these. */
const movesMoney = ({ before, after }: Change): boolean =>
  before.settlement !== after.settlement || before.purchase !== after.purchase;

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

/** Every change that writes a mail also changes one of these. */
const writesMails = ({ before, after }: Change): boolean =>
  before.status !== after.status ||
  before.leader?.id !== after.leader?.id ||
  before.settlement !== after.settlement ||
  before.purchase !== after.purchase ||
  before.secondChance !== after.secondChance;
