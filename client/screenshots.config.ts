// `pnpm screenshots`: every screen in every state it can be in, at three widths, light and dark, as pictures in
// screenshots/. They are for looking at; nothing is compared.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({
  testDir: "screenshots",
  globalSetup: "./e2e/support/demo-data.ts",
  outputDir: "test-results/screenshots",
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: { ...tests.use, contextOptions: { reducedMotion: "reduce" }, screenshot: "off" },
});
