// Questions about lots.
import { QUESTIONS_WAITING_MAX } from "../question-limits.ts";
import {
  answerQuestionBody,
  askQuestionBody,
  hideQuestionBody,
  QUESTIONS_LIMIT_DEFAULT,
  type Question,
  questionAnswer,
  questionsAnswer,
  type StaffQuestion,
  showQuestionBody,
  staffQuestionAnswer,
  staffQuestionsAnswer,
  staffQuestionsQuery,
} from "../rest/questions.ts";
import { callsIn, idParams } from "./call.ts";

const call = callsIn("Questions");

const asked = { _id: "7d1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f", askedAt: "2026-11-21T09:30:00.000Z" };

const text = "Is the skin of the drum original?";

const answer = { text: "No, it was replaced in 2019.", at: "2026-11-21T10:05:00.000Z", editedAt: null };

const waiting: Question = {
  ...asked,
  text,
  asker: { username: "You" },
  answer: null,
  revision: 1,
  isOwn: true,
  isHidden: false,
  isHeld: false,
};

const answered: Question = { ...waiting, asker: { username: "a***e" }, answer, revision: 2, isOwn: false };

const auction = {
  _id: "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f",
  title: "Talking drum",
  imageUrl: null,
  status: "active" as const,
  endTime: "2026-11-23T08:00:00.000Z",
};

const forStaff: StaffQuestion = {
  ...answered,
  asker: { username: "adaeze" },
  state: "answered",
  answeredBy: "funke",
  hidden: null,
  auction,
};

const hidden: StaffQuestion = {
  ...forStaff,
  revision: 3,
  isHidden: true,
  state: "hidden",
  hidden: { by: "funke", at: "2026-11-21T11:00:00.000Z", reason: "It is about another lot." },
};

export const listQuestions = call({
  route: "GET /api/auctions/:id/questions",
  access: "anyone",
  readsToken: true,
  summary: "The questions about a lot, with their answers",
  description:
    "The newest first. Everybody sees those that were answered; a person sees also their own, and staff see all. " +
    "`closesAt`: until when questions are taken.",
  params: idParams,
  answer: questionsAnswer,
  examples: {
    answer: {
      questions: [waiting, { ...answered, _id: asked._id.replace("7d", "6c") }],
      closesAt: "2026-11-23T07:00:00.000Z",
    },
  },
});

export const askQuestion = call({
  route: "POST /api/auctions/:id/questions",
  access: "signed in",
  summary: "Ask about a lot",
  description:
    "Everybody reads the question once it is answered. One that seems to have a contact detail is taken and held back " +
    "(`isHeld`): the staff check it first. Questions are taken until " +
    `one hour before the scheduled end. A person can have ${QUESTIONS_WAITING_MAX} unanswered ones about a lot; another ` +
    "one is `INVALID`, because only an answer makes room. " +
    "The same question again, while it waits, is the same question.",
  params: idParams,
  body: askQuestionBody,
  answer: questionAnswer,
  status: 201,
  examples: { body: { text }, answer: { question: waiting } },
});

export const listQuestionsOfAllLots = call({
  route: "GET /api/admin/questions",
  access: "lots:edit",
  summary: "Questions about all lots (staff)",
  description:
    "`state`: `waiting` (the default; the soonest end first), `answered` or `hidden` (the newest first). Lots in " +
    "which the caller has an interest are left out.",
  query: staffQuestionsQuery,
  answer: staffQuestionsAnswer,
  pageLength: QUESTIONS_LIMIT_DEFAULT,
  examples: {
    answer: {
      questions: [forStaff],
      counts: { waiting: 0, answered: 1, hidden: 0 },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const answerQuestion = call({
  route: "PUT /api/admin/questions/:id/answer",
  access: "lots:edit",
  summary: "Answer a question, or change the answer (staff)",
  description:
    "Public at once, and mailed to the person who asked. `revision` is that of the question as it was read: if " +
    "somebody changed it since, the call is refused with `QUESTION_STATE`, and the question as it is now. A question that is held back needs " +
    "`isChecked`, because the answer makes it public; one with a contact detail is hidden instead.",
  params: idParams,
  body: answerQuestionBody,
  answer: staffQuestionAnswer,
  examples: { body: { text: answer.text, revision: 1 }, answer: { question: forStaff } },
});

export const hideQuestion = call({
  route: "POST /api/admin/questions/:id/hide",
  access: "lots:edit",
  summary: "Hide a question with its answer (staff)",
  description: "Its author sees that it is hidden. The reason is for the staff.",
  params: idParams,
  body: hideQuestionBody,
  answer: staffQuestionAnswer,
  examples: { body: { reason: "It is about another lot.", revision: 2 }, answer: { question: hidden } },
});

export const showQuestion = call({
  route: "POST /api/admin/questions/:id/show",
  access: "lots:edit",
  summary: "Show a hidden question again (staff)",
  description: "It waits again if it had no answer.",
  params: idParams,
  body: showQuestionBody,
  answer: staffQuestionAnswer,
  examples: { body: { revision: 3 }, answer: { question: { ...forStaff, revision: 4 } } },
});
