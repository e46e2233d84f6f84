// @vitest-environment happy-dom
// An open page asks for nothing while nothing happens, and asks again at the event that says what changed.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { auctionId } from "@jara/shared/calls/samples";
import type { ListName } from "@jara/shared/live-lists";
import { type Role, roles } from "@jara/shared/permissions";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { isValidElement } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getConnection } from "../connection/connection.ts";
import { ApprovalsCount } from "../features/approvals/approvals-count.tsx";
import { DeskCount } from "../features/desk/desk-count.tsx";
import { useExchangeRate } from "../features/exchange-rate/use-exchange-rate.ts";
import { importQuery, useImportNews } from "../features/imports/queries.ts";
import { useInbox } from "../features/notifications/use-inbox.ts";
import { SignInWithPasskey } from "../features/passkeys/sign-in-with-passkey.tsx";
import { useSecondChances } from "../features/payments/hooks/use-second-chances.ts";
import { useDesk as useQuestions } from "../features/questions/desk/use-desk.ts";
import { useStaffSale } from "../features/sales/staff/hooks/use-staff-sale.ts";
import { useAdminWithdrawals } from "../features/withdrawals/hooks/use-admin-withdrawals.ts";
import { useBankAccounts, useWithdrawals } from "../features/withdrawals/hooks/use-withdrawals.ts";
import type { Route } from "../lib/router/routes.ts";
import { useTopUpStatus, useTopUps } from "../money/use-top-up.ts";
import { useSession } from "../store/session.ts";
import { AtAddress } from "./at-address-for-test.tsx";
import { otherRoutes } from "./other-routes.ts";
import { Pages } from "./pages.tsx";
import { testUser } from "./render-for-test.tsx";
import { startSampleServer } from "./sample-server-for-test.ts";
import { staffRoutes } from "./staff-routes.ts";

vi.mock("socket.io-client", async () => ({ io: (await import("./sample-server-for-test.ts")).io }));

const TEN_MINUTES_MS = 600_000;
const DAY_MS = 86_400_000;
/** The desk is read again when another day begins in Lagos, and a reader's pages take less than a day. */
const untilTomorrow = () => pass(DAY_MS - ((Date.now() + 3_600_000) % DAY_MS) + 1);
/** A reader has 50 pages, whose code a busy machine loads slowly. */
const ALL_PAGES_WITHIN_MS = 600_000;
/** Each step renders what its timers cause. */
const STEP_MS = 10_000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const passTenMinutes = async () => {
  for (let passedMs = 0; passedMs < TEN_MINUTES_MS; passedMs += STEP_MS) await pass(STEP_MS);
};
const logInAs = (role: Role) => useSession.getState().logIn({ ...testUser, role }, role);

// The page's connection lives as long as the file, and so do its timers.
beforeAll(() => void vi.useFakeTimers({ now: Date.parse("2026-11-21T10:05:00.000Z") }));
beforeEach(() => {
  // The browser can offer a passkey in the field for the e-mail address.
  const isConditionalMediationAvailable = () => Promise.resolve(true);
  vi.stubGlobal("PublicKeyCredential", Object.assign(class {}, { isConditionalMediationAvailable }));
});
afterEach(() => {
  cleanup();
  useSession.getState().logOut();
  vi.unstubAllGlobals();
});
afterAll(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** Resolves when the page has loaded its late parts and has asked for what it shows. */
const untilShown = async (asked: readonly string[]) => {
  for (let quiet = 0, rounds = 0; quiet < 2 && rounds < 20; rounds += 1) {
    const before = asked.length;
    await pass(STEP_MS);
    await act(() => vi.dynamicImportSettled());
    quiet = asked.length === before ? quiet + 1 : 0;
  }
};

const optional: Readonly<Record<string, readonly string[]>> = {
  "/profile/:page?": ["statement", "security", "privacy", "withdraw"],
  "/notifications/:page?": ["preferences"],
};
const addressesOf = ({ path: route }: Route): string[] => {
  const pages = ["", ...(optional[route] ?? [auctionId])];
  const filled = route.replace(/:id(?=\/|$)/g, auctionId);
  return /\?$/.test(route) ? pages.map((page) => filled.replace(/:\w+\?$/, page)) : [filled];
};

describe("every page that stays open", () => {
  it.each([null, ...roles])(
    "sends no request in ten minutes on an idle market, for %s",
    { timeout: ALL_PAGES_WITHIN_MS },
    async (role) => {
      const { asked } = startSampleServer();
      await untilTomorrow();
      if (role !== null) logInAs(role);
      const [{ router, routes }, { Providers }] = [await import("./router.ts"), await import("./providers.tsx")];
      const addresses = new Set([...routes, ...staffRoutes, ...otherRoutes].flatMap(addressesOf));
      expect(addresses.size).toBeGreaterThan(50);
      render(
        <Providers>
          <Pages router={router} />
        </Providers>,
      );
      const opened: string[] = [];
      const askedByTime: Record<string, string[]> = {};
      for (const address of addresses) {
        await act(() => router.navigate(address));
        await untilShown(asked);
        expect([address, document.body.textContent]).not.toContain("This page could not be shown");
        // Another reader's page leads to one of this reader's.
        if (router.state.location.pathname !== address) continue;
        opened.push(address);
        const shown = asked.length;
        await passTenMinutes();
        if (asked.length > shown) askedByTime[address] = asked.slice(shown);
        expect([getConnection().state, useSession.getState().user?.role ?? null]).toEqual(["live", role]);
      }
      expect(opened.length).toBeGreaterThan(20);
      if (role === "admin") expect(opened).toEqual(expect.arrayContaining(staffRoutes.flatMap(addressesOf)));
      expect(askedByTime).toEqual({});
    },
  );
});

const useImport = () => {
  useImportNews();
  useQuery(importQuery("i1", null, 1));
};
const sale = { _id: "s1", title: "November", status: "published", revision: 1, lotCount: 2 };

const emptyInbox = { notifications: [], pagination: { current: 1, pages: 1, total: 0, limit: 20 } };

const lists: [what: string, list: ListName, call: string, use: () => unknown, answer: unknown][] = [
  ["the staff's list of questions", "questions", "GET /api/admin/questions", () => useQuestions("waiting", 1), {}],
  ["the exchange rate", "exchange-rate", "GET /api/admin/exchange-rate", useExchangeRate, {}],
  ["offers of second chances", "own-second-chances", "GET /api/users/second-chances", useSecondChances, { offers: [] }],
  [
    "a withdrawal under way",
    "own-withdrawals",
    "GET /api/users/withdrawals",
    useWithdrawals,
    { withdrawals: [{ status: "sent" }] },
  ],
  ["what lots hold", "own-bids", "GET /api/users/withdrawals", useWithdrawals, {}],
  ["the inbox", "own-notifications", "GET /api/notifications", () => useInbox(false), emptyInbox],
  [
    "the staff's withdrawals",
    "withdrawals",
    "GET /api/admin/withdrawals",
    () => useAdminWithdrawals({ status: "", page: 1 }),
    {},
  ],
  [
    "an unpaid top-up",
    "own-top-ups",
    "GET /api/payments/top-ups/t1",
    () => useTopUpStatus("t1"),
    { status: "pending" },
  ],
  ["the list of top-ups", "own-top-ups", "GET /api/payments/top-ups", useTopUps, { topUps: [] }],
  [
    "a sale with an action under way",
    "sales",
    "GET /api/sales/s1",
    () => useStaffSale("s1"),
    { sale, action: { isDone: false } },
  ],
  ["an import under way", "own-imports", "GET /api/admin/imports/i1", useImport, { import: { status: "applying" } }],
  ["the number of approvals", "approvals", "GET /api/admin/approvals", () => <ApprovalsCount />, { open: 1 }],
  ["the number of the desk", "failed-mails", "GET /api/admin/desk", () => <DeskCount />, { needsHand: 1 }],
];

/** Renders what `use` returns if that is an element. */
const Page = ({ use }: { use: () => unknown }) => {
  const shown = use();
  return isValidElement(shown) ? shown : null;
};
const renderPage = async (use: () => unknown) => {
  logInAs("admin");
  getConnection();
  // The code of the connection loads in the machine's time, which no timer of the test moves.
  await act(() => vi.dynamicImportSettled());
  await pass(1_000);
  expect(getConnection().state).toBe("live");
  render(
    <AtAddress>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Page use={use} />
      </QueryClientProvider>
    </AtAddress>,
  );
  await pass(5_000);
};

describe("a page that stays open", () => {
  it.each(lists)("reads %s once in ten minutes, and again at the event", async (_what, list, call, use, answer) => {
    const { asked, push } = startSampleServer({ [call]: answer });
    await renderPage(use);
    await pass(TEN_MINUTES_MS);
    expect(asked).toEqual([call]);
    await act(() => push(list));
    await act(() => push(list));
    await pass(5_000);
    expect(asked).toEqual([call, call]);
  });

  it("shows a new bank account as usable when its time comes, without a request", async () => {
    const call = "GET /api/users/bank-accounts";
    const usableAt = new Date(Date.now() + TEN_MINUTES_MS).toISOString();
    const { asked } = startSampleServer({ [call]: { bankAccounts: [{ _id: "b1", isUsable: false, usableAt }] } });
    const shown: (boolean | undefined)[] = [];
    await renderPage(() => shown.push(useBankAccounts().data?.[0]?.isUsable));
    await pass(TEN_MINUTES_MS - 60_000);
    expect(shown.at(-1)).toBe(false);
    await pass(120_000);
    expect(shown.at(-1)).toBe(true);
    expect(asked).toEqual([call]);
  });
});

it("asks for another passkey challenge once somebody uses the page again, and not before", async () => {
  const call = "POST /api/auth/passkeys/log-in-options";
  const { asked } = startSampleServer();
  await renderPage(() => <SignInWithPasskey onSession={() => {}} />);
  await pass(TEN_MINUTES_MS);
  expect(asked).toEqual([call]);
  for (let moves = 0; moves < 3; moves += 1) fireEvent.pointerMove(document.body);
  await pass(5_000);
  expect(asked).toEqual([call, call]);
});

it("asks on a timer only where no event can tell: after a failed request", () => {
  const source = path.join(import.meta.dirname, "..");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const polling = files.filter((file) => readFileSync(path.join(source, file), "utf8").includes("refetchInterval"));
  expect(polling).toEqual(["money/use-top-up.ts"]);
});
