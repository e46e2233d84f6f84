// `pnpm --filter @jara/client bench`: measures screens in a real browser on the built server. The figures are for
// reading; nothing is compared.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({
  testDir: "bench",
  outputDir: "test-results/bench",
  globalSetup: "./e2e/support/demo-data.ts",
  workers: 1,
  timeout: 1_200_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: { ...tests.use, screenshot: "off" },
});
