// @vitest-environment happy-dom
import type { Role } from "@jara/shared/permissions";
import type { Approval } from "@jara/shared/rest/approvals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as Approvals } from "./admin-approvals.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

const kemi = { _id: "kemi", username: "kemi" };
const balance: Approval = {
  _id: "a1",
  kind: "balance",
  status: "waiting",
  user: { _id: "ada", username: "ada" },
  lot: null,
  asked: { action: "add", amount: 800_000, currency: "NGN" },
  amountNgn: 800_000,
  reason: "Deposit at the desk",
  askedBy: kemi,
  askedAt: "2026-11-21T09:00:00.000Z",
  decidedBy: null,
  decidedAt: null,
  message: null,
  mayDecide: true,
  mayTakeBack: false,
};
const own: Approval = { ...balance, _id: "a2", reason: null, mayDecide: false, mayTakeBack: true };
const failed: Approval = {
  ...balance,
  _id: "a3",
  kind: "payment",
  status: "failed",
  asked: null,
  mayDecide: false,
  lot: { settlementId: "s1", auctionId: "l1", title: "Talking drum" },
  decidedBy: kemi,
  decidedAt: "2026-11-21T10:00:00.000Z",
  message: "This payment was already confirmed.",
};

const open = (role: Role, approvals: Approval[], more: Parameters<typeof answerFetch>[0] = {}) => {
  useSession.getState().logIn({ ...testUser, role }, "t");
  const pagination = { current: 1, pages: 1, total: approvals.length, limit: 20 };
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: { ...testUser, role } } },
    "GET /admin/approvals": { body: { approvals, open: 1, pagination } },
    ...more,
  });
  renderAt("/admin/approvals", { "/admin/approvals": Approvals });
  return () => calls.filter(({ call }) => !call.startsWith("GET"));
};

beforeEach(() => toasts.setState([], true));
afterEach(cleanUp);

it("describes each change in words, and shows the outcome of a decided one", async () => {
  open("admin", [balance, failed]);
  expect(await screen.findByText("Add ₦800,000.00 to the balance of ada")).toBeTruthy();
  expect(screen.getAllByText("Deposit at the desk")).toHaveLength(2);
  const decided = within(screen.getByRole("region", { name: "Decided" }));
  expect(decided.getByText("Confirm that ada paid the remaining ₦800,000.00 for “Talking drum”")).toBeTruthy();
  expect(decided.getByText(/Approved by kemi/).parentElement?.textContent).toMatch(/already confirmed/);
  expect(decided.queryByRole("button")).toBeNull();
});

it("approves after a question, and refuses only with a reason", async () => {
  const written = open("cashier", [balance], {
    "POST /admin/approvals/a1/approve": { body: { approval: { ...balance, status: "done" } } },
    "POST /admin/approvals/a1/refuse": { body: { approval: { ...balance, status: "refused" } } },
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Refuse: Add/ }));
  const dialog = () => within(screen.getByRole("dialog"));
  fireEvent.click(dialog().getByRole("button", { name: "Refuse" }));
  expect(dialog().getByText("Please give a reason")).toBeTruthy();
  fireEvent.change(dialog().getByLabelText("Reason"), { target: { value: "No deposit came" } });
  fireEvent.click(dialog().getByRole("button", { name: "Refuse" }));
  await waitFor(() => expect(toasts.getState().at(-1)?.message).toBe("Refused"));
  fireEvent.click(screen.getByRole("button", { name: /^Approve: Add/ }));
  fireEvent.click(dialog().getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(toasts.getState().at(-1)?.message).toBe("Approved and carried out"));
  expect(written()).toMatchObject([
    { call: "POST /admin/approvals/a1/refuse", body: { reason: "No deposit came" } },
    { call: "POST /admin/approvals/a1/approve" },
  ]);
});

it("offers no second decision on a change that was decided, before the list is read again", async () => {
  const pagination = { current: 1, pages: 1, total: 1, limit: 20 };
  const reads = lateAnswers(() => ({ approvals: [balance], open: 1, pagination }));
  open("cashier", [], {
    "GET /admin/approvals": reads.answer,
    "POST /admin/approvals/a1/approve": { body: { approval: { ...balance, status: "done", mayDecide: false } } },
  });
  const button = await screen.findByRole("button", { name: /^Approve: Add/ });
  reads.hold();
  fireEvent.click(button);
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Approve" }));
  expect(await screen.findByRole("region", { name: "Decided" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Approve: Add/ })).toBeNull();
});

it("lets the person who asked for a change take it back, and not decide it", async () => {
  const written = open("manager", [own], { "DELETE /admin/approvals/a2": { body: { approval: own } } });
  fireEvent.click(await screen.findByRole("button", { name: /^Take back/ }));
  await waitFor(() => expect(written()).toMatchObject([{ call: "DELETE /admin/approvals/a2" }]));
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
});

it("shows the server's reason if an approved change is not possible any more", async () => {
  const body = { code: "SETTLEMENT_CLOSED", message: "This payment was already confirmed." };
  open("admin", [balance], { "POST /admin/approvals/a1/approve": { status: 409, body } });
  fireEvent.click(await screen.findByRole("button", { name: /^Approve: Add/ }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText(body.message)).toBeTruthy();
});

it("is closed to a cataloguer", () => {
  open("cataloguer", []);
  expect(screen.getByRole("heading", { name: "This page is not for your role" })).toBeTruthy();
});
