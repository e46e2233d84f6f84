// /api/auctions/admin/{id}/history: who did what, and why the price is what it is, as pages or as a CSV file for a
// dispute. It must not reveal maxima before the auction is over.
import { toMajor } from "@jara/shared/money";
import { type HistoryEntry, historyAnswer, historyQuery } from "@jara/shared/rest/admin-auctions";
import { LIST_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { summaryOf, tellable, typesOf } from "../../auction/history.ts";
import type { AuctionState } from "../../auction/state.ts";
import { toIso } from "../../auction/to-public.ts";
import { findAnyAuction } from "../../engine/reads/find-auctions.ts";
import type { Database } from "../../platform/database/database.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine, safeFileName } from "../../platform/http/csv.ts";
import { refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { countLog, type LogEntry, logOfAuction } from "./history-queries.ts";
import { refuseInterested } from "./lookup.ts";

const tags = ["Auctions"];
/** Rows of the log per read when making a file. */
const READ_AT_ONCE = 500;
const secrecy = "Maxima are told once the auction is over; until then hidden changes are left out.";

export const serveAuctionHistory = (app: App, deps: RouteDeps, caller: Caller): void => {
  const { database } = deps;
  const auctionOf = async (request: FastifyRequest, id: string): Promise<AuctionState> => {
    const { id: adminId } = await caller.staff(request);
    await refuseInterested(deps, adminId, id);
    return (await findAnyAuction(database, id)) ?? refuse("NOT_FOUND", { message: "Auction not found" });
  };

  app.get(
    "/api/auctions/admin/:id/history",
    {
      schema: {
        tags,
        summary: "An auction's history in sentences, a page at a time (admins)",
        description: `${secrecy} A deleted auction's history is kept.`,
        params: idParams,
        querystring: historyQuery,
        response: { 200: historyAnswer },
      },
    },
    async (request) => {
      const state = await auctionOf(request, request.params.id);
      const { page = 1, limit = LIST_LIMIT_DEFAULT, kind, order = "newest" } = request.query;
      const withHidden = isOver(state);
      const types = kind && typesOf(kind, withHidden);
      const [total, log] = await Promise.all([
        countLog(database, state.id, { withHidden, types }),
        logOfAuction(database, state, { withHidden, types, order, limit, offset: (page - 1) * limit }),
      ]);
      return { entries: log.map((entry) => toEntry(entry, withHidden)), total };
    },
  );

  app.get(
    "/api/auctions/admin/:id/history.csv",
    {
      schema: {
        tags,
        summary: "An auction's whole history as a CSV file, oldest first (admins)",
        description: `UTF-8 with a byte order mark, for spreadsheets. ${secrecy}`,
        params: idParams,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const state = await auctionOf(request, request.params.id);
      const { id: adminId } = await caller.staff(request);
      await recordDownload(database, adminId, "history of a lot", { auctionId: state.id });
      const name = safeFileName(`${state.lot.title} ${state.id.slice(0, 8)} history`, "csv");
      return sendFile(reply, name, csvFile(heads, entriesInParts(database, state), lineOf));
    },
  );
};

/** The auction is ended, sold or removed, so its maxima may be shown. */
const isOver = ({ status, isRemoved }: AuctionState): boolean => status === "ended" || status === "sold" || isRemoved;

const heads = ["time", "who", "what", "type", "version", "revision"];

async function* entriesInParts(database: Database, state: AuctionState): AsyncGenerator<readonly HistoryEntry[]> {
  const withHidden = isOver(state);
  for (let after = 0; ; ) {
    const log = await logOfAuction(database, state, { withHidden, order: "oldest", limit: READ_AT_ONCE, after });
    yield log.map((logged) => toEntry(logged, withHidden));
    const last = log.at(-1);
    if (!last || log.length < READ_AT_ONCE) return;
    after = last.revision;
  }
}

const lineOf = ({ at, actor, summary, type, version, revision }: HistoryEntry): string =>
  csvLine([at, actor?.username ?? "(clock)", summary, type, String(version ?? ""), String(revision ?? "")]);

const toEntry = (entry: LogEntry, showsMaxima: boolean): HistoryEntry => {
  const told = tellable(entry.events, showsMaxima);
  return {
    revision: showsMaxima ? entry.revision : null,
    version: entry.version,
    at: toIso(entry.at),
    actor: entry.actor,
    type: told[0]?.type ?? "",
    summary: summaryOf(entry.events, { ...entry, showsMaxima }),
    details: told.map((event) => toDetails(event) as { type: string }),
  };
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
