// All tests of the workspace. Found by name: every script passes `--config vitest.workspace.ts`.
import path from "node:path";
import { defineConfig } from "vitest/config";
import { Shuffled } from "./server/test/support/file-order.ts";

/** At once, on however many cores: half of the time a file waits, and what it starts beside itself takes some too. */
const maxWorkers = Number(process.env.TEST_WORKERS ?? 3);

/**
 * The seed of a random order of files and tests. Vitest's own flags for it would also take away the projects'
 * `groupOrder`.
 */
const seed = process.env.TEST_SHUFFLE;
const shuffle = seed ? { shuffle: { files: false, tests: true }, seed: Number(seed) } : {};

/**
 * The files of one worker share its process, because a process for each file took a quarter of the time. They share its
 * modules too: what runs on the server keeps nothing in them, and no test there replaces one. The client's do keep
 * something: stores, queries, mocks. So `fresh-modules.ts` loads those anew for each file.
 */
const isolate = false;

/** Long for a busy machine; nothing waits for it where all is well. More random histories take longer. */
const testTimeout = 120_000 * Math.max(1, Number(process.env.TEST_TIMES ?? 1));
/** `expect.poll` waits one second by itself. */
const expect = { poll: { timeout: 45_000 } };

/** In full: one reader of this file would look for it here, another in the project's own folder. */
const support = path.join(import.meta.dirname, "server/test/support");

const common = { maxWorkers, isolate, expect, sequence: shuffle, testTimeout, hookTimeout: 60_000 };

/** Passwords at a low cost; `accounts.test.ts` shows the real one. The built programs hash at the real cost. */
const resolve = { alias: { "@node-rs/argon2": path.join(support, "quick-argon2.ts") } };

/** `pnpm trust planted-in-tests` plants this fault in the server's sources. */
const fault = process.env.PLANTED_FAULT;
const plugins = fault ? [(await import("./server/trust/planted/plant-in-tests.ts")).plantInTests(fault)] : [];

export default defineConfig({
  test: {
    sequence: { ...(seed && { sequencer: Shuffled }), ...shuffle },
    projects: [
      {
        test: { name: "shared", ...common, root: "shared", include: ["src/**/*.test.ts"] },
      },
      {
        test: {
          name: "proof",
          ...common,
          root: "proof",
          include: ["src/**/*.test.ts"],
        },
      },
      {
        plugins,
        test: {
          name: "server",
          ...common,
          root: "server",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["**/*.e2e.test.ts", "test/long/**"],
          globalSetup: [path.join(support, "test-postgres.ts")],
        },
      },
      {
        plugins,
        resolve,
        test: {
          // Real sockets, processes of their own: after all others, and few at a time.
          name: "server-live",
          ...common,
          root: "server",
          include: ["test/e2e/*.test.ts"],
          globalSetup: ["build-first.ts", "test-postgres.ts"].map((file) => path.join(support, file)),
          sequence: { groupOrder: 1, ...shuffle },
        },
      },
      {
        resolve,
        test: {
          // `npm run test:long` runs these files, which take long and seldom find a fault.
          name: "long",
          ...common,
          root: "server",
          include: ["test/long/*.test.ts"],
          globalSetup: ["build-first.ts", "test-postgres.ts"].map((file) => path.join(support, file)),
          sequence: { groupOrder: 2, ...shuffle },
        },
      },
      {
        test: {
          name: "load",
          ...common,
          root: "load",
          include: ["{src,test}/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "client",
          ...common,
          root: "client",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: [path.join(import.meta.dirname, "client/test/fresh-modules.ts")],
        },
      },
    ],
  },
});
