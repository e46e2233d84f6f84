// A live client for tests over either transport, so that a test of the live API runs on both. It keeps every frame that
// it was pushed.
import { randomUUID } from "node:crypto";
import type {
  Answer,
  CommandData,
  CommandName,
  CommandResults,
  EventName,
  Events,
  PushFrame,
} from "@jara/shared/live-commands";
import { io, type Socket } from "socket.io-client";
import { WebSocket } from "ws";
import { checkAnswer, checkFrame } from "./e2e-contract.ts";
import type { TestServer } from "./e2e-server.ts";

export const transports = ["socket.io", "/ws"] as const;
export type Transport = (typeof transports)[number];

interface Credentials {
  readonly token?: string | undefined;
  readonly origin?: string;
}

export interface LiveClient {
  /** Everything pushed, in order. */
  readonly frames: PushFrame[];
  send<C extends CommandName>(name: C, data: CommandData<C>): Promise<Answer<C>>;
  /** The answer beside `ok`; throws where the command was refused. */
  ask<C extends CommandName>(name: C, data: CommandData<C>): Promise<CommandResults[C]>;
  /** The first frame of the type (that fits), already here or still to come. */
  next<E extends EventName>(type: E, fits?: (data: Events[E]) => boolean): Promise<Events[E]>;
  of<E extends EventName>(type: E): Events[E][];
  forget(): void;
  close(): void;
  readonly closed: Promise<void>;
}

/** Says why the connection was refused, in the transport's own words. */
class ConnectionRefused extends Error {
  readonly details: unknown;
  constructor(message: string, details: unknown) {
    super(message);
    this.details = details;
  }
}

/** Long enough for a busy machine; a test that waits this long has failed. */
const TIMEOUT_MS = 45_000;

export const connect = (
  server: Pick<TestServer, "address">,
  /** `polling`: Socket.IO where no WebSocket gets through. */
  transport: Transport | "polling",
  credentials: Credentials = {},
): Promise<LiveClient> =>
  transport === "/ws" ? connectPlain(server, credentials) : connectSocketIo(server, credentials, transport);

const connectSocketIo = async (
  server: Pick<TestServer, "address">,
  credentials: Credentials,
  transport: "socket.io" | "polling",
): Promise<LiveClient> => {
  const socket = await openSocketIo(server, credentials, [transport === "polling" ? "polling" : "websocket"]);
  const inbox = createInbox();
  socket.onAny((type: EventName, data: object) => inbox.push({ type, data } as PushFrame));
  const closed = new Promise<void>((resolve) => socket.on("disconnect", () => resolve()));
  const send = (name: string, data: unknown) => socket.timeout(TIMEOUT_MS).emitWithAck(name, data);
  return { ...inbox.reader, ...commands(send), close: () => void socket.disconnect(), closed };
};

/** A connected Socket.IO socket; rejects with ConnectionRefused. */
export const openSocketIo = (
  { address }: Pick<TestServer, "address">,
  { token, origin }: Credentials,
  transports: ("websocket" | "polling")[] = ["websocket"],
): Promise<Socket> => {
  const socket = io(address, {
    transports,
    reconnection: false,
    forceNew: true,
    ...(token !== undefined && { auth: { token } }),
    ...(origin !== undefined && { extraHeaders: { origin } }),
  });
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", (error: Error & { data?: unknown }) => {
      socket.disconnect();
      reject(new ConnectionRefused(error.message, error.data));
    });
  });
};

const connectPlain = async (server: Pick<TestServer, "address">, credentials: Credentials): Promise<LiveClient> => {
  const socket = await openPlain(server, credentials);
  const inbox = createInbox();
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  socket.on("message", (raw) => {
    const frame = JSON.parse(raw.toString());
    if (frame.id === undefined) return inbox.push(frame);
    waiting.get(frame.id)?.resolve(frame);
    waiting.delete(frame.id);
  });
  const closed = new Promise<void>((resolve) =>
    socket.on("close", () => {
      for (const { reject } of waiting.values()) reject(new Error("the connection closed before the answer"));
      resolve();
    }),
  );
  let lastId = 0;
  const send = async (type: string, data: unknown) => {
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`the connection was closed before ${type}`);
    const id = ++lastId;
    socket.send(JSON.stringify({ id, type, data }));
    const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    const { id: _, ...rest } = (await within(() => `an answer to ${type}`, answered)) as { id: number };
    return rest;
  };
  return { ...inbox.reader, ...commands(send), close: () => socket.close(), closed };
};

/** A connected plain WebSocket; rejects with ConnectionRefused, which carries the HTTP answer's body. */
export const openPlain = (
  { address }: Pick<TestServer, "address">,
  { token, origin }: Credentials,
  { query = "", headers = {} }: { readonly query?: string; readonly headers?: Record<string, string> } = {},
): Promise<WebSocket> => {
  const socket = new WebSocket(`${address.replace("http", "ws")}/ws${query}`, {
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(origin !== undefined && { origin }),
    },
  });
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve(socket));
    socket.once("error", reject);
    socket.once("unexpected-response", (_request, response) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => reject(new ConnectionRefused(`HTTP ${response.statusCode}`, JSON.parse(text))));
    });
  });
};

const commands = (carry: (name: string, data: unknown) => Promise<unknown>): Pick<LiveClient, "send" | "ask"> => {
  const send = async (name: string, data: unknown): Promise<unknown> => {
    const answer = await carry(name, data);
    checkAnswer(name, answer);
    return answer;
  };
  return {
    send: (name, data) => send(name, data) as Promise<never>,
    ask: async (name, data) => {
      const { ok, ...answer } = (await send(name, data)) as { ok: boolean };
      if (!ok) throw new Error(`${name} refused: ${JSON.stringify(answer)}`);
      return answer as never;
    },
  };
};

type InboxReader = Pick<LiveClient, "frames" | "next" | "of" | "forget">;

const createInbox = (): { push: (frame: PushFrame) => void; reader: InboxReader } => {
  const frames: PushFrame[] = [];
  const waiting = new Set<() => void>();
  const of = <E extends EventName>(type: E): Events[E][] =>
    frames.filter((frame) => frame.type === type).map((frame) => frame.data as Events[E]);
  const next = <E extends EventName>(type: E, fits: (data: Events[E]) => boolean = () => true): Promise<Events[E]> => {
    const arrived = new Promise<Events[E]>((resolve) => {
      const look = (): void => {
        const found = of(type).find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
    return within(() => `${type} (so far: ${frames.map((frame) => frame.type).join(", ")})`, arrived);
  };
  return {
    push: (frame) => {
      checkFrame(frame);
      frames.push(frame);
      for (const look of [...waiting]) look();
    },
    reader: { frames, of, next, forget: () => void frames.splice(0) },
  };
};

/** Rejects where nothing comes for so long that nothing will. */
export const within = async <T>(what: () => string, promise: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`still waiting for ${what()}`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

// --- commands as tests write them

export const bid = (client: LiveClient, auctionId: string, amount: number, commandId: string = randomUUID()) =>
  client.send("bid:place", { auctionId, amount, commandId });

export const setMax = (client: LiveClient, auctionId: string, maxAmount: number, currency: "NGN" | "USD" = "NGN") =>
  client.send("maxbid:set", { auctionId, maxAmount, currency, commandId: randomUUID() });

/** All that the server sent this client before now has arrived: its answers keep the order of its pushes. */
export const settled = async (client: LiveClient): Promise<void> => {
  await client.ask("clock:sync", { t0: 0 });
};
