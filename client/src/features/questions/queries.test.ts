// How an event changes the questions on a lot's page.
import type { PublicQuestion, Question } from "@jara/shared/rest/questions";
import { expect, it } from "vitest";
import { withChange } from "./queries.ts";

const answer = { text: "No.", at: "2026-11-21T10:05:00.000Z", editedAt: null };
const answered = (more: Partial<PublicQuestion> = {}): PublicQuestion => ({
  _id: "q1",
  text: "Old?",
  askedAt: "2026-11-21T09:30:00.000Z",
  asker: { username: "a***a" },
  answer,
  revision: 2,
  ...more,
});
const own: Question = {
  ...answered(),
  asker: { username: "You" },
  answer: null,
  revision: 1,
  isOwn: true,
  isHidden: false,
  isHeld: false,
};
const event = (question: PublicQuestion | null, revision = 2) => ({ questionId: "q1", revision, question });

it("adds a question that was answered, the newest first", () => {
  const later = answered({ _id: "q2", askedAt: "2026-11-21T11:00:00.000Z" });
  const held = withChange({ questions: [], closesAt: null }, event(answered()));
  const { questions } = withChange(held, { questionId: "q2", revision: 2, question: later });
  expect(questions.map(({ _id }) => _id)).toEqual(["q2", "q1"]);
  expect(questions[1]).toMatchObject({ isOwn: false, isHidden: false, asker: { username: "a***a" } });
});

it("answers one's own question, which stays one's own", () => {
  const { questions } = withChange({ questions: [own], closesAt: null }, event(answered()));
  expect(questions).toEqual([{ ...own, answer, revision: 2 }]);
});

it("drops an older change", () => {
  const held = { questions: [{ ...own, revision: 3 }], closesAt: null };
  expect(withChange(held, event(answered()))).toBe(held);
});

it("removes a hidden question of somebody else, and marks one's own", () => {
  const others = { ...own, isOwn: false };
  expect(withChange({ questions: [others], closesAt: null }, event(null)).questions).toEqual([]);
  expect(withChange({ questions: [own], closesAt: null }, event(null)).questions).toMatchObject([
    { isHidden: true, revision: 2 },
  ]);
});
