// @vitest-environment happy-dom
import type { Notification } from "@jara/shared/rest/notifications";
import { focusManager, useQuery, useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt } from "../../app/render-for-test.tsx";
import { keepNewestCount, unreadQuery } from "./queries.ts";
import { useInbox } from "./use-inbox.ts";

vi.mock(
  "../../connection/connection.ts",
  async () => (await import("../../connection/connection-for-test.ts")).mockedConnection,
);

afterEach(cleanUp);

it("shows a notification as read beside an answer that was asked for before", async () => {
  const at = "2026-11-21T09:00:00.000Z";
  const one: Notification = {
    _id: "n1",
    kind: "outbid",
    auctionId: null,
    title: "Outbid",
    text: "",
    link: null,
    count: 1,
    at,
    isRead: false,
  };
  let isRead = false;
  const pagination = { current: 1, pages: 1, total: 1, limit: 20 };
  const reads = lateAnswers(() => ({ notifications: [{ ...one, isRead }], unread: 1, asOf: at, pagination }));
  const calls = answerFetch({
    "GET /notifications": reads.answer,
    "POST /notifications/read": () => {
      isRead = true;
      return { body: { unread: 0, asOf: at } };
    },
  });
  const read = () => calls.filter(({ call }) => call.startsWith("GET")).length;
  renderAt("/", {
    "/": () => {
      const { rows, readOne } = useInbox(false);
      return rows.map((row) => (
        <button key={row._id} type="button" onClick={() => readOne.mutate(row._id)}>
          {row.isRead ? "read" : "unread"}
        </button>
      ));
    },
  });
  const row = await screen.findByRole("button", { name: "unread" });
  const release = reads.hold();
  const before = read();
  act(() => focusManager.onFocus());
  await waitFor(() => expect(read()).toBe(before + 1));
  fireEvent.click(row);
  await waitFor(() => expect(isRead).toBe(true));
  await act(async () => release());
  expect(await screen.findByRole("button", { name: "read" })).toBeTruthy();
});

it("keeps the count of an event beside an older first answer", async () => {
  const [early, later] = ["2026-11-21T09:00:00.000Z", "2026-11-21T09:00:01.000Z"];
  const reads = lateAnswers(() => ({ notifications: [], unread: 1, asOf: early }));
  const release = reads.hold();
  const calls = answerFetch({ "GET /notifications": reads.answer });
  renderAt("/", {
    "/": () => {
      const client = useQueryClient();
      const { data, isFetching } = useQuery(unreadQuery);
      return (
        <button type="button" onClick={() => keepNewestCount(client, { unread: 2, asOf: later })}>
          {isFetching ? "reading" : "read"} {data?.unread}
        </button>
      );
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: /^reading/ }));
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  release();
  expect(await screen.findByRole("button", { name: "read 2" })).toBeTruthy();
});
