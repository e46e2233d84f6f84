// @vitest-environment happy-dom
import type { ListedLotDraft } from "@jara/shared/rest/lot-drafts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt } from "../../../../app/render-for-test.tsx";
import { DraftList } from "../../../../lots/drafts/draft-list.tsx";
import { UnfinishedLots } from "./unfinished-lots.tsx";

const draft = (_id: string, title: string): ListedLotDraft => ({
  _id,
  title,
  revision: 2,
  updatedAt: "2026-11-21T09:00:00.000Z",
  startTime: "",
  imageUrl: null,
  missing: [],
  author: { _id: "u", username: "kemi" },
});
/** Reads that are not answered any more after `hold()`. */
const drafts = () => {
  const list = [draft("d1", "Drum"), draft("d2", "Flute")];
  const pagination = { current: 1, pages: 1, total: 2, limit: 6 };
  return lateAnswers(() => ({ drafts: list, pagination }));
};

afterEach(cleanUp);

it("shows a deleted draft no more, before the drafts are read again", async () => {
  const reads = drafts();
  answerFetch({ "GET /lot-drafts": reads.answer, "DELETE /lot-drafts/d1": { body: {} } });
  renderAt("/", { "/": DraftList });
  const remove = await screen.findByRole("button", { name: "Delete Drum" });
  reads.hold();
  fireEvent.click(remove);
  fireEvent.click(await screen.findByRole("button", { name: "Delete draft" }));
  await waitFor(() => expect(screen.queryByText("Drum")).toBeNull());
  expect(screen.getByText("Flute")).toBeTruthy();
});

it("offers a draft that was added to a sale no more, before the drafts are read again", async () => {
  const reads = drafts();
  const onAdd = vi.fn();
  answerFetch({ "GET /lot-drafts": reads.answer, "POST /lot-drafts/d1/finish": { body: { auction: { _id: "a1" } } } });
  renderAt("/", { "/": () => <UnfinishedLots search="" onAdd={onAdd} /> });
  const add = await screen.findByRole("button", { name: "Add Drum" });
  reads.hold();
  fireEvent.click(add);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add Drum" })).toBeNull());
  expect(onAdd.mock.calls[0]?.[0]).toEqual({ _id: "a1" });
});
