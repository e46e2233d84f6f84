// Removes, before each test file, the modules, the mocks and the browser's storage of the file before it, because the
// files of one worker share a process. The packages stay loaded, because loading them is most of the cost of a process
// of its own for each file.
import type { io } from "socket.io-client";
import { afterAll, vi } from "vitest";

/** Vitest's register of mocks. Vitest empties it itself only where each file has a process. */
declare const __vitest_mocker__: { reset(): void };

__vitest_mocker__.reset();
vi.resetModules();
// Absent in files that need no page.
for (const kept of [globalThis.localStorage, globalThis.sessionStorage] as (Storage | undefined)[]) kept?.clear();

// A page that is left stops its timers and its imports. Otherwise a module that the file before still loads would load
// between the reset and this file's mocks, and this file would get it without them.
const { setTimeout, setInterval } = globalThis;
const begun: (ReturnType<typeof setTimeout> | ReturnType<typeof setInterval>)[] = [];
const noted = <Timer extends (typeof begun)[number], Args extends unknown[]>(begin: (...args: Args) => Timer) =>
  ((...args: Args) => {
    const timer = begin(...args);
    begun.push(timer);
    return timer;
  }) as typeof begin;
Object.assign(globalThis, { setTimeout: noted(setTimeout), setInterval: noted(setInterval) });
afterAll(async () => {
  Object.assign(globalThis, { setTimeout, setInterval });
  for (const timer of begun) clearTimeout(timer);
  await vi.dynamicImportSettled();
});

// No server runs here. A page's connection would try for ever to reach it, also while later files of the worker run, and
// would call what those put in place of `fetch`.
vi.mock("socket.io-client", async (original) => {
  const client = await original<{ io: typeof io }>();
  const openUnconnected = (...args: Parameters<typeof io>) => {
    const socket = client.io(...args);
    socket.connect = () => socket;
    return socket;
  };
  return { ...client, io: openUnconnected };
});
