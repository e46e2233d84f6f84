// Finds a free port, checks whether an address answers, and ends a child process. For tests, measurements, load tests
// and `jara check`.
import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The range lies below the ports that systems give to sockets that ask for any port. Otherwise another server of the
 * tests could get the port before its child process listens, and would answer in its place.
 */
const PORTS = { first: 12_000, last: 32_000 };

/** Returns a port of this machine on which nothing listens. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
};

/** Whether the address answers with success. */
export const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Sends the signal and resolves when the process has ended. Kills it if it has not ended after `withinMs`. */
export const endOf = async (child: ChildProcess, signal: NodeJS.Signals, withinMs: number): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), withinMs);
  await exited;
  clearTimeout(late);
};
