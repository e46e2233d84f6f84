// All tests of the workspace. Found by name: every script passes `--config vitest.workspace.ts`.
import { defineConfig } from "vitest/config";

/** At once, on however many cores: what a file starts beside itself takes some too. */
const maxWorkers = 2;

export default defineConfig({
  test: {
    projects: [
      { test: { name: "shared", maxWorkers, root: "shared", include: ["src/**/*.test.ts"] } },
      {
        test: {
          name: "server",
          maxWorkers,
          root: "server",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["**/*.pg.test.ts", "**/*.e2e.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Real PostgreSQL, real sockets, processes of their own: after all others, and few at a time.
          name: "server-live",
          maxWorkers,
          root: "server",
          include: ["{src,test}/**/*.pg.test.ts", "{src,test}/**/*.e2e.test.ts"],
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "load",
          maxWorkers,
          root: "load",
          include: ["{src,test}/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "client", maxWorkers, root: "client", include: ["src/**/*.test.{ts,tsx}"] } },
    ],
  },
});
