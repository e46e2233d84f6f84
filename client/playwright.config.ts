// Browser tests on the real, built server (node scripts/build.mjs makes it). The project `short` is part of `npm test`,
// the project `long` of `npm run test:long`. Tests tagged @long run in the long one alone; those tagged @everywhere in both,
// and try in the short one one screen size, one theme and few texts.
import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

// The shell is the same browser without windows, and takes less processor time.
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file));
const executablePath = process.env.CHROMIUM_PATH ?? installed ?? "chromium";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/demo-data.ts",
  // A browser test waits half of its time, so three keep two cores busy.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Long for a busy machine; nothing waits for them where all is well.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A server that does not start would fail every test, one slow start after the other.
  maxFailures: 10,
  reporter: "list",
  projects: [
    { name: "short", grepInvert: /@long/ },
    { name: "long", grep: /@(long|everywhere)/ },
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    // Far from Lagos: times on the screen must be Lagos times wherever the device thinks it is.
    timezoneId: "Pacific/Auckland",
    locale: "en-NG",
    launchOptions: { executablePath, args: ["--no-sandbox", "--disable-background-networking"] },
    screenshot: "only-on-failure",
    // A page with a service worker loads files past the routes of a test. The tests of the worker allow it.
    serviceWorkers: "block",
  },
});
