// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useSession } from "../store/session.ts";
import { Layout } from "./layout.tsx";
import { answerFetch, cleanUp, renderAt, testUser } from "./render-for-test.tsx";
import { staffGroups } from "./staff-links.ts";

vi.mock("../connection/connection.ts", async (original) => ({
  ...(await original<typeof import("../connection/connection.ts")>()),
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

const open = (person: typeof testUser | { role: "admin" } | null, address = "/") => {
  const user = person && { ...testUser, ...person };
  if (user) useSession.getState().logIn(user, "t");
  answerFetch({
    "GET /auth/profile": { body: { user } },
    "GET /site": { body: { contact: { email: "help@example.ng", whatsapp: "+2348012345678" } } },
    "GET /currency/rates": { body: { success: true, rates: { NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 } } },
  });
  renderAt(address, { [address]: Layout });
};
const navigation = () => within(screen.getByRole("navigation", { name: "Main" }));
const footer = () => within(screen.getByRole("contentinfo"));
const linksOf = (part: ReturnType<typeof footer>): [string | null, string | null][] =>
  part.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

describe("the layout", () => {
  afterEach(cleanUp);

  // S012
  it.each(["/", "/login", "/auction/a1"])("shows the navigation and the footer at %s", (address) => {
    open(null, address);
    const [header, main, foot] = ["banner", "main", "contentinfo"].map((role) => screen.getByRole(role));
    expect(header?.compareDocumentPosition(main as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(main?.compareDocumentPosition(foot as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(
      within(header as HTMLElement)
        .getAllByRole("link")[0]
        ?.getAttribute("href"),
    ).toBe("/");
    expect(navigation().getAllByRole("link").length).toBeGreaterThan(0);
  });

  // S013
  it("shows visitors Home, Sales, Sell, Bidding Info, the watchlist, Login and Register, and no account links", () => {
    open(null);
    expect(linksOf(navigation())).toEqual([
      ["Home", "/"],
      ["Sales", "/sales"],
      ["Sell", "/sell"],
      ["Bidding Info", "/bidding-info"],
      ["Watchlist", "/watchlist"],
      ["Login", "/login"],
      ["Register", "/register"],
    ]);
    expect(navigation().queryByRole("button", { name: "Logout" })).toBeNull();
  });

  // S015
  it("links a signed-in user to a group of their bids, auto-bids and purchases, to the profile by their name, and to a top-up", () => {
    open(testUser);
    const group = within(navigation().getByRole("list", { name: "Your bids" }));
    expect(linksOf(group)).toEqual([
      ["My Bids", "/my-bids"],
      ["Auto-Bids", "/my-max-bids"],
      ["Purchases", "/purchases"],
    ]);
    expect(linksOf(navigation())).toEqual([
      ["Home", "/"],
      ["Sales", "/sales"],
      ["Sell", "/sell"],
      ["Bidding Info", "/bidding-info"],
      ["Watchlist", "/watchlist"],
      ...linksOf(group),
      ["adaeze₦0.00", "/profile"],
      ["Add money", "/profile/money#add-money"],
    ]);
    expect(navigation().getByRole("button", { name: "Logout" })).toBeTruthy();
  });

  // S016
  it("shows the Admin badge to administrators only", () => {
    open({ role: "admin" });
    expect(navigation().getByText("Admin")).toBeTruthy();
    cleanUp();
    open(testUser);
    expect(navigation().queryByText("Admin")).toBeNull();
  });

  // S017
  it("links to the administrators' screens for administrators only", async () => {
    open({ role: "admin" });
    const administration = within(await screen.findByRole("navigation", { name: "Administration" }));
    expect(linksOf(administration)).toEqual(
      staffGroups.flatMap(({ links }) => links.map(({ to, label }) => [label, to])),
    );
    expect(linksOf(administration)).toContainEqual(["Admin Panel", "/admin"]);
    act(() => useSession.getState().updateUser({ role: "user" }));
    expect(screen.queryByRole("navigation", { name: "Administration" })).toBeNull();
    cleanUp();
    open(null);
    expect(screen.queryByRole("navigation", { name: "Administration" })).toBeNull();
  });

  it("groups the staff's links by task, and leaves bidders' links, currency and footer out on staff's pages alone", async () => {
    open({ role: "admin" }, "/admin/takings");
    const administration = within(await screen.findByRole("navigation", { name: "Administration" }));
    expect(linksOf(within(administration.getByRole("list", { name: "Money" })))).toContainEqual([
      "Withdrawals",
      "/admin/withdrawals",
    ]);
    expect(screen.queryByRole("list", { name: "Your bids" })).toBeNull();
    expect(navigation().queryByRole("link", { name: "Watchlist" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Prices in/ })).toBeNull();
    expect(screen.queryByRole("contentinfo")).toBeNull();
    expect(navigation().getByRole("button", { name: "Logout" })).toBeTruthy();
    cleanUp();
    open({ role: "admin" }, "/");
    expect(screen.getByRole("list", { name: "Your bids" })).toBeTruthy();
    expect(screen.getByRole("contentinfo")).toBeTruthy();
    cleanUp();
    // Somebody else sees no more than that the page is refused.
    open(testUser, "/admin/takings");
    expect(screen.getByRole("contentinfo")).toBeTruthy();
  });

  // S018
  it("shows the administrators' links in a phone's menu while it is open", async () => {
    open({ role: "admin" });
    const header = within(screen.getByRole("banner"));
    expect(header.queryByRole("link", { name: "Admin Panel" })).toBeNull();
    fireEvent.click(header.getByRole("button", { name: "Menu" }));
    expect(await header.findByRole("link", { name: "Admin Panel" })).toBeTruthy();
  });

  // S021
  it("shows the currency toggle in the navigation of every page", () => {
    open(null, "/bidding-info");
    const toggles = within(screen.getByRole("banner")).getAllByRole("button", { name: /^Prices in naira.*NGN.*USD/s });
    expect(toggles.length).toBeGreaterThan(0);
  });

  // S023
  it("shows the server's contacts in the footer", async () => {
    open(null);
    expect(footer().getByRole("heading", { name: "Contact" })).toBeTruthy();
    const mail = await footer().findByRole("link", { name: "help@example.ng" });
    expect(mail.getAttribute("href")).toMatch(/^mailto:help@example\.ng/);
    expect(
      footer()
        .getByRole("link", { name: /\+234 ?801 ?234 ?5678/ })
        .getAttribute("href"),
    ).toMatch(/2348012345678/);
  });

  // S024
  it("shows quick links and the placeholders for privacy, terms and support in the footer", () => {
    open(null);
    expect(linksOf(within(footer().getByRole("navigation", { name: "Quick links" })))).toEqual([
      ["Home", "/"],
      ["Bidding Guide", "/bidding-info"],
      ["Watchlist", "/watchlist"],
      ["Sales", "/sales"],
      ["Sell an item", "/sell"],
      ["Login", "/login"],
      ["Register", "/register"],
    ]);
    for (const placeholder of [/Privacy/, /Terms/, /Support/]) expect(footer().getByText(placeholder)).toBeTruthy();
  });

  it("shows signed-in users their own pages in the footer instead of Login and Register", () => {
    open(testUser);
    const links = linksOf(within(footer().getByRole("navigation", { name: "Quick links" })));
    expect(links.map(([label]) => label)).toEqual([
      "Home",
      "Bidding Guide",
      "Watchlist",
      "Sales",
      "Sell an item",
      "Purchases",
      "Profile",
    ]);
  });

  it("links to every legal page in the footer", () => {
    open(null);
    expect(linksOf(within(footer().getByRole("navigation", { name: "Legal and help" }))).map(([, to]) => to)).toEqual([
      "/terms",
      "/privacy",
      "/buyer-protection",
      "/refunds",
      "/support",
    ]);
  });
});
