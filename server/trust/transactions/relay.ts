// A TCP relay to PostgreSQL whose connections can be cut or fall silent at a chosen moment.
import { connect, createServer, type Socket } from "node:net";

/**
 * "drop": the server does not get the message. "pass and cut": it does, and the client's connection breaks before the
 * answer. "pass and silence": it does, and the answer never comes.
 */
export type AtNextMessage = "drop" | "pass and cut" | "pass and silence";

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  isSilent: boolean;
  next: AtNextMessage | null;
}

export const startRelay = async (serverPort: number) => {
  const links = new Set<Link>();
  let isSilent = false;
  const cut = ({ near, far }: Link): void => {
    near.resetAndDestroy();
    far.resetAndDestroy();
  };
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: serverPort, host: "127.0.0.1", noDelay: true });
    const link: Link = { near, far, isSilent, next: null };
    links.add(link);
    near.on("data", (bytes) => {
      if (link.isSilent) return;
      const { next } = link;
      link.next = null;
      if (next === "drop") return cut(link);
      if (next !== null) link.isSilent = true;
      far.write(bytes);
      // The server has read the message by then, and is not told that its client has gone.
      if (next === "pass and cut") near.resetAndDestroy();
    });
    far.on("data", (bytes) => {
      if (!link.isSilent) near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => {
        if (!link.isSilent) other.destroy();
        if (near.destroyed && far.destroyed) links.delete(link);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  return {
    port: typeof at === "object" && at ? at.port : 0,
    /** `port`: the one that PostgreSQL sees as the client's. */
    atNextMessage: (port: number, what: AtNextMessage): void => {
      for (const link of links) if (link.far.localPort === port) link.next = what;
    },
    cutAll: (): void => {
      for (const link of links) cut(link);
    },
    /** Neither end hears from the other, and none is told. New connections are silent too. */
    silence: (): void => {
      isSilent = true;
      for (const link of links) link.isSilent = true;
    },
    /** Closes what is silent. */
    heal: (): void => {
      isSilent = false;
      for (const link of links) if (link.isSilent) cut(link);
    },
    close: (): void => {
      server.close();
      for (const link of links) cut(link);
    },
  };
};

export type Relay = Awaited<ReturnType<typeof startRelay>>;
