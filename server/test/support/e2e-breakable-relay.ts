// A TCP relay between a client and a server, which a test can cut and mend: open connections break, and new ones are
// refused until then. So only the client's own reconnecting brings it back.
import { connect, createServer, type Socket } from "node:net";
import { joinEnds } from "./tcp-relay.ts";

export interface BreakableRelay {
  /** The client connects to this address. */
  readonly address: string;
  /** Is true once the server sent the text at which the connection breaks. */
  hasBroken(): boolean;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** `breaksAt`: the first time that the server says this, the connection breaks before the client hears it. */
export const startBreakableRelay = async (serverAddress: string, breaksAt: string): Promise<BreakableRelay> => {
  let isWhole = true;
  const { hostname, port: serverPort } = new URL(serverAddress);
  const ends = new Set<Socket>();
  const relay = createServer((near) => {
    const far = connect(Number(serverPort), hostname);
    // Before it is passed on: in the listener's order.
    far.on("data", (said) => {
      if (!isWhole || !said.includes(breaksAt)) return;
      isWhole = false;
      near.destroy();
    });
    joinEnds(near, far, ends);
  });
  const listen = (port: number) => new Promise<void>((resolve) => relay.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const at = relay.address();
  const port = typeof at === "object" && at ? at.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    hasBroken: () => !isWhole,
    cut: () =>
      new Promise((resolve) => {
        relay.close(() => resolve());
        for (const end of ends) end.destroy();
      }),
    mend: () => listen(port),
  };
};
