// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { connection } from "../../connection/connection-for-test.ts";
import { winForTest } from "../../features/payments/win-for-test.ts";
import { useSession } from "../../store/session.ts";
import { testLot } from "./lot-for-test.ts";
import { LotPage } from "./lot-page.tsx";

vi.mock("../../connection/connection.ts", async () => {
  const { mockedConnection } = await import("../../connection/connection-for-test.ts");
  return {
    ...mockedConnection,
    sendCommand: vi.fn(),
    getConnection: () => ({ ...mockedConnection.getConnection(), watchFeed: () => () => {} }),
  };
});
afterEach(cleanUp);

const unbid = { bidCount: 0, buyItNowPrice: null, leader: null };
const show = (
  user: typeof testUser | null,
  status: Auction["status"] = "active",
  address = "/",
  answers: Parameters<typeof answerFetch>[0] = {},
) => {
  const view = { auction: testLot({ ...unbid, status }), bids: [], viewers: null, ownBidIds: [], leadVersion: 0 };
  answerFetch({ "GET /auth/profile": { body: { user } }, ...answers });
  if (user) useSession.getState().logIn(user, "t");
  renderAt(address, { "/": () => <LotPage view={view} /> });
  expect(screen.getByRole("heading", { name: "Talking drum" })).toBeTruthy();
};
const bidForm = () => screen.queryByRole("form", { name: "Place Your Bid" });
const autoBid = () => screen.queryByRole("region", { name: /^Auto-bidding/ });

// S069
it("offers bidding and auto-bidding to a verified user while the auction is active", () => {
  show(testUser);
  expect(bidForm()).toBeTruthy();
  expect(autoBid()).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: "Your maximum" }));
  expect(autoBid()).toBeTruthy();
  expect(bidForm()).toBeNull();
});

it("drops the second click of the double click that bids, because other buttons may stand there after the answer", async () => {
  const { sendCommand } = await import("../../connection/connection.ts");
  vi.mocked(sendCommand).mockResolvedValue({ ok: false, error: { code: "INTERNAL", message: "Not placed" } } as never);
  show({ ...testUser, balance: 100_000 });
  const form = bidForm() as HTMLElement;
  fireEvent.change(within(form).getByLabelText(/^Your bid/), { target: { value: "1100" } });
  fireEvent.submit(form);
  await screen.findByText("Not placed");
  const tab = screen.getByRole("tab", { name: "Your maximum" });
  fireEvent.click(tab, { detail: 2 });
  expect(autoBid()).toBeNull();
  fireEvent.click(tab, { detail: 1 });
  expect(autoBid()).toBeTruthy();
});

it("shows the field of the maximum, with the focus, if the address asks for it", () => {
  show(testUser, "active", "/?bid=auto");
  expect(bidForm()).toBeNull();
  expect(autoBid()).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Your maximum (₦)"));
});

it.each([
  ["?pay", "Log in to pay"],
  ["?payment=ref-1", "Log in to see your payment"],
])("asks a visitor to log in who comes to %s from a mail or from paying, and leads back to it", (search, title) => {
  show(null, "ended", `/${search}`);
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.queryByText(/your payment/, { ignore: ".font-semibold" })).toBeNull();
  const next = screen.getByRole("link", { name: "Log in" }).getAttribute("href")?.replace("/login?next=", "");
  expect(decodeURIComponent(next ?? "")).toMatch(`/auction/a1${search}`);
});

it("asks nobody to log in to pay on other addresses, or who is logged in", () => {
  show(null, "ended");
  expect(screen.queryByText("Log in to pay")).toBeNull();
  cleanUp();
  show(testUser, "ended", "/?pay");
  expect(screen.queryByText("Log in to pay")).toBeNull();
});

it("shows a failed payment above the payment card, and brings it into view instead of the card", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const failed = { reference: "ref-1", status: "failed", amount: 80, balance: 0 };
  show(testUser, "ended", "/?payment=ref-1", {
    "GET /payments/top-ups/ref-1": { body: failed },
    "GET /auctions/a1/win": { body: { win: winForTest() } },
  });
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("Payment failed");
  const card = await screen.findByText(/^Payment due by/);
  expect(notice.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole("complementary", { name: "Bidding" }).contains(notice)).toBe(true);
  const targets = scrolled.mock.contexts as Element[];
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.every((target) => target.contains(notice) && !target.contains(card))).toBe(true);
  scrolled.mockRestore();
});

it("offers no second payment while the payment from which the payer comes back is checked", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const pending = { reference: "ref-1", status: "pending", amount: 80, balance: 0 };
  show(testUser, "ended", "/?payment=ref-1", {
    "GET /payments/top-ups/ref-1": { body: pending },
    "GET /auctions/a1/win": { body: { win: winForTest() } },
  });
  expect(await screen.findByText("Checking your payment…")).toBeTruthy();
  expect(await screen.findByText("This lot is yours as the runner-up"), "the win is known").toBeTruthy();
  expect(screen.queryByText(/^Payment due by/)).toBeNull();
  scrolled.mockRestore();
});

it.each([
  ["somebody pays on it, and the card is above the window", true, -400, 1],
  ["nobody pays on it", false, -400, 0],
  ["the card is in view", true, 300, 0],
])("scrolls to the card of a lot that becomes paid only if it must: %s", async (_when, pays, top, times) => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const at = vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ top } as DOMRect);
  let win = winForTest();
  show(testUser, "ended", "/?pay", { "GET /auctions/a1/win": () => ({ body: { win } }) });
  const card = (await screen.findByText(/^Payment due by/)).closest("#pay");
  scrolled.mockClear();
  if (pays) act(() => card?.querySelector("summary")?.focus());
  win = { ...win, status: "paid" };
  act(() => {
    for (const onFrame of connection.frames) onFrame({ type: "win:changed", data: { auctionId: "a1" } });
  });
  await screen.findByText("Your payment is confirmed");
  expect(scrolled).toHaveBeenCalledTimes(times);
  scrolled.mockRestore();
  at.mockRestore();
});

const ReservedLot = () => {
  const [status, setStatus] = useState<Auction["status"]>("paused");
  const auction = testLot({ ...unbid, buyItNowPrice: 45_000, status });
  return (
    <>
      <button type="button" onClick={() => setStatus("sold")}>
        Sell
      </button>
      <LotPage view={{ auction, bids: [], viewers: null, ownBidIds: [], leadVersion: 0 }} />
    </>
  );
};

it("keeps the card of a lot that was bought at once in its place when the lot is sold", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const purchase = { mine: true, status: "pending", deadline: "2026-11-26T13:05:00.000Z" };
  answerFetch({
    "GET /auctions/a1/buy-it-now-status": {
      body: { available: false, reason: "purchase-open", requiredBalance: null, purchase },
    },
    "GET /auctions/a1/win": { body: { win: winForTest({ kind: "buy-it-now" }) } },
  });
  useSession.getState().logIn(testUser, "t");
  renderAt("/?pay", { "/": ReservedLot });
  const card = (await screen.findByText(/^Payment due by/)).closest("#pay");
  expect(card).not.toBeNull();
  scrolled.mockClear();
  fireEvent.click(screen.getByRole("button", { name: "Sell" }));
  expect((await screen.findByText(/^Payment due by/)).closest("#pay")).toBe(card);
  expect(scrolled).not.toHaveBeenCalled();
  scrolled.mockRestore();
});

it.each([
  [null, "₦80.00 was received for this lot."],
  [{ amount: 80, reason: "already-paid" }, "You had already paid. ₦80.00 is back in your balance."],
  [
    { amount: 30, reason: "more-than-due" },
    "₦50.00 was received for this lot. More came than was due. ₦30.00 is back in your balance.",
  ],
])("says of a payment where its money went (%j)", async (surplus, words) => {
  const paid = { reference: "ref-1", status: "paid", amount: 80, balance: 80, surplus };
  show(testUser, "ended", "/?payment=ref-1", {
    "GET /payments/top-ups/ref-1": { body: paid },
    "GET /auctions/a1/win": { body: { win: winForTest() } },
  });
  expect(await screen.findByText(words)).toBeTruthy();
});

it.each([
  [null, false],
  [{ amount: 30, reason: "more-than-due" }, true],
])(
  "says once that a paid lot is paid, and brings its card into view; more only of a surplus (%j)",
  async (surplus, isSaid) => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
    const paid = { reference: "ref-1", status: "paid", amount: 80, balance: 80, surplus };
    show(testUser, "sold", "/?payment=ref-1", {
      "GET /payments/top-ups/ref-1": { body: paid },
      "GET /auctions/a1/win": { body: { win: winForTest({ status: "paid", remaining: 0 }) } },
    });
    const heading = await screen.findByText("Your payment is confirmed");
    expect(screen.queryByText("Payment received") !== null).toBe(isSaid);
    expect((scrolled.mock.contexts as Element[]).some((target) => target.contains(heading))).toBe(true);
    scrolled.mockRestore();
  },
);

// S258
it.each([
  ["a visitor", null, "active"],
  ["the seller", { ...testUser, _id: "s", id: "s" }, "active"],
  ["an unverified user", { ...testUser, isEmailVerified: false }, "active"],
  ["a user while it is paused", testUser, "paused"],
  ["a user after its end", testUser, "ended"],
  ["a user after its sale", testUser, "sold"],
  ["a user after it was cancelled", testUser, "cancelled"],
] as const)("hides bidding and auto-bidding from users who cannot use them: %s", (_who, user, status) => {
  show(user, status);
  expect(bidForm()).toBeNull();
  expect(autoBid()).toBeNull();
});
