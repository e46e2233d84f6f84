// @vitest-environment happy-dom
// The questions on a lot's page: what each reader sees, the limits in words, and answers that come while it is open.
import type { EventName } from "@jara/shared/live-commands";
import type { Question } from "@jara/shared/rest/questions";
import { focusManager } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { LotQuestions } from "./lot-questions.tsx";

const handlers = vi.hoisted(() => new Map<string, (data: unknown) => void>());
vi.mock("../../connection/use-live-event.ts", async (load) => ({
  ...(await load<object>()),
  useLiveEvent: (type: EventName, onEvent: (data: unknown) => void) => handlers.set(type, onEvent),
}));

const closesAt = "2026-11-25T07:00:00.000Z";
const answer = { text: "No, it was replaced.", at: "2026-11-21T10:05:00.000Z", editedAt: null };
const question = (change: Partial<Question> = {}): Question => ({
  _id: "q1",
  text: "Is the skin original?",
  askedAt: "2026-11-21T09:30:00.000Z",
  asker: { username: "a***a" },
  answer,
  revision: 2,
  isOwn: false,
  isHidden: false,
  isHeld: false,
  ...change,
});
const signIn = (change: object = {}) =>
  useSession.setState({
    token: "t",
    user: { _id: "u", username: "ada", role: "user", isEmailVerified: true, ...change },
  } as unknown as Partial<ReturnType<typeof useSession.getState>>);
const GET = "GET /auctions/a1/questions";
const POST = "POST /auctions/a1/questions";
const open = (answers: Parameters<typeof answerFetch>[0]) => {
  const calls = answerFetch(answers);
  const auction = { _id: "a1", seller: { _id: "s", username: "chidinma" }, status: "active" } as const;
  renderAt("/", { "/": () => <LotQuestions auction={auction} /> });
  return calls;
};

afterEach(() => {
  useSession.setState({ token: null, user: null });
  cleanUp();
});

it("shows a visitor the answers and the way to ask", async () => {
  open({ [GET]: { body: { questions: [question({ asker: null })], closesAt } } });
  expect(await screen.findByText("No, it was replaced.")).toBeTruthy();
  expect(screen.getByText("A former user")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Log in to ask" }).getAttribute("href")).toBe("/login?next=%2Fauction%2Fa1");
});

it("is left out where nobody has asked and nobody can", async () => {
  const calls = open({ [GET]: { body: { questions: [], closesAt: null } } });
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0), 15_000);
  expect(screen.queryByRole("heading", { name: "Questions and answers" })).toBeNull();
});

it("says that a question with a contact detail is checked first, sends it, and shows what the server refuses", async () => {
  signIn();
  const message = "3 of your questions about this lot wait for an answer. Please wait for it first.";
  const calls = open({
    [GET]: { body: { questions: [], closesAt } },
    [POST]: { status: 400, body: { code: "INVALID", message } },
  });
  const field = await screen.findByLabelText("Your question");
  const send = () => fireEvent.submit(screen.getByRole("form", { name: "Ask about this lot" }));
  send();
  expect(await screen.findByText("Please write your question")).toBeTruthy();
  fireEvent.change(field, { target: { value: "Call 0803 123 4567" } });
  expect(await screen.findByText(/^We check it first, because of the phone number/)).toBeTruthy();
  fireEvent.change(field, { target: { value: " Is it from 2015? " } });
  send();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText(/^We check it first/)).toBeNull();
  expect(calls.find(({ call }) => call === POST)?.body).toEqual({ text: "Is it from 2015?" });
});

it("shows an answer that comes while the page is open, and announces it", async () => {
  signIn();
  const own = question({ answer: null, revision: 1, isOwn: true, asker: { username: "You" } });
  open({ [GET]: { body: { questions: [own], closesAt } } });
  expect(await screen.findByText("Waiting for an answer")).toBeTruthy();
  const { isOwn, isHidden, isHeld, ...answered } = question();
  await act(async () =>
    handlers.get("auction:question-changed")?.({ auctionId: "a1", questionId: "q1", revision: 2, question: answered }),
  );
  expect(await screen.findByText("No, it was replaced.")).toBeTruthy();
  expect(screen.queryByText("Waiting for an answer")).toBeNull();
  expect(await screen.findByText("A question about this lot was answered: Is the skin original?")).toBeTruthy();
});

it("reads the questions again whose request was under way when an event came", async () => {
  const unanswered = question({ answer: null, revision: 1 });
  let questions = [unanswered];
  const reads = lateAnswers(() => ({ questions, closesAt }));
  const calls = open({ [GET]: reads.answer });
  await screen.findByText("Is the skin original?");
  const before = calls.length;
  const release = reads.hold();
  questions = [question(), question({ _id: "q2", text: "Is it loud?" })];
  act(() => focusManager.onFocus());
  await vi.waitFor(() => expect(calls).toHaveLength(before + 1), 15_000);
  const { isOwn, isHidden, isHeld, ...answered } = question();
  act(() =>
    handlers.get("auction:question-changed")?.({ auctionId: "a1", questionId: "q1", revision: 2, question: answered }),
  );
  expect(await screen.findByText("No, it was replaced.")).toBeTruthy();
  release();
  expect(await screen.findByText("Is it loud?")).toBeTruthy();
});

it.each([
  [
    "somebody without a verified address",
    { isEmailVerified: false },
    "Verify your email address to ask about this lot.",
  ],
  ["staff", { role: "cataloguer" }, "Answer questions"],
])("tells %s what to do instead", async (_who, change, words) => {
  signIn(change);
  open({ [GET]: { body: { questions: [], closesAt } } });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByLabelText("Your question")).toBeNull();
});
