// Checks the reminders of one auction: each once, to the people who watch the lot and chose that reminder, at its time, and
// with nothing in it but what everybody sees and the person's own wish. Each generator yields null for what is right.
import { toMajor } from "@jara/shared/money";
import { firstOf } from "../check.ts";
import type { Auction } from "../evidence.ts";
import type { State, Step } from "../log.ts";
import type { Stored } from "../stored.ts";
import type { StoredNotification, StoredReminder, StoredWatch } from "../stored-notifications.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The database rounds both times to a millisecond. */
const ROUNDED_MS = 2;
/** A statement reads a lot a moment before it reads the clock. */
const READ_WITHIN_MS = 5_000;
/** The server's job runs every ten seconds; twelve rounds may fail. */
const NOTIFIED_WITHIN_MS = 2 * MINUTE;

/** Each reminder is sent between these times before the end. */
const timed: Readonly<Record<string, { readonly from: number; readonly until: number }>> = {
  "24h": { from: 24 * HOUR, until: 23 * HOUR },
  "1h": { from: HOUR, until: HOUR / 2 },
  "15m": { from: 15 * MINUTE, until: MINUTE },
  price: { from: HOUR, until: MINUTE },
};
const usual: readonly string[] = ["1h", "start", "price", "changed", "paused", "relisted"];
const choiceFor: Readonly<Record<string, string>> = { started: "start", resumed: "paused" };
/** Bidders are notified of these as bidders. */
const notForBidders: readonly string[] = ["changed", "extended", "price"];
/** A reminder has only these fields. */
const facts: ReadonlySet<string> = new Set(["auctionId", "title", "what", "currency", "wishPrice"]);

interface Reminded extends Auction {
  readonly rows: readonly StoredNotification[];
  readonly sent: readonly StoredReminder[];
  readonly watches: readonly StoredWatch[];
  /** Watches of the lot that this one is a copy of. */
  readonly watchesBefore: readonly StoredWatch[];
  readonly choices: Stored["comingBack"]["choices"];
  readonly readAt: number;
}

export function* remindedWrongly(
  auction: Auction,
  { notifications, comingBack, readAt }: Stored,
): Generator<string | null> {
  const original = comingBack.relistings.get(auction.id);
  const lot: Reminded = {
    ...auction,
    readAt,
    rows: (notifications.get(auction.id) ?? []).filter(({ about }) => about === "reminder"),
    sent: comingBack.reminders.filter(({ auctionId }) => auctionId === auction.id),
    watches: comingBack.watches.filter(({ auctionId }) => auctionId === auction.id),
    watchesBefore: comingBack.watches.filter(({ auctionId }) => auctionId === original),
    choices: comingBack.choices,
  };
  for (const row of lot.rows) yield rowDiffers(lot, row);
  for (const one of lot.sent) yield sentDiffers(lot, one);
  yield* timedNotOnce(lot);
  yield* timedMissing(lot);
  yield* newsNotOnce(lot);
  yield* newsMissing(lot);
}

const whatOf = ({ data }: StoredNotification): string => String(data.what);
const isTimed = ({ id }: Auction, { mergeKey }: StoredNotification): boolean => mergeKey === `reminder:${id}`;

/** Whether the person wants the reminder at the time; null if they changed their choice later. */
const wants = ({ choices }: Reminded, userId: string, what: string, at: number): boolean | null => {
  const choice = choices.find((one) => one.userId === userId);
  if (choice && choice.at > at) return null;
  return (choice?.reminders ?? usual).includes(choiceFor[what] ?? what);
};

const watchOf = ({ watches, watchesBefore }: Reminded, userId: string, what: string): StoredWatch | undefined =>
  (what === "relisted" ? watchesBefore : watches).find((watch) => watch.userId === userId);

const rowDiffers = (lot: Reminded, row: StoredNotification): string | null => {
  const { userId, at, createdAt, data } = row;
  const what = whatOf(row);
  const watch = watchOf(lot, userId, what);
  const strange = Object.keys(data).find((key) => !facts.has(key));
  const wish = watch?.wishMinor == null ? null : toMajor(watch.wishMinor);
  const hasBid = lot.steps.some(({ row }) => row.at <= at - READ_WITHIN_MS && isBidOf(row.events, userId));
  return firstOf(
    strange && `${userId} is reminded with ${strange}`,
    (!watch || watch.at > createdAt) && `${userId} is reminded (${what}) of a lot that they do not watch`,
    data.wishPrice !== null &&
      data.wishPrice !== wish &&
      `${userId} is reminded of a wish of ${data.wishPrice}, which is not theirs`,
    wants(lot, userId, what, at) === false && `${userId} is reminded (${what}), which they did not choose`,
    !isTimed(lot, row) &&
      notForBidders.includes(what) &&
      hasBid &&
      `${userId} is reminded (${what}) as a watcher and is a bidder`,
  );
};

const isBidOf = (events: Step["row"]["events"], userId: string): boolean =>
  events.some((event) => event.type === "BidPlaced" && event.bidder.id === userId);

const scheduledEnd = ({ extendedFrom, endsAt }: State): number => extendedFrom ?? endsAt;

/** The states that a statement at this time can have read. */
const statesAt = ({ steps }: Auction, at: number): State[] => {
  const last = steps.findLastIndex(({ row }) => row.at <= at);
  return steps
    .filter(({ row }, n) => n === last || (row.at <= at && row.at >= at - READ_WITHIN_MS))
    .map(({ after }) => after);
};

const sentDiffers = (lot: Reminded, { userId, kind, endsAt, at }: StoredReminder): string | null => {
  const window = timed[kind];
  if (!window) return `${userId} is reminded (${kind}), and there is no such reminder`;
  const watch = watchOf(lot, userId, kind);
  const isDue = statesAt(lot, at).some((state) => {
    const left = state.endsAt - at;
    const isInTime = left <= window.from + ROUNDED_MS && left >= window.until - ROUNDED_MS;
    const isEarly = watch !== undefined && watch.at <= state.endsAt - window.from + ROUNDED_MS;
    const isBelow = kind !== "price" || state.priceMinor < (watch?.wishMinor ?? 0);
    return isInTime && isEarly && isBelow && state.status === "active" && scheduledEnd(state) === endsAt;
  });
  return firstOf(
    wants(lot, userId, kind, at) === false && `${userId} is reminded (${kind}) of the end, which they did not choose`,
    !isDue && `${userId} is reminded (${kind}) at ${at} of the end at ${endsAt}, and it was not due`,
  );
};

/** Checks that all reminders that were sent at one moment count as one event. */
function* timedNotOnce(lot: Reminded): Generator<string | null> {
  const people = new Set([...lot.rows, ...lot.sent].map(({ userId }) => userId));
  for (const userId of people) {
    const own = lot.rows.filter((row) => row.userId === userId && isTimed(lot, row));
    const events = own.reduce((sum, { count }) => sum + count, 0);
    const moments = new Set(lot.sent.filter((one) => one.userId === userId).map(({ at }) => at));
    yield events === moments.size
      ? null
      : `${userId} was reminded of the end ${events} times, and ${moments.size} times it was due`;
  }
}

/** Everybody who watches is reminded of each scheduled end that was near for long enough while the lot was active. */
function* timedMissing(lot: Reminded): Generator<string | null> {
  for (const [n, { row, after }] of lot.steps.entries()) {
    if (after.status !== "active" || after.isRemoved) continue;
    const until = lot.steps[n + 1]?.row.at ?? lot.readAt;
    for (const [kind, window] of Object.entries(timed)) {
      const from = Math.max(row.at, after.endsAt - window.from);
      if (Math.min(until, after.endsAt - window.until) - from < NOTIFIED_WITHIN_MS) continue;
      for (const { userId, at, wishMinor } of lot.watches) {
        if (at > after.endsAt - window.from || wants(lot, userId, kind, from) !== true) continue;
        if (kind === "price" && !(wishMinor !== null && after.priceMinor < wishMinor)) continue;
        const isSent = lot.sent.some(
          (one) => one.userId === userId && one.kind === kind && one.endsAt === scheduledEnd(after),
        );
        yield isSent ? null : `${userId} was not reminded (${kind}) of the end at ${scheduledEnd(after)}`;
      }
    }
  }
}

const newsKinds: Readonly<Record<string, (before: State | null, after: State) => boolean>> = {
  paused: (before, after) => before?.status === "active" && after.status === "paused",
  resumed: (before, after) => before?.status === "paused" && after.status === "active",
  extended: (before, after) => before?.extendedFrom === null && after.extendedFrom !== null && isOpen(after),
  price: (before, after) =>
    before !== null && before.status !== "draft" && isOpen(after) && after.priceMinor < before.priceMinor,
  changed: (before, after) =>
    before !== null && before.status !== "draft" && isOpen(after) && contentOf(before) !== contentOf(after),
  started: (before, after) => (before === null || before.status === "draft") && after.status === "active",
  relisted: (before, after) => (before === null || before.status === "draft") && after.status === "active",
};

const isOpen = ({ status, isRemoved }: State): boolean => (status === "active" || status === "paused") && !isRemoved;
const contentOf = (state: State): string => {
  const { title, description, condition, contentVersion, addenda, conditionReport } = state;
  return JSON.stringify([title, description, condition, contentVersion, addenda ?? null, conditionReport ?? null]);
};

/** Checks that a person is notified of an event no more often than it happened. */
function* newsNotOnce(lot: Reminded): Generator<string | null> {
  for (const [what, happens] of Object.entries(newsKinds)) {
    const causes = lot.steps.filter(({ before, after }) => happens(before, after)).map(({ row }) => row.at);
    const counts = new Map<string, number>();
    for (const { userId, mergeKey, count, at } of lot.rows) {
      if (mergeKey !== `reminder:${lot.id}:${what}`) continue;
      const events = (counts.get(userId) ?? 0) + count;
      counts.set(userId, events);
      const most = causes.filter((cause) => cause <= at).length;
      yield events <= most
        ? null
        : `${userId} was notified ${events} times by ${at} (${what}), and it happened ${most} times`;
    }
  }
}

/** Joins the steps of each commit, which have one time: the state before its first step and after its last. */
const commitsOf = ({
  steps,
}: Auction): { readonly at: number; readonly before: State | null; readonly after: State }[] =>
  steps.flatMap(({ row, after }, n) => {
    if (steps[n + 1]?.row.at === row.at) return [];
    const first = steps.find((one) => one.row.at === row.at);
    return [{ at: row.at, before: first?.before ?? null, after }];
  });

/** Everybody who watched is notified of what happened, if the lot stayed open until then. */
function* newsMissing(lot: Reminded): Generator<string | null> {
  const commits = commitsOf(lot);
  for (const [n, { at, before, after }] of commits.entries()) {
    const until = at + NOTIFIED_WITHIN_MS;
    const meanwhile = [after, ...commits.slice(n + 1).flatMap((one) => (one.at <= until ? [one.after] : []))];
    if (until > lot.readAt || !meanwhile.every(isOpen)) continue;
    for (const [what, happens] of Object.entries(newsKinds)) {
      if (!happens(before, after)) continue;
      for (const watch of what === "relisted" ? lot.watchesBefore : lot.watches) {
        const { userId, wishMinor } = watch;
        const isBidder = lot.steps.some(({ row }) => isBidOf(row.events, userId)) || after.maxima.has(userId);
        if ((what !== "relisted" && watch.at > at) || wants(lot, userId, what, at) !== true) continue;
        if (notForBidders.includes(what) && isBidder) continue;
        if (what === "price" && !meanwhile.every(({ priceMinor }) => wishMinor !== null && priceMinor < wishMinor))
          continue;
        const key = `reminder:${lot.id}:${what}`;
        const isReminded = lot.rows.some((row) => row.userId === userId && row.mergeKey === key && row.at >= at);
        yield isReminded ? null : `${userId} watches and was not notified (${what}) of what happened at ${at}`;
      }
    }
  }
}
