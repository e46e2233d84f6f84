// The budgets of data saver, measured in a browser (docs/data-saver.md): Home with pictures, an hour on a hot lot, an idle
// hour; each beside a page without data saver. MINUTES changes how long the lots are watched.
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Session } from "../../e2e/support/api.ts";
import { expect, test } from "../../e2e/support/test.ts";
import { Rivals } from "../networks/rivals.ts";
import { TrafficMeter } from "./traffic.ts";

const MINUTES = Number(process.env.MINUTES ?? 10);
const MINUTE_MS = 60_000;
/** Makes 10 bids a second, with the time that the server takes. */
const BID_EVERY_MS = 90;
/** The minutes before the end in which prices come more often. */
const LAST_MINUTES = 5;
const BUDGET = { home: 250_000, hotHour: 300_000, idleHour: 20_000 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };

/** Taps the pictures of the first window. Returns how many there were. */
const tapAllInWindow = async (page: Page): Promise<number> => {
  const buttons = await page.getByRole("button", { name: "Show the picture" }).all();
  let tapped = 0;
  for (const button of buttons.reverse()) {
    const box = await button.boundingBox();
    if (!box || box.y + box.height / 2 > PHONE.viewport.height) continue;
    await button.click();
    tapped += 1;
  }
  return tapped;
};

const inKb = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

test("budgets of data saver", async ({ api, browser, server, watch }) => {
  test.setTimeout((MINUTES + 10) * MINUTE_MS);
  watch.expectErrors(/./);
  const open = async (isSaver: boolean, reader: Session | null): Promise<{ page: Page; meter: TrafficMeter }> => {
    const localStorage = reader
      ? Object.entries({ token: reader.token, user: JSON.stringify(reader.user) }).map(([name, value]) => ({
          name,
          value,
        }))
      : [];
    const cookies = isSaver ? [{ name: "saver", value: "on", url: server.url }] : [];
    const context = await browser.newContext({
      ...PHONE,
      storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    return { page, meter: await TrafficMeter.on(page) };
  };
  const settled = async (page: Page): Promise<void> => {
    await page.getByText("Live", { exact: true }).waitFor();
    await wait(8_000);
  };

  const home = async (isSaver: boolean): Promise<string[]> => {
    const { page, meter } = await open(isSaver, null);
    await page.goto(server.url);
    await settled(page);
    const loaded = meter.total;
    const lines = [`Home, data saver ${isSaver ? "on" : "off"}: ${inKb(loaded)}`];
    if (isSaver) {
      const shown = await tapAllInWindow(page);
      await wait(3_000);
      lines.push(
        `  with the ${shown} pictures of the first window tapped: ${inKb(meter.total)} (budget ${inKb(BUDGET.home)})`,
      );
      expect(meter.total).toBeLessThan(BUDGET.home);
    }
    await page.context().close();
    return lines;
  };

  const report = [...(await home(false)), ...(await home(true))];

  const endTime = new Date(Date.now() + (MINUTES + 1) * MINUTE_MS).toISOString();
  const hot = await api.createAuction({ title: "Hot lot for savers", endTime, bidIncrement: 1, startingPrice: 1_000 });
  const idle = await api.createAuction({ title: "Idle lot for savers" });
  const [ada, bola, chidi] = await Promise.all([api.member("ada"), api.member("bola"), api.member("chidi")]);
  const watched = [
    { name: "hot lot, data saver on", lot: hot, isSaver: true },
    { name: "hot lot, data saver off", lot: hot, isSaver: false },
    { name: "idle lot, data saver on", lot: idle, isSaver: true },
    { name: "idle lot, data saver off", lot: idle, isSaver: false },
  ];
  const pages = await Promise.all(
    watched.map(async (one) => {
      const { page, meter } = await open(one.isSaver, ada);
      await page.goto(`${server.url}/auction/${one.lot._id}`);
      await settled(page);
      return { ...one, page, meter, load: meter.total, minutes: [] as number[], before: meter.total };
    }),
  );
  const rivals = new Rivals(api, hot._id, [bola, chidi], BID_EVERY_MS);
  rivals.start(1_001);
  await wait(Date.parse(endTime) - MINUTES * MINUTE_MS - Date.now());
  const bidsBefore = rivals.committed.length;
  for (const one of pages) one.before = one.meter.total;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    // The last one stops before the end, which would add the page of a lot that is over.
    await wait(minute === MINUTES - 1 ? MINUTE_MS - 2_000 : MINUTE_MS);
    for (const one of pages) {
      one.minutes.push(one.meter.total - one.before);
      one.before = one.meter.total;
    }
  }
  await rivals.stop();
  const bids = rivals.committed.length - bidsBefore;
  report.push(`${MINUTES} minutes with ${(bids / MINUTES / 60).toFixed(1)} bids/s on the hot lot`);
  for (const { name, minutes, load, page, lot, isSaver, meter } of pages) {
    const isHot = lot === hot;
    const far = isHot ? minutes.slice(0, -LAST_MINUTES) : minutes;
    const last = isHot ? minutes.slice(-LAST_MINUTES) : [];
    const hour = mean(far) * (60 - last.length) + last.reduce((sum, one) => sum + one, 0);
    report.push(
      `${name}: page ${inKb(load)}; by minute ${minutes.map((one) => (one / 1_000).toFixed(1)).join(" ")} kB; an hour ${inKb(hour)}`,
    );
    if (!isSaver) continue;
    await page.getByRole("button", { name: "Data saver" }).click();
    const said = await page.getByText(/^Used on this visit/).textContent();
    report.push(`  the page says: ${said}; measured: ${inKb(meter.total)}`);
    expect(hour).toBeLessThan(isHot ? BUDGET.hotHour : BUDGET.idleHour);
  }
  console.log(report.join("\n"));
});
