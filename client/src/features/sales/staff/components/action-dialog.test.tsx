// @vitest-environment happy-dom
import type { Sale } from "@jara/shared/rest/sales";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { cleanUp } from "../../../../app/render-for-test.tsx";
import { watchCalls } from "../../../../app/watch-calls-for-test.ts";
import { ApiError } from "../../../../lib/api.ts";
import type { ActionKind } from "../queries.ts";
import { ActionDialog } from "./action-dialog.tsx";

vi.mock("../../../../connection/connection.ts", () => ({ serverNow: () => Date.now() }));

const sale = { _id: "s1", status: "published", lotCount: 2, closesAt: "2026-11-24T12:00:00.000Z" } as Sale;
const { post } = watchCalls();
const keys = () => post.mock.calls.map(([, , options]) => options?.idempotencyKey);

const Page = () => {
  const [kind, setKind] = useState<ActionKind | null>(null);
  return (
    <>
      <button type="button" onClick={() => setKind("shift")}>
        Ask
      </button>
      <ActionDialog sale={sale} lots={[]} onLotsChanged={() => {}} kind={kind} onClose={() => setKind(null)} />
    </>
  );
};
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
const ask = () => fireEvent.click(screen.getByRole("button", { name: "Ask" }));
const inDialog = (name: string) => within(screen.getByRole("dialog")).getByRole("button", { name });
const confirm = async () => {
  await waitFor(() => expect(inDialog("Shift times")).toHaveProperty("disabled", false));
  const form = inDialog("Shift times").closest("form");
  await act(async () => void (form && fireEvent.submit(form)));
};

afterEach(() => {
  cleanUp();
  post.mockReset();
});

it("repeats an action without an answer under the same key while the question is open, and under a new key afterwards", async () => {
  post.mockRejectedValueOnce(new ApiError(0, null)).mockRejectedValueOnce(new ApiError(0, null));
  show();
  ask();
  await confirm();
  await confirm();
  await waitFor(() => expect(inDialog("Cancel")).toHaveProperty("disabled", false));
  fireEvent.click(inDialog("Cancel"));
  expect(screen.queryByRole("dialog")).toBeNull();
  post.mockResolvedValue({ sale, action: null });
  ask();
  await confirm();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  ask();
  await confirm();
  await waitFor(() => expect(keys()).toHaveLength(4));
  const [first, repeated, afterClosing, afterSuccess] = keys();
  expect(repeated).toBe(first);
  expect(new Set([first, afterClosing, afterSuccess]).size).toBe(3);
});
