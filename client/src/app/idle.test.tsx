// @vitest-environment happy-dom
// An open page asks for nothing while nothing happens, and asks again at the event that says what changed.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ListName } from "@jara/shared/live-lists";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { isValidElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connection } from "../connection/connection-for-test.ts";
import { ApprovalsCount } from "../features/approvals/approvals-count.tsx";
import { DeskCount } from "../features/desk/desk-count.tsx";
import { useExchangeRate } from "../features/exchange-rate/use-exchange-rate.ts";
import { importQuery, useImportNews } from "../features/imports/queries.ts";
import { useSecondChances } from "../features/payments/hooks/use-second-chances.ts";
import { useDesk as useQuestions } from "../features/questions/desk/use-desk.ts";
import { useStaffSale } from "../features/sales/staff/hooks/use-staff-sale.ts";
import { useAdminWithdrawals } from "../features/withdrawals/hooks/use-admin-withdrawals.ts";
import { useWithdrawals } from "../features/withdrawals/hooks/use-withdrawals.ts";
import { useTopUpStatus, useTopUps } from "../money/use-top-up.ts";
import { useSession } from "../store/session.ts";
import { answerFetch, cleanUp, testUser } from "./render-for-test.tsx";

vi.mock(
  "../connection/connection.ts",
  async () => (await import("../connection/connection-for-test.ts")).mockedConnection,
);

const TEN_MINUTES_MS = 600_000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const push = (list: ListName) =>
  act(() => {
    for (const onFrame of connection.frames) onFrame({ type: "list:changed", data: { list } });
  });

const useImport = () => {
  useImportNews();
  useQuery(importQuery("i1", null, 1));
};
const sale = { _id: "s1", title: "November", status: "published", revision: 1, lotCount: 2 };

const pages: [what: string, list: ListName, call: string, use: () => unknown, body: unknown][] = [
  ["the staff's list of questions", "questions", "GET /admin/questions", () => useQuestions("waiting", 1), {}],
  ["the exchange rate", "exchange-rate", "GET /admin/exchange-rate", useExchangeRate, {}],
  ["offers of second chances", "own-second-chances", "GET /users/second-chances", useSecondChances, { offers: [] }],
  [
    "a withdrawal under way",
    "own-withdrawals",
    "GET /users/withdrawals",
    useWithdrawals,
    { withdrawals: [{ status: "sent" }] },
  ],
  [
    "the staff's withdrawals",
    "withdrawals",
    "GET /admin/withdrawals",
    () => useAdminWithdrawals({ status: "", page: 1 }),
    {},
  ],
  ["an unpaid top-up", "own-top-ups", "GET /payments/top-ups/t1", () => useTopUpStatus("t1"), { status: "pending" }],
  ["the list of top-ups", "own-top-ups", "GET /payments/top-ups", useTopUps, { topUps: [] }],
  [
    "a sale with an action under way",
    "sales",
    "GET /sales/s1",
    () => useStaffSale("s1"),
    { sale, action: { isDone: false } },
  ],
  ["an import under way", "own-imports", "GET /admin/imports/i1", useImport, { import: { status: "applying" } }],
  ["the number of approvals", "approvals", "GET /admin/approvals", () => <ApprovalsCount />, { open: 1 }],
  ["the number of the desk", "failed-mails", "GET /admin/desk", () => <DeskCount />, { needsHand: 1 }],
];

/** Renders what `use` returns if that is an element. */
const Page = ({ use }: { use: () => unknown }) => {
  const shown = use();
  return isValidElement(shown) ? shown : null;
};

afterEach(cleanUp);

describe("a page that stays open", () => {
  it.each(pages)("reads %s once in ten minutes, and again at the event", async (_what, list, call, use, body) => {
    vi.useFakeTimers();
    useSession.getState().logIn({ ...testUser, role: "admin" }, "t");
    const calls = answerFetch({ [call]: { body } });
    const asked = () => calls.filter((one) => one.call === call).length;
    render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Page use={use} />
        </QueryClientProvider>
      </MemoryRouter>,
    );
    await pass(5_000);
    expect(asked()).toBe(1);
    await pass(TEN_MINUTES_MS);
    expect(calls).toHaveLength(1);
    await push(list);
    await push(list);
    await pass(5_000);
    expect(asked()).toBe(2);
  });
});

it("asks on a timer only where no event can tell: when a bank account becomes usable, and after a failed request", () => {
  const source = path.join(import.meta.dirname, "..");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const polling = files.filter((file) => readFileSync(path.join(source, file), "utf8").includes("refetchInterval"));
  expect(polling.sort()).toEqual(["features/withdrawals/hooks/use-withdrawals.ts", "money/use-top-up.ts"]);
});
