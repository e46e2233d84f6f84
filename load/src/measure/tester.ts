// Measures how busy the load tester itself was. If it was the bottleneck, its figures say nothing about the server.
import { monitorEventLoopDelay, performance } from "node:perf_hooks";

/** The sampling interval of the delay; the histogram's values include it. */
const RESOLUTION_MS = 10;
/** Share of one core, because one process has one thread for all its sockets. */
const BUSY_CPU = 0.9;
/** A lateness that is visible in a 99th percentile of some tens of milliseconds. */
const LATE_MS = 50;

export interface TesterLoad {
  /** Share of one core. */
  readonly cpu: number;
  readonly eventLoopP99Ms: number;
  readonly memoryBytes: number;
  readonly isBottleneck: boolean;
}

export interface TesterWatch {
  /** Share of one core since the last call. */
  takeCpu(): number;
  stop(): TesterLoad;
}

export const watchTester = (): TesterWatch => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const first = { at: performance.now(), cpu: process.cpuUsage() };
  let last = first;
  let memoryBytes = process.memoryUsage.rss();
  const cpuSince = (before: typeof first): number => {
    const { user, system } = process.cpuUsage(before.cpu);
    return (user + system) / 1000 / Math.max(1, performance.now() - before.at);
  };
  return {
    takeCpu: () => {
      const cpu = cpuSince(last);
      last = { at: performance.now(), cpu: process.cpuUsage() };
      memoryBytes = Math.max(memoryBytes, process.memoryUsage.rss());
      return cpu;
    },
    stop: () => {
      delay.disable();
      const cpu = cpuSince(first);
      const eventLoopP99Ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
      const isBottleneck = cpu > BUSY_CPU || eventLoopP99Ms > LATE_MS;
      return { cpu, eventLoopP99Ms, memoryBytes, isBottleneck };
    },
  };
};
