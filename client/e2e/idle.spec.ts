// Tests in a real browser, whose clock is moved, that an open page asks for nothing while nothing happens, and shows a
// change once it happens. src/app/idle.test.tsx opens every page.
import type { Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

const TEN_MINUTES_MS = 600_000;
/** The server pings this often. */
const STEP_MS = 10_000;
/** After this many steps without a request the page has loaded everything. */
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
  page.on("requestfinished", () => underWay--);
  page.on("requestfailed", () => underWay--);
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    let pings = 0;
    ping = () => {
      pings += 1;
      socket.send("2");
    };
    server.onMessage((packet) => {
      if (/^43\d+\[/.test(String(packet))) {
        underWay -= 1;
        connected();
      }
      socket.send(packet);
    });
    socket.onMessage((packet) => {
      if (packet === "3" && pings > 0) {
        pings -= 1;
        return ponged();
      }
      if (/^42\d+\[/.test(String(packet))) underWay += 1;
      server.send(packet);
    });
  });
  await page.clock.install();
  await page.goto(address);
  await isConnected;
  const step = async () => {
    // A command that waits for its answer would take the moved clock for a lost connection.
    await expect.poll(() => underWay).toBe(0);
    await page.clock.fastForward(STEP_MS);
    await new Promise<void>((resolve) => {
      ponged = resolve;
      ping();
    });
  };
  for (let quiet = 0; quiet < QUIET_STEPS; ) {
    const before = asked.length;
    await step();
    quiet = asked.length === before ? quiet + 1 : 0;
  }
  return { asked, step };
};

const requestsIn10Minutes = async (page: Page, address: string): Promise<string[]> => {
  const { asked, step } = await openWithClock(page, address);
  const shown = asked.length;
  for (let passedMs = 0; passedMs < TEN_MINUTES_MS; passedMs += STEP_MS) await step();
  return asked.slice(shown);
};

const pages = {
  visitor: ["/", "/login"],
  bidder: ["/purchases", "/profile/withdraw"],
  administrator: ["/admin/desk", "/admin/approvals", "/admin/withdrawals"],
} as const;
for (const [who, addresses] of Object.entries(pages))
  for (const address of addresses)
    test(`${address} sends no request in ten minutes for the ${who}`, { tag: "@long" }, async ({
      administrator,
      api,
      open,
    }) => {
      const readers = { visitor: null, bidder: await api.member("ada"), administrator };
      const page = await open(readers[who as keyof typeof readers], "about:blank");
      expect(await requestsIn10Minutes(page, address)).toEqual([]);
    });

test("a lot and the staff's questions send no request in ten minutes, and show what changes then", {
  tag: "@long",
}, async ({ administrator, api, open }) => {
  const bidder = await api.member("ada");
  const lot = await api.createAuction({ title: uniqueName("Idle drum ") }, administrator);
  const [lotPage, desk] = [await open(bidder, "about:blank"), await open(administrator, "about:blank")];
  expect(await requestsIn10Minutes(lotPage, `/auction/${lot._id}`)).toEqual([]);
  expect(await requestsIn10Minutes(desk, "/admin/questions")).toEqual([]);
  const question = uniqueName("Is the skin original, ");
  await api.call("POST", `/api/auctions/${lot._id}/questions`, bidder, { text: question });
  await expect(desk.getByText(question)).toBeVisible();
  await api.bid(await api.member("bola"), lot._id, 10_500);
  await expect(lotPage.getByText("₦10,500.00").first()).toBeVisible();
});
