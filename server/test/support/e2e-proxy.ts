// A proxy before several servers. It asks each server whether it is ready, and connects a new client to the first ready
// one. Open connections stay at their server.
import { connect, createServer, type Socket } from "node:net";
import { joinEnds } from "./tcp-relay.ts";

const ASKED_EVERY_MS = 50;

export interface TestProxy {
  readonly address: string;
  close(): void;
}

export const startProxy = async (servers: readonly string[]): Promise<TestProxy> => {
  const ready = new Map(servers.map((server) => [server, false]));
  const ask = async (server: string): Promise<void> => {
    const isReady = await fetch(`${server}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    ready.set(server, isReady);
  };
  await Promise.all(servers.map(ask));
  const timer = setInterval(() => void Promise.all(servers.map(ask)), ASKED_EVERY_MS);

  const open = new Set<Socket>();
  const relay = createServer((near) => {
    const server = servers.find((one) => ready.get(one));
    if (!server) return void near.destroy();
    const { hostname, port } = new URL(server);
    const far = connect(Number(port), hostname);
    joinEnds(near, far, open);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const at = relay.address();
  return {
    address: `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`,
    close: () => {
      clearInterval(timer);
      relay.close();
      for (const end of open) end.destroy();
    },
  };
};
