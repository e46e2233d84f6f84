// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { useSiteDetails } from "../site-details.ts";
import { HouseDifferences } from "./house-differences.tsx";

vi.mock("../../connection/connection.ts", () => ({ serverNow: () => Date.now() }));

const details = { incrementTable: true, softClose: { windowSeconds: 120, capMinutes: 30 } };
const lot = (id: string, change: Partial<Auction> = {}) =>
  ({ _id: id, title: `Lot ${id}`, bidIncrement: 1, currency: "NGN", softClose: null, ...change }) as Auction;
let shown: readonly Auction[] = [];
const onChanged = vi.fn();
const Page = () => (
  <>
    <HouseDifferences lots={shown} onChanged={onChanged} />
    {useSiteDetails().details && "The house's table has been read"}
  </>
);
const open = (lots: readonly Auction[], answer: object) => {
  shown = lots;
  const calls = answerFetch({
    "GET /site/details": { body: details },
    "POST /auctions/admin/house-rules": { body: answer },
  });
  renderAt("/", { "/": Page });
  return { sent: () => calls.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body) };
};

afterEach(() => {
  cleanUp();
  onChanged.mockReset();
});

it("counts what differs, gives the house's defaults to the lots that differ, and says so", async () => {
  const asHouse = lot("c", { incrementSteps: [[null, 50]], softClose: details.softClose });
  const { sent } = open([lot("a"), lot("b"), asHouse], { changed: ["a", "b"], refused: [] });
  expect(await screen.findByText("2 lots have no soft close.")).toBeTruthy();
  expect(screen.getByText("2 lots have an increment of ₦1.00 instead of the house's table.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Use the house's defaults for these lots" }));
  expect(await screen.findByText("2 lots have the house's defaults now.")).toBeTruthy();
  expect(sent()).toEqual([{ auctionIds: ["a", "b"] }]);
  expect(onChanged).toHaveBeenCalledOnce();
});

it("names a lot that was refused, and why", async () => {
  open([lot("a")], { changed: [], refused: [{ auctionId: "a", message: "It is not a draft." }] });
  expect(await screen.findByText("It has no soft close.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Use the house's defaults for this lot" }));
  expect(await screen.findByText("Lot a: It is not a draft.")).toBeTruthy();
  expect(onChanged).not.toHaveBeenCalled();
});

it("says nothing about lots that have the house's defaults", async () => {
  open([lot("c", { incrementSteps: [[null, 50]], softClose: details.softClose })], {});
  expect(await screen.findByText("The house's table has been read")).toBeTruthy();
  expect(screen.queryByText("Not the house's defaults")).toBeNull();
});
