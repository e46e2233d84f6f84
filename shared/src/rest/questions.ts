// Schemas of the REST calls on questions about lots.
import * as z from "zod/mini";
import { auctionStatuses } from "../auction.ts";
import { contactDetailIn, contactRefusal } from "../contact-details.ts";
import { ANSWER_MAX, HIDE_REASON_MAX, QUESTION_MAX } from "../question-limits.ts";
import { lines } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { pageQuery, paginationSchema } from "./common.ts";

export const QUESTIONS_LIMIT_DEFAULT = 20;

/** An answer is public at once, so it has no contact details. */
const publicWords = lines(1, ANSWER_MAX).check(
  z.superRefine((text, ctx) => {
    const kind = contactDetailIn(text);
    if (kind) ctx.addIssue({ code: "custom", message: contactRefusal(kind) });
  }),
);

export const askQuestionBody = z.strictObject({ text: lines(1, QUESTION_MAX) });

const revision = z.int().check(z.positive());
/** Answers, or replaces the answer. `revision`: of the question as its reader saw it. */
export const answerQuestionBody = z.strictObject({
  text: publicWords,
  revision,
  /** True: the caller has checked a question that is held back, and everybody may read it. */
  isChecked: z.optional(z.boolean()),
});
export const hideQuestionBody = z.strictObject({ reason: lines(1, HIDE_REASON_MAX), revision });
export const showQuestionBody = z.strictObject({ revision });

export const answerSchema = z.object({
  text: z.string(),
  at: wireTime,
  /** When it was last changed; null: never. */
  editedAt: z.nullable(wireTime),
});

/** The fields that everybody may read. */
export const publicQuestionSchema = z.object({
  _id: z.string(),
  text: z.string(),
  askedAt: wireTime,
  /** Masked as in lists of bids; null: the account was deleted. */
  asker: z.nullable(z.object({ username: z.string() })),
  answer: answerSchema,
  /** Grows with each change. */
  revision,
});
export type PublicQuestion = z.infer<typeof publicQuestionSchema>;

export const questionSchema = z.object({
  ...publicQuestionSchema.shape,
  /** Null: it waits. Only its author and staff see it then. */
  answer: z.nullable(answerSchema),
  isOwn: z.boolean(),
  /** Staff hid it. Only its author and staff see it. */
  isHidden: z.boolean(),
  /** It waits, and seems to have a contact detail. The staff check it before they answer it. */
  isHeld: z.boolean(),
});
export type Question = z.infer<typeof questionSchema>;

export const questionsAnswer = z.object({
  /** The newest first. */
  questions: z.array(questionSchema),
  /** Until when questions are taken, as it is now; null: no more are taken. */
  closesAt: z.nullable(wireTime),
});
export type QuestionsAnswer = z.infer<typeof questionsAnswer>;
export const questionAnswer = z.object({ question: questionSchema });

export const questionStates = ["waiting", "answered", "hidden"] as const;
export type QuestionState = (typeof questionStates)[number];

export const staffQuestionSchema = z.object({
  ...questionSchema.shape,
  state: z.enum(questionStates),
  /** The staff who answered and who hid the question. */
  answeredBy: z.nullable(z.string()),
  hidden: z.nullable(z.object({ by: z.nullable(z.string()), at: wireTime, reason: z.string() })),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    imageUrl: z.nullable(z.string()),
    status: z.enum(auctionStatuses),
    endTime: wireTime,
  }),
});
export type StaffQuestion = z.infer<typeof staffQuestionSchema>;

export const staffQuestionsQuery = z.object({ ...pageQuery.shape, state: z.optional(z.enum(questionStates)) });
export const staffQuestionsAnswer = z.object({
  questions: z.array(staffQuestionSchema),
  counts: z.object({ waiting: z.int(), answered: z.int(), hidden: z.int() }),
  pagination: paginationSchema,
});
export type StaffQuestionsAnswer = z.infer<typeof staffQuestionsAnswer>;
export const staffQuestionAnswer = z.object({ question: staffQuestionSchema });
