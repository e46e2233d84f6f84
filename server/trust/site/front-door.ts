// What stands before the nodes of a site: leads each new connection to the next of those that it is told are in service. A
// connection whose node is gone breaks; where it leads when it is made again is another matter.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { joinEnds } from "../../test/support/tcp-relay.ts";

export interface FrontDoor {
  readonly address: string;
  /** Ports of nodes in service, from now on. */
  lead(ports: readonly number[]): void;
  close(): void;
}

export const openFrontDoor = async (): Promise<FrontDoor> => {
  let inService: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const relay = createServer((near) => {
    const port = inService[turn++ % Math.max(1, inService.length)];
    if (port === undefined) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const end of [near, far]) end.setNoDelay(true);
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
    close: () => {
      relay.close();
      for (const end of open) end.destroy();
    },
  };
};
