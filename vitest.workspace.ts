// All tests of the workspace. Found by name: every script passes `--config vitest.workspace.ts`.
import path from "node:path";
import { defineConfig } from "vitest/config";
import { SlowFirst } from "./server/test/support/slow-first.ts";

/** At once, on however many cores: half of the time a file waits, and what it starts beside itself takes some too. */
const maxWorkers = Number(process.env.TEST_WORKERS ?? 3);

/** A sequencer of our own would take the place of the random one. */
const isShuffled = process.argv.some((arg) => arg.startsWith("--sequence.shuffle"));

/** To optimise PGlite's WebAssembly takes more processor time than a run of the tests ever gets back. */
const execArgv = ["--liftoff-only"];

/**
 * The files of one worker share its process, because a process for each file took a quarter of the time. They share its
 * modules too: what runs on the server keeps nothing in them. The client's do keep something: stores, queries, mocks. So
 * `fresh-modules.ts` loads those anew for each file.
 */
const isolate = false;

/** In full: one reader of this file would look for it here, another in the project's own folder. */
const support = path.join(import.meta.dirname, "server/test/support");

/** Passwords at a low cost; `accounts.test.ts` shows the real one. The built programs hash at the real cost. */
const resolve = { alias: { "@node-rs/argon2": path.join(support, "quick-argon2.ts") } };

export default defineConfig({
  test: {
    ...(!isShuffled && { sequence: { sequencer: SlowFirst } }),
    projects: [
      { test: { name: "shared", maxWorkers, isolate, root: "shared", include: ["src/**/*.test.ts"] } },
      {
        test: { name: "proof", maxWorkers, isolate, root: "proof", include: ["src/**/*.test.ts"], testTimeout: 30_000 },
      },
      {
        test: {
          name: "server",
          maxWorkers,
          execArgv,
          isolate,
          root: "server",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["**/*.pg.test.ts", "**/*.e2e.test.ts"],
          globalSetup: [path.join(support, "pglite-template.ts")],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          // Real PostgreSQL, real sockets, processes of their own: after all others, and few at a time.
          name: "server-live",
          maxWorkers,
          execArgv,
          isolate,
          root: "server",
          include: ["{src,test}/**/*.pg.test.ts", "{src,test}/**/*.e2e.test.ts"],
          globalSetup: ["build-first.ts", "pglite-template.ts", "postgres-template.ts"].map((file) =>
            path.join(support, file),
          ),
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "load",
          maxWorkers,
          execArgv,
          isolate,
          root: "load",
          include: ["{src,test}/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "client",
          maxWorkers,
          isolate,
          root: "client",
          include: ["src/**/*.test.{ts,tsx}"],
          testTimeout: 30_000,
          setupFiles: [path.join(import.meta.dirname, "client/test/fresh-modules.ts")],
        },
      },
    ],
  },
});
