// @vitest-environment happy-dom
import type { BankAccount, Withdrawal, Withdrawals } from "@jara/shared/rest/withdrawals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { toasts } from "../store/toast.ts";
import { Component } from "./withdraw.tsx";

vi.mock(
  "../connection/connection.ts",
  async () => (await import("../connection/connection-for-test.ts")).mockedConnection,
);

const bank = { bankName: "Zenith Bank", accountNumber: "0123456780", accountName: "OBI ADA" };
const at = "2026-11-21T09:00:00.000Z";
const account = { ...bank, _id: "b1", bankCode: "057", isUsable: true, usableAt: at } as unknown as BankAccount;
const requested = {
  _id: "w1",
  amount: 5_000,
  status: "requested",
  bank,
  createdAt: at,
  decidedAt: null,
  closedAt: null,
  reason: null,
} as unknown as Withdrawal;
const money = (withdrawals: Withdrawal[], amount: number): Withdrawals => ({
  withdrawals,
  withdrawable: { amount, balance: amount, reserved: 0, owed: 0 },
  obstacle: null,
  isSandbox: false,
});
const open = (reads: ReturnType<typeof lateAnswers>, answers: Parameters<typeof answerFetch>[0]) => {
  useSession.getState().logIn(testUser, "t");
  answerFetch({
    "GET /auth/profile": { body: { user: testUser } },
    "GET /users/withdrawals": reads.answer,
    "GET /users/bank-accounts": { body: { bankAccounts: [account] } },
    ...answers,
  });
  renderAt("/withdraw", { "/withdraw": Component });
};

beforeEach(() => toasts.setState([], true));
afterEach(cleanUp);

it("closes the question about a withdrawal once the page shows what is left", async () => {
  let held = money([], 20_000);
  const reads = lateAnswers(() => held);
  let release = () => {};
  open(reads, {
    "POST /users/withdrawals": () => {
      held = money([requested], 15_000);
      release = reads.hold();
      return { body: { withdrawal: requested } };
    },
  });
  fireEvent.change(await screen.findByLabelText("Amount (₦)"), { target: { value: "5000" } });
  fireEvent.submit(screen.getByRole("form", { name: "Withdraw" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("Left in your balance").nextElementSibling?.textContent).toBe("₦15,000.00");
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw ₦5,000.00" }));
  await waitFor(() => expect(held.withdrawals).toHaveLength(1));
  expect(dialog.getByRole("button", { name: /^Withdraw/ }).getAttribute("aria-busy")).toBe("true");
  release();
  await waitFor(() => expect(toasts.getState()[0]?.message).toBe("Your withdrawal was requested."));
  expect(screen.getByRole("button", { name: "Cancel the withdrawal of ₦5,000.00" })).toBeTruthy();
});

it("lets nobody cancel a withdrawal again that was cancelled, before the list is read again", async () => {
  let held = money([requested], 15_000);
  const reads = lateAnswers(() => held);
  const cancelled = { ...requested, status: "cancelled" } as Withdrawal;
  open(reads, {
    "POST /users/withdrawals/w1/cancel": () => {
      held = money([cancelled], 20_000);
      return { body: { withdrawal: cancelled } };
    },
  });
  const name = "Cancel the withdrawal of ₦5,000.00";
  const cancel = await screen.findByRole("button", { name });
  const release = reads.hold();
  fireEvent.click(cancel);
  await waitFor(() => expect(toasts.getState()).toHaveLength(1));
  expect(screen.getByRole("button", { name }).getAttribute("aria-busy")).toBe("true");
  release();
  await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
});
