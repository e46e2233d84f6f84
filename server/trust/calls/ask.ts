// Sends one call of the catalogue at a time, and returns how it was answered.
import { randomUUID } from "node:crypto";
import { RawSocket } from "../../bench/scale/raw-socket.ts";
import { openPlain } from "../../test/support/e2e-live.ts";
import { httpCall } from "../../test/support/http-call.ts";
import { type HttpCall, type LiveCall, rendered } from "./catalogue.ts";

export interface Asker {
  /** The status of HTTP with the code of a refusal, and what is wrong with malformed arguments; for a live command 200, or the code of its refusal. */
  ask(call: HttpCall | LiveCall): Promise<string>;
  close(): void;
}

type Send = (
  command: string,
  data: object,
) => Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>;
interface Connection {
  readonly send: Send;
  close(): void;
}

/** Above all that the market has, and higher with each use, as amounts must be. */
let used = 10_000;

export const openAsker = (address: string): Asker => {
  const connections = new Map<string, Promise<Connection>>();
  const connectionFor = ({ over, token, command }: LiveCall): Promise<Connection> => {
    // It may be the first frame only.
    const key = command === "authenticate" ? randomUUID() : `${over} ${token}`;
    const connection = connections.get(key) ?? connect(address, over, token ?? undefined);
    connections.set(key, connection);
    return connection;
  };
  return {
    ask: async (call) => {
      const n = ++used;
      if (call.over === "http") {
        const { method, paths, type, token, body } = call;
        const headers: Record<string, string> = {
          "accept-encoding": "gzip, deflate, br",
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== null && { "content-type": type }),
        };
        const path = rendered(paths[n % paths.length] ?? "", n);
        const sent = body === null ? null : rendered(body, n);
        const { status, text, isJson } = await httpCall(`${address}${path}`, { method, headers, body: sent });
        if (status < 400 || !isJson || !text.startsWith("{")) return String(status);
        const { code, issues } = JSON.parse(text);
        return `${status} ${code}${issues ? ` ${JSON.stringify(issues)}` : ""}`;
      }
      const { send } = await connectionFor(call);
      const { ok, error } = await send(call.command, JSON.parse(rendered(call.data, n)));
      return ok ? "200" : (error?.code ?? "?");
    },
    close: () => {
      for (const connection of connections.values()) connection.then(({ close }) => close()).catch(() => {});
    },
  };
};

const connect = async (address: string, over: LiveCall["over"], token?: string): Promise<Connection> => {
  if (over === "socket.io") {
    const socket = await RawSocket.open(address, token);
    return { send: socket.request.bind(socket) as unknown as Send, close: () => socket.terminate() };
  }
  const socket = await openPlain({ address }, { token });
  const waiting = new Map<number, (answer: Awaited<ReturnType<Send>>) => void>();
  socket.on("message", (raw) => {
    const frame = JSON.parse(raw.toString());
    waiting.get(frame.id)?.(frame);
    waiting.delete(frame.id);
  });
  let lastId = 0;
  return {
    send: (type, data) => {
      const id = ++lastId;
      socket.send(JSON.stringify({ id, type, data }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close: () => socket.terminate(),
  };
};
