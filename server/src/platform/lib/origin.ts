// Records where the running code was requested from: a request, a live connection, a job or the command line. The audit
// log stores this origin with each action, without a parameter in every statement.
import { AsyncLocalStorage } from "node:async_hooks";

export const originKinds = ["request", "live", "job", "command line"] as const;

export interface Origin {
  readonly via: (typeof originKinds)[number];
  /** The browser and the system in words. Null unless a request asked. */
  readonly device: string | null;
  /** The beginning of the address (`102.89.x.x`). Null unless a request asked. */
  readonly network: string | null;
}

export const fromJob: Origin = { via: "job", device: null, network: null };
export const fromLive: Origin = { via: "live", device: null, network: null };
export const fromCommandLine: Origin = { via: "command line", device: null, network: null };

const origins = new AsyncLocalStorage<() => Origin>();

/**
 * Runs the code, and all that it starts, with this origin. If the origin is a function, it is called only when the
 * origin is read.
 */
export const runFrom = <T>(origin: Origin | (() => Origin), run: () => T): T =>
  origins.run(typeof origin === "function" ? origin : () => origin, run);

/** Returns the origin of the running code; null if none was set. */
export const currentOrigin = (): Origin | null => origins.getStore()?.() ?? null;
