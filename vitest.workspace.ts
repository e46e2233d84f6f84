// All tests of the workspace. Found by name: every script passes `--config vitest.workspace.ts`.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "shared", root: "shared", include: ["src/**/*.test.ts"] } },
      {
        test: {
          name: "server",
          root: "server",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["**/*.pg.test.ts", "**/*.e2e.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Real PostgreSQL, real sockets: one file after the other, two cores are not many.
          name: "server-live",
          root: "server",
          include: ["{src,test}/**/*.pg.test.ts", "{src,test}/**/*.e2e.test.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "load",
          root: "load",
          include: ["{src,test}/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "client", root: "client", include: ["src/**/*.test.{ts,tsx}"] } },
    ],
  },
});
