// Finds a port of this machine on which nothing listens.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The range lies below the ports that systems give to sockets that ask for any port. Otherwise another socket could get
 * the port before it is used, or while a server that was killed is started again on it.
 */
const PORTS = { first: 12_000, last: 32_000 };

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
