// Tests in a real browser, whose clock is moved, that an open page asks for nothing while nothing happens, and shows a
// change once it happens. src/app/idle.test.tsx opens every page.
import type { Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

const TEN_MINUTES_MS = 600_000;
/** The server pings this often. */
const STEP_MS = 10_000;
/** As many steps without a request, and the page has loaded everything. */
const QUIET_STEPS = 3;

/** Opens the address on a page whose time moves by `step`, with a ping as the server would send it then. */
const openWithClock = async (page: Page, address: string) => {
  const asked: string[] = [];
  let underWay = 0;
  let ping = () => {};
  let ponged = () => {};
  let connected = () => {};
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });
  page.on("request", (request) => {
    underWay += 1;
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}`);
  });
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", () => underWay--);
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    let pings = 0;
    ping = () => {
      pings += 1;
      socket.send("2");
    };
    socket.onMessage((packet) => {
      connected();
      if (packet !== "3" || pings === 0) return server.send(packet);
      pings -= 1;
      ponged();
    });
  });
  await page.clock.install();
  await page.goto(address);
  await isConnected;
  const step = async () => {
    await page.clock.fastForward(STEP_MS);
    await new Promise<void>((resolve) => {
      ponged = resolve;
      ping();
    });
  };
  for (let quiet = 0; quiet < QUIET_STEPS; ) {
    const before = asked.length;
    await expect.poll(() => underWay).toBe(0);
    await step();
    quiet = asked.length === before ? quiet + 1 : 0;
  }
  return { asked, step };
};

test("pages that stay open for ten minutes send no request, and show what changes then", async ({
  administrator,
  api,
  open,
}) => {
  const bidder = await api.member("ada");
  const lot = await api.createAuction({ title: uniqueName("Idle drum ") }, administrator);
  const idle = async (reader: typeof bidder | null, address: string): Promise<Page> => {
    const page = await open(reader, "about:blank");
    const { asked, step } = await openWithClock(page, address);
    const shown = asked.length;
    for (let passedMs = 0; passedMs < TEN_MINUTES_MS; passedMs += STEP_MS) await step();
    expect(asked.slice(shown), address).toEqual([]);
    return page;
  };
  for (const address of ["/", "/login"]) await idle(null, address);
  for (const address of ["/purchases", "/profile/withdraw"]) await idle(bidder, address);
  for (const address of ["/admin/desk", "/admin/approvals", "/admin/withdrawals"]) await idle(administrator, address);

  const lotPage = await idle(bidder, `/auction/${lot._id}`);
  const desk = await idle(administrator, "/admin/questions");
  const question = uniqueName("Is the skin original, ");
  await api.call("POST", `/api/auctions/${lot._id}/questions`, bidder, { text: question });
  await expect(desk.getByText(question)).toBeVisible();
  await api.bid(await api.member("bola"), lot._id, 10_500);
  await expect(lotPage.getByText("₦10,500.00").first()).toBeVisible();
});
