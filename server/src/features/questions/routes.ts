// /api/auctions/:id/questions: people ask about a lot. /api/admin/questions: the staff answer and hide. A change of what
// everybody sees is published to the lot's watchers once it is committed.
import * as calls from "@jara/shared/calls/questions";
import { QUESTIONS_CLOSE_BEFORE_MS, QUESTIONS_WAITING_MAX } from "@jara/shared/question-limits";
import { QUESTIONS_LIMIT_DEFAULT } from "@jara/shared/rest/questions";
import type { FastifyRequest } from "fastify";
import type { AuctionState } from "../../auction/state.ts";
import { toIso } from "../../auction/view/to-public.ts";
import { everyone, isPrivileged } from "../../auction/view/viewer.ts";
import { isShown } from "../../auction/view/visibility.ts";
import { interestsOf } from "../../engine/reads/interests.ts";
import { auctionRooms, type Rooms } from "../../live/rooms.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { askQuestion } from "./ask-question.ts";
import { type Change, changeQuestion } from "./change-question.ts";
import { countQuestions, findForStaff, findQuestion, questionsAbout, questionsInState } from "./queries.ts";
import { isHeld, toPublicQuestion, toQuestion, toStaffQuestion } from "./views.ts";

export interface QuestionDeps extends Pick<RouteDeps, "database" | "clock"> {
  readonly rooms: Pick<Rooms, "publishEverywhere">;
  readonly inboxNotifier: { changed(userIds: readonly string[]): void };
}

export const serveQuestions = (app: App, deps: QuestionDeps, caller: Caller): void => {
  serveAsking(app, deps, caller);
  serveDesk(app, deps, caller);
  serveChanges(app, deps, caller);
};

/**
 * Until when the lot takes questions, epoch ms; null: it takes none. The statement that writes a question decides
 * (ask-question.ts).
 */
const closesAt = ({ status, endsAt, extendedFrom, ...state }: AuctionState, now: number): number | null => {
  if (status !== "active" && status !== "paused" && !state.isUpcoming) return null;
  // A pause freezes the time that is left, unless somebody set the end during it.
  const frozenFor = state.pausedAt === null || state.isEndSet ? 0 : now - state.pausedAt;
  const closes = (extendedFrom ?? endsAt) - QUESTIONS_CLOSE_BEFORE_MS + frozenFor;
  return closes > now ? closes : null;
};

const closed = () =>
  refuse("QUESTIONS_CLOSED", { message: "Questions about this lot are closed. They end one hour before the auction." });

/** Lists a lot's questions, and takes new ones. */
const serveAsking = (app: App, deps: QuestionDeps, caller: Caller): void => {
  const { database, clock } = deps;

  serve(app, calls.listQuestions, async ({ params, request }) => {
    const { state, viewer } = await lookAt(deps, params.id, await caller.viewer(request));
    const reader = { seesAll: isPrivileged(viewer), id: viewer.kind === "public" ? null : viewer.id };
    const rows = await questionsAbout(database, state.id, reader);
    const closes = closesAt(state, clock.now());
    return {
      questions: rows.map((row) => toQuestion(row, viewer)),
      closesAt: closes === null ? null : toIso(closes),
    };
  });

  serve(app, calls.askQuestion, async ({ params, body, request }) => {
    const account = await caller.bidder(request, "question:ask");
    if (await caller.isOfStaff(request)) {
      return refuse("CONFLICT_OF_INTEREST", { message: "Staff answer questions, and do not ask them." });
    }
    if (!account.isEmailVerified) {
      return refuse("EMAIL_NOT_VERIFIED", { message: "Please verify your email address before you ask." });
    }
    const { state, viewer } = await lookAt(deps, params.id, await caller.viewer(request));
    if (state.seller.id === account.id) {
      return refuse("OWN_AUCTION", { message: "You cannot ask about your own lot." });
    }
    const asked = await askQuestion(database, account.id, state.id, body.text);
    if (asked.is === "not-allowed") return refuse("FORBIDDEN");
    if (asked.is === "closed") return closed();
    if (asked.is === "too-many-today") {
      return refuse("RATE_LIMITED", {
        message: "You asked many questions today. Please ask again tomorrow.",
        retryAfterMs: asked.retryAfterMs,
      });
    }
    if (asked.is === "too-many-waiting") {
      const message = `${QUESTIONS_WAITING_MAX} of your questions about this lot wait for an answer. Please wait for it first.`;
      return refuse("INVALID", { message });
    }
    database.wake("list:questions");
    const row = await findQuestion(database, asked.id);
    if (!row) return refuse("UNAVAILABLE");
    return { question: toQuestion(row, viewer) };
  });
};

/** The text of a question never changes, so what was read decides. */
const unchecked = () => {
  const message = "This question is held back: check that it has no contact details, or hide it.";
  return refuseField("isChecked", message);
};

type Order =
  | Exclude<Change, { kind: "answer" }>
  | (Extract<Change, { kind: "answer" }> & { readonly isChecked: boolean });

/** Lists the questions about all lots. */
const serveDesk = (app: App, { database }: QuestionDeps, caller: Caller): void => {
  serve(app, calls.listQuestionsOfAllLots, async ({ account: { id }, query, request }) => {
    const viewer = await caller.viewer(request);
    const { page = 1, limit = QUESTIONS_LIMIT_DEFAULT, state = "waiting" } = query;
    const without = [...(await interestsOf(database, id))];
    const [rows, counts] = await Promise.all([
      questionsInState(database, state, { page, limit }, without),
      countQuestions(database, without),
    ]);
    const questions = rows.map((row) => toStaffQuestion(row, viewer));
    return { questions, counts, pagination: paginationOf(page, limit, counts[state]) };
  });
};

/** Answers, hides and shows a question. */
const serveChanges = (app: App, deps: QuestionDeps, caller: Caller): void => {
  const { database } = deps;

  const change = async (request: FastifyRequest, questionId: string, revision: number, order: Order) => {
    const { id: actorId } = await caller.staff(request);
    const before = isUuid(questionId) ? await findQuestion(database, questionId) : null;
    if (!before) return refuse("NOT_FOUND", { message: "Question not found" });
    await refuseInterested(deps, actorId, before.auctionId);
    const { state, viewer } = await lookAt(deps, before.auctionId, await caller.viewer(request));
    if (order.kind === "answer" && !order.isChecked && isHeld(before)) return unchecked();
    const result = await changeQuestion(database, { actorId, questionId, revision, change: order });
    if (result === "not-allowed") return refuse("FORBIDDEN");
    if (result === "own")
      return refuse("CONFLICT_OF_INTEREST", { message: "You asked this: somebody else must do this." });
    const row = result === "not-found" ? null : await findForStaff(database, questionId);
    if (row && result === "changed") return refuse("QUESTION_STATE", { question: toStaffQuestion(row, viewer) });
    if (row) database.wake("list:questions");
    if (!row) return refuse("NOT_FOUND", { message: "Question not found" });
    // While the question is hidden, the notification of its answer does not count as unread.
    if (order.kind !== "answer" && row.askerId !== null) deps.inboxNotifier.changed([row.askerId]);
    // A question that was never answered was never public, so nothing is said about it.
    if (row.answer !== null) {
      const data = { auctionId: state.id, questionId, revision: row.revision, question: toPublicQuestion(row) };
      for (const [room, members] of auctionRooms(state.id)) {
        // Do not publish a lot that is a draft again: it may still have watchers, who may no longer see it.
        if (members.kind !== everyone.kind || isShown(state, everyone)) {
          deps.rooms.publishEverywhere(room, { type: "auction:question-changed", data });
        }
      }
    }
    return { question: toStaffQuestion(row, viewer) };
  };

  serve(app, calls.answerQuestion, ({ params, body: { text, revision, isChecked = false }, request }) =>
    change(request, params.id, revision, { kind: "answer", text, isChecked }),
  );

  serve(app, calls.hideQuestion, ({ params, body, request }) =>
    change(request, params.id, body.revision, { kind: "hide", reason: body.reason }),
  );

  serve(app, calls.showQuestion, ({ params, body, request }) =>
    change(request, params.id, body.revision, { kind: "show" }),
  );
};
