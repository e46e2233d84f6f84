// @vitest-environment happy-dom
// Tests that the question before a sale is taken back names the lot's seller and waits for what the seller loses.
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { AskedStatus } from "./asked-status.tsx";

const lot = {
  _id: "l1",
  title: "Talking drum",
  status: "sold",
  pausedUntil: null,
  endTime: "2026-11-20T12:00:00.000Z",
  currency: "NGN",
  currentPrice: 40_000,
  bidCount: 3,
  winner: { username: "ada" },
  leader: { username: "ada" },
  reserveMet: true,
  buyItNowPrice: null,
  settlementId: "s1",
} as unknown as ManagedAuction;

const ask = (change: Partial<ManagedAuction>, to: "ended" | "cancelled", seller: object | null) => {
  const admin = { ...testUser, role: "admin" as const };
  useSession.getState().logIn(admin, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /settlements/s1": { body: { settlement: { _id: "s1" }, ...(seller && { seller }) } },
  });
  const onConfirm = vi.fn();
  const more = { onConfirm, onSetEndTime: () => {}, onClose: () => {} };
  renderAt("/", { "/": () => <AskedStatus auction={{ ...lot, ...change }} to={to} {...more} /> });
  return { calls, onConfirm };
};

afterEach(cleanUp);

const seller = { _id: "u4", username: "person4", net: 321_300, status: "credited" };
it.each([
  ["ended", "Take the sale back", /The seller person4 was paid ₦321,300\.00\..*The seller is paid again once/],
  ["cancelled", "Cancel auction", /The seller person4 was paid ₦321,300\.00\. This takes it back/],
] as const)("names the seller and the money before a sold lot is set to %s", async (to, yes, words) => {
  const { onConfirm } = ask({}, to, seller);
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: yes, hidden: true });
  expect(button.disabled).toBe(true);
  await waitFor(() => expect(screen.getByRole("dialog").textContent).toMatch(words));
  fireEvent.click(button);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("asks for no seller's money where nothing is undone, or the reader sees no payments", async () => {
  const first = ask({ status: "ended" }, "cancelled", seller);
  await screen.findByRole("button", { name: "Cancel auction", hidden: true });
  expect(first.calls.map(({ call }) => call)).not.toContain("GET /settlements/s1");
  cleanUp();
  const { settlementId: _, ...unseen } = lot;
  const second = ask({ ...unseen, settlementId: undefined } as never, "ended", seller);
  await screen.findByRole("button", { name: "Take the sale back", hidden: true });
  expect(second.calls.map(({ call }) => call)).not.toContain("GET /settlements/s1");
});
