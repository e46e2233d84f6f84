// /api/auctions/admin/{id}/complaint: one bidder and one lot, for the answer to a complaint: everything that the bidder sent,
// what was answered and when, and what the bidder was told. It reveals no maximum before the lot is over.
import * as calls from "@jara/shared/calls/auction-management";
import { isOver } from "../../auction/state.ts";
import { disclosable, summaryOf } from "../../auction/view/history.ts";
import { refusedSentence } from "../../auction/view/refused-attempt-words.ts";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import { findAnyAuction } from "../../engine/reads/find-auctions.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { endOf, mailsAbout, peopleWhoTried } from "./complaint-queries.ts";
import { logOfAuction } from "./history-queries.ts";
import { refuseInterested } from "./lookup.ts";
import { attemptsOn } from "./refused-attempts/queries.ts";

/** The most entries of one person on one lot that are listed. */
const MOST_ENTRIES = 2_000;

export const serveComplaints = (app: App, deps: RouteDeps): void => {
  const { database } = deps;
  serve(app, calls.getComplaint, async ({ account: { id: adminId }, params: { id }, query: { userId } }) => {
    await refuseInterested(deps, adminId, id);
    const state = (await findAnyAuction(database, id)) ?? refuse("NOT_FOUND", { message: "Auction not found" });
    const withHidden = isOver(state);
    const people = await peopleWhoTried(database, state.id, withHidden);
    const endedAt = withHidden ? await endOf(database, state.id) : null;
    const answer = {
      auction: {
        _id: state.id,
        title: state.lot.title,
        status: state.status,
        endedAt: toIsoOrNull(endedAt),
      },
      people: people.map(({ id: _id, ...person }) => ({ _id, ...person })),
    };
    if (userId === undefined) return { ...answer, entries: [] };
    if (!isUuid(userId)) return refuse("NOT_FOUND", { message: "User not found" });
    await recordAction(database.db, {
      actorId: adminId,
      action: "complaint read",
      userId,
      auctionId: state.id,
      details: {},
    });
    const [log, attempts, mails] = await Promise.all([
      logOfAuction(database, state, { withHidden, order: "oldest", limit: MOST_ENTRIES, about: userId }),
      attemptsOn(database, { auctionId: state.id, userId, limit: MOST_ENTRIES }),
      mailsAbout(database, { auctionId: state.id, userId, withHidden }),
    ]);
    const entries = [
      ...log
        .filter(({ events }) => disclosable(events, withHidden).length > 0)
        .map((entry) => ({
          at: entry.at,
          kind: "accepted" as const,
          version: entry.version,
          text: summaryOf(entry.events, { ...entry, showsMaxima: withHidden }),
        })),
      ...attempts.map((attempt) => ({
        at: attempt.at,
        kind: "refused" as const,
        version: null,
        text: refusedSentence(attempt, state.currency),
      })),
      ...mails.map((mail) => ({
        at: mail.sentAt ?? mail.createdAt,
        kind: "told" as const,
        version: null,
        text: mailSentence(mail),
      })),
    ].sort((a, b) => a.at - b.at);
    return { ...answer, entries: entries.map(({ at, ...entry }) => ({ at: toIso(at), ...entry })) };
  });
};

const mailSentence = ({ kind, sentAt, failedAt }: Awaited<ReturnType<typeof mailsAbout>>[number]): string => {
  const state = sentAt ? "was sent" : failedAt ? "could not be sent" : "waits to be sent";
  return `A mail (${kind.replaceAll("-", " ")}) ${state}.`;
};
