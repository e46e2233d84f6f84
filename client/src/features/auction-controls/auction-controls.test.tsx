// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../lib/api.ts";
import { AuctionControls } from "./auction-controls.tsx";

const patch = vi.spyOn(api, "patch");
const show = (status: "active" | "paused" | "ended") =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AuctionControls auction={{ _id: "a", status }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

beforeEach(() => void patch.mockReset().mockResolvedValue({}));
afterEach(cleanup);

it("pauses an active auction and resumes a paused one with one press", async () => {
  show("active");
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  await waitFor(() => expect(patch).toHaveBeenCalledWith("/auctions/admin/a/status", { status: "paused" }));
  cleanup();
  show("paused");
  fireEvent.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(patch).toHaveBeenLastCalledWith("/auctions/admin/a/status", { status: "active" }));
});

it("ends and cancels only after a confirmation", async () => {
  show("active");
  fireEvent.click(screen.getByRole("button", { name: "Cancel auction" }));
  expect(patch).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Keep it open" }));
  fireEvent.click(screen.getByRole("button", { name: "End now" }));
  expect(patch).not.toHaveBeenCalled();
  const [, yes] = screen.getAllByRole("button", { name: "End now" });
  if (yes) fireEvent.click(yes);
  await waitFor(() => expect(patch).toHaveBeenCalledWith("/auctions/admin/a/status", { status: "ended" }));
});

// S429
it("reports a failed change, and shows only the link to the history once the auction is over", async () => {
  patch.mockRejectedValue(new Error());
  show("active");
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText("Failed to update auction status");
  cleanup();
  show("ended");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "History" }).getAttribute("href")).toBe("/admin/auctions/a/history");
});
