// Tests push messages in a browser: a real service worker gets what the server really sent to a push service on this machine.
// Chromium cannot reach its own push service here, so the test hands the decrypted message to the worker, as Chromium would.
import type { CDPSession, Page } from "@playwright/test";
import { type LocalPush, openTestBrowser, startLocalPush, type TestBrowser } from "../../server/test/support/local-push.ts";
import { Api, maskedName, type Session } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expect, test as base } from "./support/test.ts";

interface Fixtures {
  push: LocalPush;
  site: { server: AuctionServer; api: Api };
}

/** 32 bytes, as an operator makes them. */
const VAPID_PRIVATE_KEY = "5a1e0c93b7d24f68a9e3175c0d8b6f42e7a91c35d08f4b6290e7c1a35d84f6b2";
const VAPID_PUBLIC_KEY = publicKeyOf(VAPID_PRIVATE_KEY);
