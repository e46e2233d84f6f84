// /api/auctions/:id/questions: people ask about a lot. /api/admin/questions: the staff answer and hide. A change of what
// everybody sees is published to the lot's watchers once it is committed.
import { QUESTIONS_CLOSE_BEFORE_MS, QUESTIONS_WAITING_MAX } from "@jara/shared/question-limits";
import {
  answerQuestionBody,
  askQuestionBody,
  hideQuestionBody,
  QUESTIONS_LIMIT_DEFAULT,
  questionAnswer,
  questionsAnswer,
  showQuestionBody,
  staffQuestionAnswer,
  staffQuestionsAnswer,
  staffQuestionsQuery,
} from "@jara/shared/rest/questions";
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
import { refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { askQuestion } from "./ask-question.ts";
import { type Change, changeQuestion } from "./change-question.ts";
import { countQuestions, findForStaff, findQuestion, questionsAbout, questionsInState } from "./queries.ts";
import { isHeld, toPublicQuestion, toQuestion, toStaffQuestion } from "./views.ts";

const tags = ["Questions"];

export interface QuestionDeps extends Pick<RouteDeps, "database" | "clock"> {
  readonly rooms: Pick<Rooms, "publishEverywhere">;
  readonly mailsWritten: () => void;
  readonly inbox: { changed(userIds: readonly string[]): void };
  /** Called after the commit of a new question or of a change of one. */
  readonly questionsChanged: () => void;
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
  if (status !== "active" && status !== "paused") return null;
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

  app.get(
    "/api/auctions/:id/questions",
    {
      schema: {
        tags,
        summary: "The questions about a lot, with their answers",
        description:
          "The newest first. Everybody sees those that were answered; a person sees also their own, and staff see all. " +
          "`closesAt`: until when questions are taken.",
        params: idParams,
        response: { 200: questionsAnswer },
      },
    },
    async (request) => {
      const { state, viewer } = await lookAt(deps, request.params.id, await caller.viewer(request));
      const reader = { seesAll: isPrivileged(viewer), id: viewer.kind === "public" ? null : viewer.id };
      const rows = await questionsAbout(database, state.id, reader);
      const closes = closesAt(state, clock.now());
      return {
        questions: rows.map((row) => toQuestion(row, viewer)),
        closesAt: closes === null ? null : toIso(closes),
      };
    },
  );

  app.post(
    "/api/auctions/:id/questions",
    {
      schema: {
        tags,
        summary: "Ask about a lot",
        description:
          "Everybody reads the question once it is answered. One that seems to have a contact detail is taken and held back " +
          "(`isHeld`): the staff check it first. Questions are taken until " +
          `one hour before the scheduled end. A person can have ${QUESTIONS_WAITING_MAX} unanswered ones about a lot; another ` +
          "one is `INVALID`, because only an answer makes room. " +
          "The same question again, while it waits, is the same question.",
        params: idParams,
        body: askQuestionBody,
        response: { 201: questionAnswer },
      },
    },
    async (request, reply) => {
      const account = await caller.bidder(request, "question:ask");
      if (await caller.isOfStaff(request)) {
        return refuse("CONFLICT_OF_INTEREST", { message: "Staff answer questions, and do not ask them." });
      }
      if (!account.isEmailVerified) {
        return refuse("EMAIL_NOT_VERIFIED", { message: "Please verify your email address before you ask." });
      }
      const { state, viewer } = await lookAt(deps, request.params.id, await caller.viewer(request));
      if (state.seller.id === account.id) {
        return refuse("OWN_AUCTION", { message: "You cannot ask about your own lot." });
      }
      const asked = await askQuestion(database, account.id, state.id, request.body.text);
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
      deps.questionsChanged();
      const row = await findQuestion(database, asked.id);
      if (!row) return refuse("UNAVAILABLE");
      return reply.code(201).send({ question: toQuestion(row, viewer) });
    },
  );
};

/** The text of a question never changes, so what was read decides. */
const unchecked = () => {
  const message = "This question is held back: check that it has no contact details, or hide it.";
  return refuse("INVALID", { message, issues: [{ path: "isChecked", message }] });
};

type Order =
  | Exclude<Change, { kind: "answer" }>
  | (Extract<Change, { kind: "answer" }> & { readonly isChecked: boolean });

/** Lists the questions about all lots. */
const serveDesk = (app: App, { database }: QuestionDeps, caller: Caller): void => {
  app.get(
    "/api/admin/questions",
    {
      schema: {
        tags,
        summary: "Questions about all lots (staff)",
        description:
          "`state`: `waiting` (the default; the soonest end first), `answered` or `hidden` (the newest first). Lots in " +
          "which the caller has an interest are left out.",
        querystring: staffQuestionsQuery,
        response: { 200: staffQuestionsAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      const viewer = await caller.viewer(request);
      const { page = 1, limit = QUESTIONS_LIMIT_DEFAULT, state = "waiting" } = request.query;
      const without = [...(await interestsOf(database, id))];
      const [rows, counts] = await Promise.all([
        questionsInState(database, state, { page, limit }, without),
        countQuestions(database, without),
      ]);
      const questions = rows.map((row) => toStaffQuestion(row, viewer));
      return { questions, counts, pagination: paginationOf(page, limit, counts[state]) };
    },
  );
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
    if (row) deps.questionsChanged();
    if (!row) return refuse("NOT_FOUND", { message: "Question not found" });
    if (order.kind === "answer") deps.mailsWritten();
    // While the question is hidden, the notification of its answer does not count as unread.
    else if (row.askerId !== null) deps.inbox.changed([row.askerId]);
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

  app.put(
    "/api/admin/questions/:id/answer",
    {
      schema: {
        tags,
        summary: "Answer a question, or change the answer (staff)",
        description:
          "Public at once, and mailed to the person who asked. `revision` is that of the question as it was read: if " +
          "somebody changed it since, the call is refused with `QUESTION_STATE`, and the question as it is now. A question that is held back needs " +
          "`isChecked`, because the answer makes it public; one with a contact detail is hidden instead.",
        params: idParams,
        body: answerQuestionBody,
        response: { 200: staffQuestionAnswer },
      },
    },
    (request) => {
      const { text, revision, isChecked = false } = request.body;
      return change(request, request.params.id, revision, { kind: "answer", text, isChecked });
    },
  );

  app.post(
    "/api/admin/questions/:id/hide",
    {
      schema: {
        tags,
        summary: "Hide a question with its answer (staff)",
        description: "Its author sees that it is hidden. The reason is for the staff.",
        params: idParams,
        body: hideQuestionBody,
        response: { 200: staffQuestionAnswer },
      },
    },
    (request) =>
      change(request, request.params.id, request.body.revision, { kind: "hide", reason: request.body.reason }),
  );

  app.post(
    "/api/admin/questions/:id/show",
    {
      schema: {
        tags,
        summary: "Show a hidden question again (staff)",
        description: "It waits again if it had no answer.",
        params: idParams,
        body: showQuestionBody,
        response: { 200: staffQuestionAnswer },
      },
    },
    (request) => change(request, request.params.id, request.body.revision, { kind: "show" }),
  );
};
