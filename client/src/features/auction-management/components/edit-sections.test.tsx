// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { Role } from "@jara/shared/permissions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { watchCalls } from "../../../app/watch-calls-for-test.ts";
import { SET_BY_MANAGERS } from "../../../lots/lot-form/lot-fields.ts";
import { useSession } from "../../../store/session.ts";
import { useEditForm } from "../hooks/use-edit-form.ts";
import { Pricing, Timing } from "./edit-sections.tsx";

const lot = {
  _id: "a",
  title: "Drum",
  description: "Clay.",
  status: "active",
  categories: [],
  condition: "good",
  currency: "NGN",
  startingPrice: 1_000,
  bidIncrement: 100,
  currentPrice: 1_000,
  bidCount: 0,
  pausedUntil: null,
  reservePrice: 50_000,
  buyItNowPrice: 90_000,
  startTime: null,
  endTime: "2026-11-22T12:00:00.000Z",
  softClose: { windowSeconds: 120, capMinutes: 30 },
} as unknown as Auction;

const Sections = ({ auction }: { auction: Auction }) => {
  const lot = useEditForm(auction, {});
  return (
    <>
      <Pricing lot={lot} />
      <Timing lot={lot} />
    </>
  );
};
const show = (role: Role, changed: Partial<Auction> = {}) => {
  useSession.setState({ user: { role } as never });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Sections auction={{ ...lot, ...changed }} />
    </QueryClientProvider>,
  );
};
/** The site's increments never load. */
const { get } = watchCalls();
get.mockReturnValue(new Promise(() => {}));
const isLocked = (name: RegExp): boolean => (screen.getByLabelText(name) as HTMLInputElement).readOnly;
const currencies = (): number => (screen.getByLabelText(/Currency/) as HTMLSelectElement).options.length;

afterEach(() => {
  cleanup();
  useSession.setState({ user: null });
});

const locked = (): boolean[] => [/Starting Price/, /Reserve Price/, /Buy It Now Price/].map(isLocked);

it("offers the amounts of a lot and its currency to a cataloguer only while the lot is a draft", () => {
  show("cataloguer");
  expect([locked(), currencies()]).toEqual([[true, true, true], 1]);
  expect(screen.getAllByText(SET_BY_MANAGERS, { exact: false })).toHaveLength(7);
  cleanup();
  show("cataloguer", { status: "draft" });
  expect([locked(), currencies()]).toEqual([[false, false, false], 2]);
});

it("offers the amounts and the currency to a manager on a published lot too", () => {
  show("manager");
  expect([locked(), currencies()]).toEqual([[false, false, false], 2]);
  expect(screen.queryByText(SET_BY_MANAGERS, { exact: false })).toBeNull();
});

it("offers the increment and the soft close to a cataloguer only while the lot is a draft", () => {
  const bidding = () => [
    (screen.getByLabelText(/^Increments/) as HTMLSelectElement).disabled,
    isLocked(/Bid Increment/),
    (screen.getByLabelText(/Late bids/) as HTMLSelectElement).options.length === 1,
  ];
  show("cataloguer");
  expect([...bidding(), isLocked(/At most/)]).toEqual([true, true, true, true]);
  cleanup();
  show("cataloguer", { status: "draft" });
  expect(bidding()).toEqual([false, false, false]);
  cleanup();
  show("manager");
  expect(bidding()).toEqual([false, false, false]);
});

it("takes the house's cap when a lot without a soft close gets its first window", async () => {
  get.mockResolvedValueOnce({ softClose: { windowSeconds: 120, capMinutes: 45 } });
  show("cataloguer", { status: "draft", softClose: null });
  const choose = () => fireEvent.change(screen.getByLabelText(/Late bids/), { target: { value: "120" } });
  await waitFor(() => {
    fireEvent.change(screen.getByLabelText(/Late bids/), { target: { value: "off" } });
    choose();
    expect((screen.getByLabelText(/At most/) as HTMLInputElement).value).toBe("45");
  });
});
