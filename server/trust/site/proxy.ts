// The proxy in front of a site's nodes: connects each new connection to the next of the nodes in service. A connection
// breaks when its node ends; a new connection may go to another node.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { joinEnds } from "../../test/support/tcp-relay.ts";

export interface SiteProxy {
  readonly address: string;
  /** Sets the ports of the nodes in service. */
  lead(ports: readonly number[]): void;
  /** Breaks every second open connection, so that its client connects again, maybe to another node. */
  shake(): void;
  close(): void;
}

export const openSiteProxy = async (): Promise<SiteProxy> => {
  let inService: readonly number[] = [];
  let next = 0;
  const open = new Set<Socket>();
  const nearEnds = new Set<Socket>();
  const relay = createServer((near) => {
    const port = inService[next++ % Math.max(1, inService.length)];
    if (port === undefined) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const end of [near, far]) end.setNoDelay(true);
    nearEnds.add(near);
    near.once("close", () => nearEnds.delete(near));
    joinEnds(near, far, open);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const at = relay.address();
  return {
    address: `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`,
    lead: (ports) => {
      inService = ports;
    },
    shake: () => {
      for (const [index, near] of [...nearEnds].entries()) if (index % 2 === 0) near.destroy();
    },
    close: () => {
      relay.close();
      for (const end of open) end.destroy();
    },
  };
};
