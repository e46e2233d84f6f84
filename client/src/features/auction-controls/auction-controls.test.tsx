// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AtAddress } from "../../app/at-address-for-test.tsx";
import { watchCalls } from "../../app/watch-calls-for-test.ts";
import { useSession } from "../../store/session.ts";
import { AuctionControls } from "./auction-controls.tsx";

const { patch, get } = watchCalls();
const noteOutcome = vi.hoisted(() => vi.fn());
vi.mock("../../live/live.ts", () => ({ noteOutcome }));
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.parse("2026-11-21T12:00:00.000Z"),
  getConnection: () => ({ listen: () => () => {}, state: "live", onState: () => () => {} }),
}));

const lot = {
  _id: "a",
  title: "Drum",
  pausedUntil: null,
  endTime: "2026-11-22T12:00:00.000Z",
  bidCount: 2,
  winner: null,
  leader: { username: "ada" },
  reserveMet: true,
  currentPrice: 40_000,
  currency: "NGN",
} as Auction;
const show = (status: "active" | "paused" | "ended") =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AtAddress>
        <AuctionControls auction={{ ...lot, status }} />
      </AtAddress>
    </QueryClientProvider>,
  );

beforeEach(() => void patch.mockReset().mockResolvedValue({}));
afterEach(cleanup);

const pause = (reason = "") => {
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  fireEvent.change(screen.getByLabelText("Reason (optional)"), { target: { value: reason } });
};
const confirmPause = () => fireEvent.click(screen.getByRole("button", { name: "Pause auction" }));

it("pauses an active auction with a reason for everybody or for staff alone, and resumes it with one press", async () => {
  const sent = (body: object) =>
    waitFor(() => expect(patch).toHaveBeenLastCalledWith("/auctions/admin/a/status", body));
  show("active");
  pause("A check");
  expect(patch).not.toHaveBeenCalled();
  confirmPause();
  await sent({ status: "paused", seen: "active", publicReason: "A check" });
  cleanup();
  show("active");
  pause("A call");
  fireEvent.click(screen.getByLabelText("Show it on the lot's page"));
  confirmPause();
  await sent({ status: "paused", seen: "active", reason: "A call" });
  cleanup();
  show("active");
  pause();
  confirmPause();
  await sent({ status: "paused", seen: "active" });
  cleanup();
  show("paused");
  fireEvent.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() =>
    expect(patch).toHaveBeenLastCalledWith("/auctions/admin/a/status", { status: "active", seen: "paused" }),
  );
});

it("shows the answer to a change, also if its event comes late", async () => {
  const paused = { ...lot, status: "paused", version: 9 };
  patch.mockResolvedValue({ auction: paused });
  show("active");
  pause();
  confirmPause();
  await waitFor(() => expect(noteOutcome).toHaveBeenCalledWith(paused));
});

it("ends and cancels only after a confirmation", async () => {
  show("active");
  fireEvent.click(screen.getByRole("button", { name: "Cancel auction" }));
  expect(patch).not.toHaveBeenCalled();
  expect(screen.getByText("All bidders are notified (2 bids).")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Leave as it is" }));
  fireEvent.click(screen.getByRole("button", { name: "End now" }));
  expect(patch).not.toHaveBeenCalled();
  expect(screen.getByText(/ada wins at ₦40,000.00/)).toBeTruthy();
  const [, yes] = screen.getAllByRole("button", { name: "End now" });
  if (yes) fireEvent.click(yes);
  await waitFor(() =>
    expect(patch).toHaveBeenCalledWith("/auctions/admin/a/status", { status: "ended", seen: "active" }),
  );
});

// S429
it("reports a failed change, and shows only the link to the history once the auction is over", async () => {
  patch.mockRejectedValue(new Error());
  show("active");
  pause();
  confirmPause();
  await screen.findByText("Failed to update auction status");
  cleanup();
  show("ended");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "History" }).getAttribute("href")).toBe("/admin/auctions/a/history");
});

it("links a lot to its copy and to the lot that it was copied from, for staff who make lots", async () => {
  get.mockResolvedValue({
    auctions: [{ ...lot, relistedFrom: { _id: "old", title: "Drum" }, relistedAs: { _id: "new", title: "Drum" } }],
  });
  useSession.setState({ user: { role: "user" } as never });
  show("ended");
  expect(get).not.toHaveBeenCalled();
  cleanup();
  useSession.setState({ user: { role: "cataloguer" } as never });
  show("ended");
  expect((await screen.findByRole("link", { name: "an earlier lot" })).getAttribute("href")).toBe("/auction/old");
  expect(screen.getByRole("link", { name: "a new lot" }).getAttribute("href")).toBe("/auction/new");
  useSession.setState({ user: null });
});
