// Calibrates what a connection costs its node and its client, step by step and a few at a time: opening, connecting with
// and without a token, watching an auction, being lost.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Participants } from "../live/participants.ts";
import { startServer } from "../live/processes.ts";
import { meter } from "../processor.ts";
import { inPortions } from "../scale/crowd.ts";
import type { Costs } from "./costs.ts";

type ConnectionCosts = Pick<
  Costs,
  | "refusedNode"
  | "refusedClient"
  | "acceptNode"
  | "acceptClient"
  | "openNode"
  | "openClient"
  | "connectNode"
  | "connectClient"
  | "tokenNode"
  | "tokenDatabase"
  | "watchNode"
  | "watchClient"
  | "closeNode"
  | "closeClient"
>;

/** Few enough that nobody waits in a lane. */
const AT_ONCE = 4;

const addressOf = (url: string): string => `${url.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket`;
const options = { perMessageDeflate: false, skipUTF8Validation: true };

/** Resolves when the server has refused to open a session, as it does for a page of another site. */
const beRefused = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const ws = new WebSocket(addressOf(url), { ...options, origin: "https://elsewhere.invalid" });
    ws.on("error", () => {});
    ws.once("unexpected-response", () => {
      ws.terminate();
      resolve();
    });
  });

/** A connection whose steps can be taken one by one. */
class Steps {
  readonly #ws: WebSocket;
  #arrived: (() => void) | undefined;
  #expects = "";

  constructor(url: string, below: Socket) {
    this.#ws = new WebSocket(addressOf(url), { ...options, createConnection: () => below });
    this.#ws.on("message", (data: Buffer) => {
      if (data[0] === 0x32) this.#ws.send("3");
      else if (data.toString("latin1", 0, this.#expects.length) === this.#expects) this.#arrived?.();
    });
    this.#ws.on("error", () => {});
  }

  /** Resolves when a frame arrives that begins so. */
  next(begins: string): Promise<void> {
    this.#expects = begins;
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }

  ask(frame: string, begins: string): Promise<void> {
    const answered = this.next(begins);
    this.#ws.send(frame);
    return answered;
  }

  terminate(): void {
    this.#ws.terminate();
  }
}

interface StepCost {
  readonly node: number;
  readonly client: number;
  readonly database: number;
}

export const calibrateConnections = async (
  {
    participants,
    databasePid,
    count,
  }: { readonly participants: Participants; readonly databasePid: number; readonly count: number },
  reads: Pick<Costs, "readNode" | "readDatabase">,
): Promise<ConnectionCosts> => {
  const server = await startServer(participants.environment);
  try {
    const measureSteps = async (token: (i: number) => string | undefined) => {
      const spent = meter({ node: server.pid, client: process.pid, database: databasePid });
      const costOf = async (work: () => Promise<unknown>): Promise<StepCost> => {
        spent.read();
        await work();
        await sleep(50);
        const { node, client, database } = spent.read();
        return { node: node.us / count, client: client.us / count, database: database.us / count };
      };
      const numbers = Array.from({ length: count }, (_, i) => i);
      const all: Steps[] = [];
      const each = (step: (one: Steps, i: number) => Promise<void>): Promise<unknown> =>
        inPortions(numbers, AT_ONCE, (i) => step(all[i] as Steps, i));
      const refused = await costOf(() => inPortions(numbers, AT_ONCE, () => beRefused(server.url)));
      const { hostname, port } = new URL(server.url);
      const sockets: Socket[] = [];
      const accepted = await costOf(() =>
        inPortions(numbers, AT_ONCE, async (i) => {
          const socket = connect(Number(port), hostname);
          sockets[i] = socket;
          await once(socket, "connect");
        }),
      );
      const opened = await costOf(() =>
        inPortions(numbers, AT_ONCE, async (i) => {
          const one = new Steps(server.url, sockets[i] as Socket);
          all[i] = one;
          await one.next("0");
        }),
      );
      const connected = await costOf(() =>
        each((one, i) => {
          const own = token(i);
          return one.ask(`40${own === undefined ? "" : JSON.stringify({ token: own })}`, "40");
        }),
      );
      const watched = await costOf(() =>
        each((one, i) => {
          const lot = participants.ordinary[i % participants.ordinary.length]?.id;
          return one.ask(`421${JSON.stringify(["auction:watch", { auctionId: lot }])}`, "431");
        }),
      );
      const closed = await costOf(async () => {
        for (const one of all) one.terminate();
        await sleep(500);
      });
      return { refused, accepted, opened, connected, watched, closed };
    };
    // Until the server's code is compiled.
    for (let i = 0; i < 2; i++) await measureSteps((i) => participants.tokens[i % participants.tokens.length]);
    const visitors = await measureSteps(() => undefined);
    const people = await measureSteps((i) => participants.tokens[i % participants.tokens.length]);
    return {
      refusedNode: visitors.refused.node,
      refusedClient: visitors.refused.client,
      acceptNode: visitors.accepted.node,
      acceptClient: visitors.accepted.client,
      openNode: (visitors.opened.node + people.opened.node) / 2,
      openClient: (visitors.opened.client + people.opened.client) / 2,
      connectNode: visitors.connected.node,
      connectClient: visitors.connected.client,
      tokenNode: Math.max(0, people.connected.node - visitors.connected.node - reads.readNode),
      tokenDatabase: people.connected.database - visitors.connected.database,
      watchNode: visitors.watched.node - reads.readNode,
      watchClient: visitors.watched.client,
      closeNode: visitors.closed.node,
      closeClient: visitors.closed.client,
    };
  } finally {
    await server.stop();
  }
};
