// @vitest-environment happy-dom
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { useSession } from "../../../store/session.ts";
import { AuctionsTable } from "./auctions-table.tsx";

afterEach(cleanUp);

const draft = {
  _id: "a",
  title: "Drum",
  status: "draft",
  currency: "NGN",
  startingPrice: 300_000,
  currentPrice: 300_000,
  bidCount: 0,
  categories: [],
  media: [],
  endTime: "2026-11-30T12:00:00.000Z",
  startTime: null,
  leader: null,
  winner: null,
  sale: null,
  relistedFrom: null,
  relistedAs: null,
} as unknown as ManagedAuction;
const agreement = { status: "proposed", startingPrice: 300_000, reservePrice: null, currency: "NGN" } as const;
const lots = [draft, { ...draft, _id: "b", title: "Lamp", terms: { offerId: "o1", agreement } }];
const none = () => {};

const Table = () => (
  <AuctionsTable
    auctions={lots}
    isLoadingPage={false}
    pending={{}}
    failures={{}}
    editAddressOf={(id) => id}
    isSelected={() => false}
    onStatus={none}
    onDelete={none}
    onSelect={none}
    onMenu={none}
  />
);

it("says in the row of a seller's draft that the terms are not accepted, and leads to the agreement", async () => {
  useSession.getState().logIn({ ...testUser, role: "admin" }, "t");
  renderAt("/admin/auctions", { "/admin/auctions": Table });
  const links = await screen.findAllByRole("link", { name: "The seller has not accepted" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/admin/offers/o1"]);
});
