// A relay in front of a server. It answers the first bid with RATE_LIMITED itself, on both transports, so that a client
// must send the bid again; everything else it passes on.
import { createServer } from "node:http";
import { refusal } from "@jara/shared/errors";
import { type RawData, WebSocket, WebSocketServer } from "ws";

export interface RefusingRelay {
  readonly address: string;
  /** The command ids of the bids that were sent, in order. */
  readonly commandIds: string[];
  close(): Promise<void>;
}

export const startRefusingRelay = async (serverAddress: string): Promise<RefusingRelay> => {
  const commandIds: string[] = [];
  const http = createServer();
  const relay = new WebSocketServer({ server: http });
  relay.on("connection", (near, { url = "", headers: { authorization } }) => {
    const far = new WebSocket(`${serverAddress.replace("http", "ws")}${url}`, {
      headers: { ...(authorization && { authorization }) },
    });
    const early: string[] = [];
    const pass = (text: string): void => void (far.readyState === WebSocket.OPEN ? far.send(text) : early.push(text));
    near.on("message", (raw: RawData) => {
      const text = raw.toString();
      const id = /"commandId":\s*"([^"]+)"/.exec(text)?.[1];
      if (id) commandIds.push(id);
      if (id && commandIds.length === 1) near.send(refuse(text));
      else pass(text);
    });
    far.on("open", () => early.forEach((text) => void far.send(text)));
    far.on("message", (raw: RawData) => near.send(raw.toString()));
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      end.on("close", () => other.close());
      end.on("error", () => other.terminate());
    }
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const at = http.address();
  return {
    address: `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`,
    commandIds,
    close: () =>
      new Promise((resolve) => {
        for (const client of relay.clients) client.terminate();
        http.close(() => resolve());
      }),
  };
};

/** The refusal in the form of the frame's transport: Socket.IO's acknowledgement of `42<id>[…]`, or a plain answer. */
const refuse = (frame: string): string => {
  const answer = { ok: false, error: refusal("RATE_LIMITED", { retryAfterMs: 200 }) };
  const ack = /^42(\d+)\[/.exec(frame)?.[1];
  return ack === undefined
    ? JSON.stringify({ id: JSON.parse(frame).id, ...answer })
    : `43${ack}[${JSON.stringify(answer)}]`;
};
