// /api/auctions/admin/{id}/history: who did what, and why the price is what it is, as pages or as a CSV file for a
// dispute. It must not reveal maxima before the auction is over.
import * as calls from "@jara/shared/calls/auction-management";
import { toMajor } from "@jara/shared/money";
import type { HistoryEntry } from "@jara/shared/rest/admin-auctions";
import { LIST_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import type { FastifyRequest } from "fastify";
import { isKnown } from "../../auction/evolve.ts";
import { type AuctionState, isOver } from "../../auction/state.ts";
import { disclosable, type LoggedEvent, summaryOf, typesOf } from "../../auction/view/history.ts";
import { refusedSentence } from "../../auction/view/refused-attempt-words.ts";
import { toIso } from "../../auction/view/to-public.ts";
import { findAnyAuction } from "../../engine/reads/find-auctions.ts";
import type { Database } from "../../platform/database/database.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine, safeFileName } from "../../platform/http/csv.ts";
import { refuse } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { serveComplaints } from "./complaint-routes.ts";
import { countLog, type LogEntry, logOfAuction, mixedKeys } from "./history-queries.ts";
import { type Step, stepsOf } from "./history-steps.ts";
import { refuseInterested } from "./lookup.ts";
import { attemptsById, attemptsOn, countAttempts, type NamedAttempt } from "./refused-attempts/queries.ts";

/** Rows of the log per read when making a file. */
const READ_AT_ONCE = 500;

export const serveAuctionHistory = (app: App, deps: RouteDeps, caller: Caller): void => {
  serveComplaints(app, deps);
  const { database, lists } = deps;
  const auctionOf = async (request: FastifyRequest, id: string): Promise<AuctionState> => {
    const { id: adminId } = await caller.staff(request);
    await refuseInterested(deps, adminId, id);
    return (await findAnyAuction(database, id)) ?? refuse("NOT_FOUND", { message: "Auction not found" });
  };

  serve(app, calls.getHistory, async ({ params, query, request }) => {
    const state = await auctionOf(request, params.id);
    const { page = 1, limit = LIST_LIMIT_DEFAULT, kind, order = "newest", refused = false } = query;
    const withHidden = isOver(state);
    const range = { withHidden, order, limit, offset: (page - 1) * limit };
    const attempts = kind === "refused" || (refused && !kind) ? await countAttempts(lists, state.id) : 0;
    if (kind === "refused") {
      const rows = await attemptsOn(lists, { auctionId: state.id, limit: range.offset + limit, order });
      return { entries: rows.slice(range.offset).map((row) => toRefused(row, state)), total: attempts };
    }
    const types = kind && typesOf(kind, withHidden);
    const total = await countLog(lists, state.id, { withHidden, types });
    const steps = await stepsOf(lists, state, kind);
    if (attempts + steps.length === 0) {
      const log = await logOfAuction(lists, state, { ...range, types });
      return { entries: log.map((entry) => toEntry(entry, withHidden)), total };
    }
    const mixed = { ...range, types, withAttempts: attempts > 0, steps };
    return { entries: await mixedEntries(lists, state, mixed), total: total + attempts + steps.length };
  });

  serve(app, calls.downloadHistory, async ({ account: { id: adminId }, params, request, reply }) => {
    const state = await auctionOf(request, params.id);
    await recordDownload(database, adminId, "history of a lot", { auctionId: state.id });
    const name = safeFileName(`${state.lot.title} ${state.id.slice(0, 8)} history`, "csv");
    return sendFile(reply, name, csvFile(heads, entriesInParts(lists, state), lineOf(state.currency)));
  });
};

const heads = [
  "time (Lagos)",
  "time (UTC)",
  "who",
  "what",
  "type",
  "amount",
  "price after",
  "currency",
  "reason",
  "version",
  "revision",
];

/** A page of changes, steps and refused attempts together. */
const mixedEntries = async (
  database: Database,
  state: AuctionState,
  range: Omit<Parameters<typeof mixedKeys>[2], "steps"> & { readonly steps: readonly Step[] },
): Promise<HistoryEntry[]> => {
  const keys = await mixedKeys(database, state.id, range);
  const revisions = keys.flatMap(({ revision }) => revision ?? []);
  const { withHidden } = range;
  const [log, attempts] = await Promise.all([
    revisions.length === 0
      ? []
      : logOfAuction(database, state, { withHidden, order: "oldest", limit: revisions.length, revisions }),
    attemptsById(
      database,
      keys.flatMap(({ attemptId }) => attemptId ?? []),
    ),
  ]);
  const changes = new Map(log.map((entry) => [entry.revision, entry]));
  const refused = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const steps = new Map(range.steps.map(({ key, entry }) => [key, entry]));
  return keys.flatMap(({ revision, attemptId, step }) => {
    const [change, attempt] = [changes.get(revision ?? -1), refused.get(attemptId ?? "")];
    if (change) return toEntry(change, withHidden);
    return attempt ? toRefused(attempt, state) : (steps.get(step ?? "") ?? []);
  });
};

/** All changes, steps and refused attempts, oldest first. */
async function* entriesInParts(database: Database, state: AuctionState): AsyncGenerator<readonly HistoryEntry[]> {
  const withHidden = isOver(state);
  let steps = await stepsOf(database, state);
  let attempts: NamedAttempt[] = [];
  let hasMore = true;
  const fill = async (after?: NamedAttempt) => {
    const part = await attemptsOn(database, { auctionId: state.id, after, limit: READ_AT_ONCE });
    attempts.push(...part);
    hasMore = part.length === READ_AT_ONCE;
  };
  /** Returns the steps and attempts that came before this time. */
  const before = async (at: number): Promise<HistoryEntry[]> => {
    const entries = steps.filter((step) => step.at <= at).map(({ entry }) => entry);
    steps = steps.filter((step) => step.at > at);
    for (;;) {
      const later = attempts.findIndex((attempt) => attempt.at > at);
      const last = attempts.at(-1);
      const taken = later < 0 ? attempts : attempts.slice(0, later);
      attempts = later < 0 ? [] : attempts.slice(later);
      entries.push(...taken.map((attempt) => toRefused(attempt, state)));
      if (later >= 0 || !hasMore) return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
      await fill(last);
    }
  };
  await fill();
  for (let after = 0; ; ) {
    const log = await logOfAuction(database, state, { withHidden, order: "oldest", limit: READ_AT_ONCE, after });
    const part: HistoryEntry[] = [];
    for (const logged of log) part.push(...(await before(logged.at)), toEntry(logged, withHidden));
    yield part;
    const last = log.at(-1);
    if (!last || log.length < READ_AT_ONCE) break;
    after = last.revision;
  }
  yield await before(Number.POSITIVE_INFINITY);
}

const LAGOS_MS = 60 * 60 * 1000;
/** "2026-11-22 13:44:25.330": spreadsheets take it as a time. */
const lagosTime = (iso: string): string =>
  new Date(Date.parse(iso) + LAGOS_MS).toISOString().slice(0, 23).replace("T", " ");

/** The numbers that a spreadsheet can add up: the amount of the entry, and the price after it. */
const figuresOf = ({ details }: HistoryEntry): { amount: number | ""; price: number | ""; reason: string } => {
  const last = (name: string) => details.findLast((detail) => name in detail)?.[name];
  const number = (value: unknown) => (typeof value === "number" ? value : "");
  const bid = details.findLast(({ type }) => type === "BidPlaced");
  const reason = last("staffReason") ?? last("note") ?? last("code") ?? last("reason");
  return {
    amount: number(last("amount")),
    price: number(bid?.amount ?? last("price")),
    reason: typeof reason === "string" ? reason : "",
  };
};

const lineOf =
  (currency: string) =>
  (entry: HistoryEntry): string => {
    const { at, actor, summary, type, version, revision } = entry;
    const { amount, price, reason } = figuresOf(entry);
    const who = actor?.username ?? "(clock)";
    return csvLine([
      lagosTime(at),
      at,
      who,
      summary,
      type,
      amount,
      price,
      currency,
      reason,
      String(version ?? ""),
      String(revision ?? ""),
    ]);
  };

const toRefused = (attempt: NamedAttempt, { currency }: Pick<AuctionState, "currency">): HistoryEntry => {
  const { kind, code, amountMinor, minimumMinor, lateMs, repeats } = attempt;
  return {
    revision: null,
    version: null,
    at: toIso(attempt.at),
    type: "Refused",
    actor: { id: attempt.userId, username: attempt.username ?? "" },
    summary: refusedSentence(attempt, currency),
    details: [
      {
        type: "Refused",
        kind,
        code,
        lateMs,
        repeats,
        amount: amountMinor === null ? null : toMajor(amountMinor),
        minimumBid: minimumMinor === null ? null : toMajor(minimumMinor),
      },
    ],
  };
};

const toEntry = (entry: LogEntry, showsMaxima: boolean): HistoryEntry => {
  const shown = disclosable(entry.events, showsMaxima);
  return {
    revision: showsMaxima ? entry.revision : null,
    version: entry.version,
    at: toIso(entry.at),
    actor: entry.actor,
    type: shown[0]?.type ?? "",
    summary: summaryOf(entry.events, { ...entry, showsMaxima }),
    details: shown.map((event) => toDetails(shownOf(event)) as { type: string }),
  };
};

/**
 * Returns the fields that may be shown. The people whom an offer's price leaves out are stored only for later voids.
 * This version cannot know which fields of a newer version's event may be shown.
 */
const shownOf = (event: LoggedEvent): object => {
  if (!isKnown(event)) return { type: event.type };
  if (event.type !== "SecondChanceOffered") return event;
  const { leftOut: _, ...offer } = event;
  return offer;
};

/**
 * Turns `amountMinor: 1200` into `amount: 12`, and epoch times (`endsAt`, an extension's `from`, a bid's `at`) into ISO
 * 8601.
 */
const toDetails = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toDetails);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      if (typeof part !== "number") return [key.replace(/Minor$/, ""), toDetails(part)];
      if (key.endsWith("Minor")) return [key.slice(0, -"Minor".length), toMajor(part)];
      // `from` is the end before soft close moved it. `at` is the time of a bid that a void recorded again.
      return [key, /(At|Until)$|^(at|from)$/.test(key) ? toIso(part) : part];
    }),
  );
};
