// The bad networks that are measured. Each scenario spoils the page's network after a bid was pressed, and says when the
// network was good again.
import { setTimeout as wait } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";
import type { Link } from "../../e2e/support/link.ts";
import type { Quality } from "../../e2e/support/link-direction.ts";
import type { Device } from "./device.ts";

const qualities = {
  wifi: { kbitPerSecond: 20_000, roundTripMs: 30, loss: 0 },
  mobile: { kbitPerSecond: 1_500, roundTripMs: 150, loss: 0.01 },
  twoG: { kbitPerSecond: 250, roundTripMs: 800, loss: 0.05 },
} as const satisfies Record<string, Quality>;

const HANDOVER_MS = 1_500;
const TUNNEL_MS = 30_000;
const PORTAL_MS = 20_000;
const ASLEEP_MS = 60_000;
const HOUR_MS = 3_600_000;

interface At {
  page: Page;
  link: Link;
  cdp: CDPSession;
  device: Device;
  /** Presses the button of the bid that is filled in. */
  press: () => Promise<void>;
}

export interface Scenario {
  name: string;
  quality: Quality;
  /** The device's clock is wrong by this. */
  clockOffMs?: number;
  /** The network lets no WebSocket through, and does not say so: only the product's own order is measured. */
  swallowsWebSockets?: boolean;
  /** Returns when the network was good again, milliseconds since 1970; null where it stays as it is. */
  spoil: (at: At) => Promise<number | null>;
}

const nothing = async ({ press }: At): Promise<null> => {
  await press();
  return null;
};

const handover =
  (isNoticed: boolean) =>
  async ({ link, press, page, cdp }: At): Promise<number> => {
    link.cut();
    await press();
    if (isNoticed) await page.context().setOffline(true);
    await wait(HANDOVER_MS);
    link.use(qualities.mobile);
    link.changeAddress();
    const backAt = Date.now();
    if (isNoticed) {
      await page.context().setOffline(false);
      // The kind of the connection changes with the interface.
      await cdp.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
        connectionType: "cellular3g",
      });
    }
    return backAt;
  };

const portal =
  (kind: "page" | "redirect") =>
  async ({ link, press }: At): Promise<number> => {
    link.showPortal(kind);
    await press();
    await wait(PORTAL_MS);
    link.logIn();
    return Date.now();
  };

export const scenarios: readonly Scenario[] = [
  { name: "good Wi-Fi", quality: qualities.wifi, spoil: nothing },
  { name: "2G", quality: qualities.twoG, spoil: nothing },
  { name: "handover that the device reports", quality: qualities.wifi, spoil: handover(true) },
  { name: "handover that nothing reports", quality: qualities.wifi, spoil: handover(false) },
  { name: "captive portal, a page", quality: qualities.wifi, spoil: portal("page") },
  { name: "captive portal, a redirect", quality: qualities.wifi, spoil: portal("redirect") },
  {
    name: "tunnel of 30 s",
    quality: qualities.mobile,
    spoil: async ({ link, press }) => {
      link.cut();
      await press();
      await wait(TUNNEL_MS);
      link.mend();
      return Date.now();
    },
  },
  {
    name: "phone asleep for a minute",
    quality: qualities.mobile,
    spoil: async ({ link, press, device }) => {
      link.cut();
      await press();
      device.sleep();
      await wait(ASLEEP_MS);
      link.changeAddress();
      device.wake();
      return Date.now();
    },
  },
  { name: "proxy that swallows WebSockets", quality: qualities.wifi, swallowsWebSockets: true, spoil: nothing },
  { name: "phone clock an hour ahead", quality: qualities.mobile, clockOffMs: HOUR_MS, spoil: nothing },
  { name: "phone clock an hour behind", quality: qualities.mobile, clockOffMs: -HOUR_MS, spoil: nothing },
];
