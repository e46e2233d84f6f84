// @vitest-environment happy-dom
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { RateNotice } from "./rate-notice.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({ listen: () => () => {}, watchFeed: () => () => {}, state: "live", onState: () => () => {} }),
}));

const admin = { ...testUser, role: "admin" as const };
const waiting: ExchangeRateState = {
  rates: { NGN_TO_USD: 1 / 1000, USD_TO_NGN: 1000 },
  acceptedAt: "2026-11-21T09:00:00.000Z",
  candidate: { _id: "c1", USD_TO_NGN: 1850.5, since: "2026-11-21T10:00:00.000Z", rejectedAt: null },
};
const rejected: ExchangeRateState = {
  ...waiting,
  candidate: waiting.candidate && { ...waiting.candidate, rejectedAt: "2026-11-21T10:20:00.000Z" },
};
const confirmed: ExchangeRateState = {
  rates: { NGN_TO_USD: 1 / 1850.5, USD_TO_NGN: 1850.5 },
  acceptedAt: "2026-11-21T10:20:00.000Z",
  candidate: null,
};

const open = (state: ExchangeRateState, answers: Parameters<typeof answerFetch>[0] = {}) => {
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /admin/exchange-rate": { body: state },
    ...answers,
  });
  renderAt("/admin", { "/admin": RateNotice });
  return { posts: () => calls.map(({ call }) => call).filter((call) => call.startsWith("POST")) };
};
const press = (name: string, place: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(place).getByRole("button", { name })));

beforeEach(() => {
  toasts.setState([], true);
  useSession.getState().logIn(admin, "t");
});
afterEach(cleanUp);

it("shows nothing while no rate waits for a confirmation", async () => {
  const { posts } = open(confirmed);
  await act(async () => {});
  expect(screen.queryByText(/exchange rate/i)).toBeNull();
  expect(posts()).toEqual([]);
});

// S450
it("shows both rates, and uses the new one only after a confirmation that repeats them", async () => {
  const { posts } = open(waiting, { "POST /admin/exchange-rate/c1/confirm": { body: confirmed } });
  const notice = await screen.findByRole("status");
  expect(notice.textContent).toMatch(/In force: \$1 = ₦1,000\.00.*\$1 = ₦1,850\.50, 85% more naira for a dollar/);
  await press("Confirm");
  const dialog = screen.getByRole("dialog", { name: "Use this exchange rate?" });
  expect(dialog.textContent).toMatch(/₦1,000\.00.*₦1,850\.50/);
  expect(posts()).toEqual([]);
  await press("Use this rate", dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posts()).toEqual(["POST /admin/exchange-rate/c1/confirm"]);
  expect(screen.queryByText(/waits for your decision/)).toBeNull();
  expect(toasts.getState()[0]).toMatchObject({ message: "In force: $1 = ₦1,850.50" });
});

it("keeps showing a rejected rate, which an administrator can still confirm", async () => {
  const { posts } = open(waiting, { "POST /admin/exchange-rate/c1/reject": { body: rejected } });
  await screen.findByText("An exchange rate waits for your decision");
  await press("Reject");
  await press("Reject it", screen.getByRole("dialog", { name: "Reject this exchange rate?" }));
  await screen.findByText("A rejected exchange rate");
  expect(posts()).toEqual(["POST /admin/exchange-rate/c1/reject"]);
  expect(screen.queryByRole("button", { name: "Reject" })).toBeNull();
  expect(screen.getByRole("button", { name: "Use it after all" })).toBeTruthy();
});

it("sends nothing when the confirmation is cancelled", async () => {
  const { posts } = open(waiting);
  await screen.findByText("An exchange rate waits for your decision");
  await press("Confirm");
  await press("Cancel", screen.getByRole("dialog"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posts()).toEqual([]);
});

it("reports when another administrator was first or another rate came, and shows the rate that waits now", async () => {
  let state = waiting;
  const message = "This exchange rate no longer waits for a decision. Please look at the current one.";
  open(waiting, {
    "GET /admin/exchange-rate": () => ({ body: state }),
    "POST /admin/exchange-rate/c1/confirm": () => {
      state = { ...waiting, candidate: { _id: "c2", USD_TO_NGN: 9, since: "", rejectedAt: null } };
      return { status: 409, body: { code: "RATE_NOT_WAITING", message } };
    },
  });
  await screen.findByText("An exchange rate waits for your decision");
  await press("Confirm");
  const dialog = screen.getByRole("dialog");
  await press("Use this rate", dialog);
  expect((await within(dialog).findByRole("alert")).textContent).toContain(message);
  // The question was about the figure it shows, so it cannot be answered for another one.
  expect(within(dialog).queryByRole("button", { name: "Use this rate" })).toBeNull();
  expect(dialog.textContent).toContain("₦1,850.50");
  await press("Close", within(dialog).getByText("Close", { selector: "button" }).parentElement as HTMLElement);
  await screen.findByText(/\$1 = ₦9\.00/);
});
