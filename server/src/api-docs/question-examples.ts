// Examples of the routes of questions about lots.
import {
  answerQuestionBody,
  askQuestionBody,
  hideQuestionBody,
  type Question,
  questionAnswer,
  questionsAnswer,
  type StaffQuestion,
  showQuestionBody,
  staffQuestionAnswer,
  staffQuestionsAnswer,
} from "@jara/shared/rest/questions";
import type * as z from "zod/mini";

const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>) => ({ schema, value });

const asked = { _id: "7d1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f", askedAt: "2026-11-21T09:30:00.000Z" };
const text = "Is the skin of the drum original?";
const answer = { text: "No, it was replaced in 2019.", at: "2026-11-21T10:05:00.000Z", editedAt: null };
const waiting: Question = {
  ...{
    ...asked,
    text,
    asker: { username: "You" },
    answer: null,
    revision: 1,
    isOwn: true,
    isHidden: false,
    isHeld: false,
  },
};
const answered: Question = { ...waiting, asker: { username: "a***e" }, answer, revision: 2, isOwn: false };
const auction = {
  ...{ _id: "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f", title: "Talking drum", imageUrl: null },
  ...{ status: "active" as const, endTime: "2026-11-23T08:00:00.000Z" },
};
const forStaff: StaffQuestion = {
  ...{ ...answered, asker: { username: "adaeze" }, state: "answered", answeredBy: "funke", hidden: null, auction },
};
const hidden: StaffQuestion = {
  ...{ ...forStaff, revision: 3, isHidden: true, state: "hidden" },
  hidden: { by: "funke", at: "2026-11-21T11:00:00.000Z", reason: "It is about another lot." },
};

export const questionExamples = {
  "GET /api/auctions/:id/questions": {
    answer: of(questionsAnswer, {
      questions: [waiting, { ...answered, _id: asked._id.replace("7d", "6c") }],
      closesAt: "2026-11-23T07:00:00.000Z",
    }),
  },
  "POST /api/auctions/:id/questions": {
    body: of(askQuestionBody, { text }),
    answer: of(questionAnswer, { question: waiting }),
  },
  "GET /api/admin/questions": {
    answer: of(staffQuestionsAnswer, {
      questions: [forStaff],
      counts: { waiting: 0, answered: 1, hidden: 0 },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "PUT /api/admin/questions/:id/answer": {
    body: of(answerQuestionBody, { text: answer.text, revision: 1 }),
    answer: of(staffQuestionAnswer, { question: forStaff }),
  },
  "POST /api/admin/questions/:id/hide": {
    body: of(hideQuestionBody, { reason: "It is about another lot.", revision: 2 }),
    answer: of(staffQuestionAnswer, { question: hidden }),
  },
  "POST /api/admin/questions/:id/show": {
    body: of(showQuestionBody, { revision: 3 }),
    answer: of(staffQuestionAnswer, { question: { ...forStaff, revision: 4 } }),
  },
};
