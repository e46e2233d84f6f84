// @vitest-environment happy-dom
// The staff's questions: a change names the revision that the change before it made.
import type { StaffQuestion } from "@jara/shared/rest/questions";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component } from "./admin-questions.tsx";

const at = "2026-11-21T10:05:00.000Z";
const answered: StaffQuestion = {
  _id: "q1",
  text: "Is the skin original?",
  askedAt: at,
  asker: { username: "ada" },
  answer: { text: "Yes.", at, editedAt: null },
  revision: 2,
  isOwn: false,
  isHidden: false,
  isHeld: false,
  state: "answered",
  answeredBy: "funke",
  hidden: null,
  auction: { _id: "a1", title: "Drum", imageUrl: null, status: "active", endTime: at },
};
const desk = {
  questions: [answered],
  counts: { waiting: 0, answered: 1, hidden: 0 },
  pagination: { page: 1, limit: 20, total: 1, pages: 1 },
};

afterEach(cleanUp);

it("hides a question right after its answer was edited, before the list is fetched again", async () => {
  const admin = { ...testUser, role: "admin" as const };
  useSession.getState().logIn(admin, "t");
  const never = new Promise<void>(() => {});
  let isEdited = false;
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /admin/questions": () => (isEdited ? { body: desk, after: never } : { body: desk }),
    "PUT /admin/questions/q1/answer": () => {
      isEdited = true;
      return { body: { question: { ...answered, revision: 3 } } };
    },
    "POST /admin/questions/q1/hide": { body: { question: { ...answered, revision: 4 } } },
  });
  renderAt("/?state=answered", { "/": Component });
  fireEvent.click(await screen.findByRole("button", { name: "Edit answer" }));
  fireEvent.submit(screen.getByRole("form", { name: "Answer" }));
  fireEvent.click(await screen.findByRole("button", { name: "Hide" }));
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "Another lot." } });
  fireEvent.submit(screen.getByRole("form", { name: "Hide" }));
  await expect
    .poll(() => calls.find(({ call }) => call.endsWith("/hide"))?.body)
    .toEqual({ reason: "Another lot.", revision: 3 });
});
