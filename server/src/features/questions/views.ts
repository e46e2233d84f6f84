// Converts questions to what a caller may see.
import { contactDetailIn } from "@jara/shared/contact-details";
import type { PublicQuestion, Question, QuestionState, StaffQuestion } from "@jara/shared/rest/questions";
import { firstPictureOf, toIso, toIsoOrNull, toName } from "../../auction/view/to-public.ts";
import { everyone, type Viewer } from "../../auction/view/viewer.ts";
import type { QuestionRow, StaffQuestionRow } from "./queries.ts";

const answerOf = ({ answer, answeredAt, editedAt }: QuestionRow) =>
  answer === null || answeredAt === null
    ? null
    : { text: answer, at: toIso(answeredAt), editedAt: toIsoOrNull(editedAt) };

const askerOf = ({ askerId, asker }: QuestionRow, viewer: Viewer) =>
  askerId === null || asker === null ? null : toName({ id: askerId, username: asker }, viewer);

/** A question that was answered is public already, whatever it has. */
export const isHeld = ({ text, answer }: Pick<QuestionRow, "text" | "answer">): boolean =>
  answer === null && contactDetailIn(text) !== null;

export const toQuestion = (row: QuestionRow, viewer: Viewer): Question => {
  const isOwn = viewer.kind !== "public" && row.askerId !== null && viewer.id === row.askerId;
  return {
    _id: row.id,
    text: row.text,
    askedAt: toIso(row.askedAt),
    revision: row.revision,
    asker: isOwn ? { username: "You" } : askerOf(row, viewer),
    answer: answerOf(row),
    isOwn,
    isHidden: row.hiddenAt !== null,
    isHeld: isHeld(row),
  };
};

/** Null: not everybody may read it. */
export const toPublicQuestion = (row: QuestionRow): PublicQuestion | null => {
  const { isOwn, isHidden, isHeld, answer, ...question } = toQuestion(row, everyone);
  return isHidden || answer === null ? null : { ...question, answer };
};

const stateOf = ({ hiddenAt, answeredAt }: QuestionRow): QuestionState => {
  if (hiddenAt !== null) return "hidden";
  return answeredAt === null ? "waiting" : "answered";
};

export const toStaffQuestion = (row: StaffQuestionRow, viewer: Viewer): StaffQuestion => ({
  ...toQuestion(row, viewer),
  state: stateOf(row),
  answeredBy: row.answeredAt === null ? null : row.answeredBy,
  hidden: row.hiddenAt === null ? null : { by: row.hiddenBy, at: toIso(row.hiddenAt), reason: row.hideReason ?? "" },
  auction: {
    _id: row.auctionId,
    title: row.title,
    imageUrl: firstPictureOf(row.media),
    status: row.status,
    endTime: toIso(row.endsAt),
  },
});
