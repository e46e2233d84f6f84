// @vitest-environment happy-dom
// Tests that the watchlist keeps what a person chooses while the list or the choices are being read.

import type { Auction } from "@jara/shared/auction";
import { reminderLabels } from "@jara/shared/reminders";
import { focusManager, useInfiniteQuery, useIsFetching } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt } from "../../app/render-for-test.tsx";
import { watchlistQuery } from "./queries.ts";
import { RemindersButton } from "./reminders-button.tsx";
import { WishPrice } from "./wish-price.tsx";

const lot = { _id: "a1", title: "Drum", currentPrice: 1_000, currency: "NGN" } as Auction;
const Reminders = () => (
  <>
    <RemindersButton />
    <p>{useIsFetching()} requests</p>
  </>
);
const Wish = () => {
  const { data } = useInfiniteQuery(watchlistQuery(null));
  return data ? <WishPrice auction={lot} wish={data.pages[0]?.wishes?.a1 ?? null} /> : null;
};

afterEach(cleanUp);

it("keeps a chosen reminder beside an older answer, so that the next choice has it too", async () => {
  const reads = lateAnswers(() => ({ reminders: [] }));
  const calls = answerFetch({
    "GET /watchlist/reminders": reads.answer,
    "PUT /watchlist/reminders": (body) => ({ body }),
  });
  const read = () => calls.filter(({ call }) => call.startsWith("GET")).length;
  renderAt("/", { "/": Reminders });
  fireEvent.click(screen.getByRole("button", { name: "Set reminders" }));
  const hour = await screen.findByLabelText<HTMLInputElement>(reminderLabels["1h"]);
  const release = reads.hold();
  const before = read();
  act(() => focusManager.onFocus());
  await waitFor(() => expect(read()).toBe(before + 1));
  fireEvent.click(hour);
  await waitFor(() => expect(hour.checked).toBe(true));
  release();
  await screen.findByText("0 requests");
  fireEvent.click(screen.getByLabelText(reminderLabels.price));
  await waitFor(() => expect(calls.filter(({ call }) => call.startsWith("PUT"))).toHaveLength(2));
  expect(calls.at(-1)?.body).toEqual({ reminders: ["1h", "price"] });
});

it("shows a saved wish price before the list is read again, and removes it", async () => {
  const list = { auctions: [lot], outbid: [], wishes: {}, pagination: { current: 1, pages: 1, total: 1, limit: 24 } };
  const reads = lateAnswers(() => list);
  answerFetch({
    "GET /watchlist": reads.answer,
    "PUT /watchlist/a1": (body) => {
      const { wishPrice } = body as { wishPrice: number | null };
      return { body: { isWatching: true, ...(wishPrice !== null && { wishPrice }) } };
    },
  });
  renderAt("/", { "/": Wish });
  const open = await screen.findByRole("button", { name: /^Remind me if still below a price/ });
  reads.hold();
  fireEvent.click(open);
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "900" } });
  fireEvent.submit(dialog.getByRole("form", { name: "Remind me if still below a price" }));
  fireEvent.click(await screen.findByRole("button", { name: /^Reminder if still below ₦900.00/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByRole("button", { name: /^Remind me if still below a price/ })).toBeTruthy();
});
