// @vitest-environment happy-dom
import type { SavedSearch } from "@jara/shared/rest/saved-searches";
import { focusManager, useIsFetching } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { Component } from "./saved-searches.tsx";

vi.mock(
  "../connection/connection.ts",
  async () => (await import("../connection/connection-for-test.ts")).mockedConnection,
);

const Page = () => (
  <>
    <Component />
    <p>{useIsFetching()} requests</p>
  </>
);

afterEach(cleanUp);

it("does not bring a deleted search back by an answer that is older", async () => {
  const search = (_id: string, name: string): SavedSearch => ({
    _id,
    name,
    query: { search: name },
    alert: "now",
    unseen: 0,
    createdAt: "2026-11-21T09:00:00.000Z",
  });
  let savedSearches = [search("s1", "drums"), search("s2", "flutes")];
  const reads = lateAnswers(() => ({ savedSearches }));
  useSession.getState().logIn(testUser, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: testUser } },
    "GET /saved-searches": reads.answer,
    "DELETE /saved-searches/s1": () => {
      savedSearches = savedSearches.slice(1);
      return { body: {} };
    },
  });
  const read = () => calls.filter(({ call }) => call === "GET /saved-searches").length;
  renderAt("/saved-searches", { "/saved-searches": Page });
  const remove = await screen.findByRole("button", { name: "Delete drums" });
  const release = reads.hold();
  const before = read();
  act(() => focusManager.onFocus());
  await waitFor(() => expect(read()).toBe(before + 1));
  fireEvent.click(remove);
  await waitFor(() => expect(calls.at(-1)?.call).toBe("DELETE /saved-searches/s1"));
  release();
  await screen.findByText("0 requests");
  expect(screen.queryByText("drums")).toBeNull();
  expect(screen.getByText("flutes")).toBeTruthy();
});
