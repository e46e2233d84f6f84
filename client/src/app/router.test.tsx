// @vitest-environment happy-dom
// Covers every address of the specification that has a screen, and the page at any other address.

import { screen } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { findRoute } from "../lib/router/routes.ts";
import { answerFetch, cleanUp, renderAt } from "./render-for-test.tsx";
import { routes } from "./router.ts";

vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

/** The screen that the router loads for an address. */
const screenAt = async (address: string) => {
  const { route } = findRoute(routes, address);
  const { path, load } = route.more ? findRoute(await route.more(), address).route : route;
  return { path, Component: (await load?.())?.Component };
};

beforeEach(() => void answerFetch({}));
afterEach(cleanUp);

const paths: Record<string, string> = {
  "/": "/",
  "/login": "/login",
  "/register": "/register",
  "/auth/callback": "/auth/callback",
  "/verify-email": "/verify-email",
  "/auction/a1": "/auction/:id",
  "/my-bids": "/my-bids",
  "/my-max-bids": "/my-max-bids",
  "/purchases": "/purchases",
  "/profile": "/profile/:page?",
  "/create-auction": "/create-auction",
  "/my-auctions": "/my-auctions",
  "/my-sales": "/my-sales",
  "/admin": "/admin",
  "/admin/desk": "/admin/desk",
  "/admin/auctions": "/admin/auctions",
  "/admin/settlements": "/admin/settlements",
  "/admin/settlements/holidays": "/admin/settlements/holidays",
  "/admin/settlements/pickups": "/admin/settlements/pickups",
  "/admin/settlements/s1": "/admin/settlements/:id",
  "/admin/takings": "/admin/takings",
  "/admin/sellers": "/admin/sellers/:id?",
  "/admin/seller-bidders": "/admin/seller-bidders",
  "/admin/reports": "/admin/reports",
  "/admin/withdrawals": "/admin/withdrawals",
  "/admin/approvals": "/admin/approvals",
  "/admin/staff": "/admin/staff",
  "/invitation": "/invitation",
  "/bidding-info": "/bidding-info",
  "/privacy": "/privacy",
  "/terms": "/terms",
  "/buyer-protection": "/buyer-protection",
  "/refunds": "/refunds",
  "/seller-terms": "/seller-terms",
  "/sell": "/sell/:id?",
  "/agreements": "/agreements",
  "/agreements/g1": "/agreements/:id",
  "/admin/offers": "/admin/offers/:id?",
  "/support": "/support",
  "/verify": "/verify",
};

const loaded = new Map<string, Awaited<ReturnType<typeof screenAt>>>();
/** A busy machine takes some time to load all screens. */
const LOADED_WITHIN_MS = 60_000;
beforeAll(async () => {
  for (const address of [...Object.keys(paths), "/no/such/page"]) loaded.set(address, await screenAt(address));
}, LOADED_WITHIN_MS);

// S025
it.each(Object.entries(paths))("shows the screen of the address %s", (address, expected) => {
  const own = loaded.get(address);
  expect(own?.path).toBe(expected);
  expect(own?.Component).toBeInstanceOf(Function);
  const alike = [...loaded].filter(([, { Component }]) => Component === own?.Component).map(([other]) => other);
  expect(alike).toEqual([address]);
});

// S026
it("says that the page does not exist at any other address", async () => {
  const { Component } = await screenAt("/no/such/page");
  renderAt("/no/such/page", { "/no/such/page": () => Component && createElement(Component) });
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Browse Auctions" }).getAttribute("href")).toBe("/");
});
