import type { LotDraftContent, SavedLotDraft } from "@jara/shared/rest/lot-drafts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { newLotForm } from "../../lots/lot-form/lot-form.ts";
import { contentOf } from "./draft-content.ts";
import { createDraftSaver } from "./draft-saver.ts";

const typed = (title: string): LotDraftContent => contentOf({ ...newLotForm, title }, []);
const draft = (revision: number): SavedLotDraft["draft"] => ({ _id: "d", revision, updatedAt: `at ${revision}` });
const setUp = () => {
  const send = vi.fn(async (_id: string, revision: number, _content: LotDraftContent) => draft(revision + 1));
  const keep = vi.fn();
  const saver = createDraftSaver({ id: "d", revision: 0, savedAt: null, send, keep });
  const sent = () => send.mock.calls.map(([id, revision, { title }]) => `${id} ${revision} ${title}`);
  return { saver, send, keep, sent, state: () => saver.store.getState().state };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("saves once, a second after the last change, and nothing that is saved already", async () => {
  const { saver, sent, state, keep } = setUp();
  expect(state()).toBe("new");
  for (const title of ["D", "Dr", "Drum"]) saver.change(typed(title));
  expect(state()).toBe("waiting");
  await wait(1_000);
  expect([sent(), state()]).toEqual([["d 0 Drum"], "saved"]);
  expect(keep.mock.lastCall).toEqual([null]);
  saver.change(typed("Drum"));
  await wait(60_000);
  expect([sent().length, state()]).toEqual([1, "saved"]);
});

it("sends one save at a time, and bases the text typed meanwhile on the new revision", async () => {
  const { saver, send, sent, keep } = setUp();
  let answer = (_saved: SavedLotDraft["draft"]): void => {};
  send.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  saver.change(typed("One"));
  await wait(1_000);
  saver.change(typed("Two"));
  await wait(5_000);
  expect(sent()).toEqual(["d 0 One"]);
  answer(draft(1));
  await wait(0);
  expect(sent()).toEqual(["d 0 One", "d 1 Two"]);
  expect(keep.mock.calls.at(-2)?.[0]).toMatchObject({ revision: 1, content: { title: "Two" } });
});

it("tries again after ever longer pauses, keeps the content meanwhile, and saves the newest", async () => {
  const { saver, send, sent, state, keep } = setUp();
  send.mockRejectedValueOnce(new ApiError(0, null)).mockRejectedValueOnce(new ApiError(503, null));
  saver.change(typed("Drum"));
  await wait(1_000);
  expect(state()).toBe("failed");
  expect(keep.mock.lastCall?.[0]).toMatchObject({ id: "d", revision: 0, content: { title: "Drum" } });
  await wait(2_000);
  expect([sent().length, state()]).toEqual([2, "failed"]);
  await wait(4_000);
  expect([sent().length, state(), saver.isUnsaved()]).toEqual([3, "saved", false]);
});

it("stops when another tab saved it, and can keep the content as a draft of its own", async () => {
  const { saver, send, sent, state } = setUp();
  send.mockRejectedValueOnce(new ApiError(409, { code: "DRAFT_CHANGED", message: "Changed." }));
  saver.change(typed("Mine"));
  await wait(1_000);
  expect(state()).toBe("changed");
  saver.change(typed("Mine too"));
  await wait(60_000);
  expect(sent()).toHaveLength(1);
  await saver.saveAsNew("e");
  expect([sent().at(-1), state()]).toEqual(["e 0 Mine too", "saved"]);
});

it("says why the server refuses it, and tries again only after another change", async () => {
  const { saver, send, sent, state } = setUp();
  send.mockRejectedValueOnce(new ApiError(400, { code: "INVALID", message: "Too long." }));
  saver.change(typed("x"));
  await wait(60_000);
  expect([sent().length, state(), saver.store.getState().message]).toEqual([1, "refused", "Too long."]);
  saver.change(typed("y"));
  await wait(1_000);
  expect([sent().length, state()]).toEqual([2, "saved"]);
});

it("saves what is waiting when the form is left, and nothing once the draft is published", async () => {
  const left = setUp();
  left.saver.change(typed("Left"));
  left.saver.leave();
  await wait(0);
  expect(left.sent()).toEqual(["d 0 Left"]);
  const published = setUp();
  published.saver.change(typed("Published"));
  published.saver.stop();
  published.saver.change(typed("Typed after it"));
  published.saver.leave();
  await wait(60_000);
  expect(published.sent()).toEqual([]);
});
