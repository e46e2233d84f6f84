// A Socket.IO connection that costs its process almost nothing: it counts the protocol's text frames as they arrive
// over a WebSocket, and parses them only on request. With thousands of the usual clients, the clients would be measured
// instead of the server.
import type { Answer, CommandData, CommandName } from "@jara/shared/live-commands";
import { WebSocket } from "ws";

const ANSWER_WITHIN_MS = 60_000;

/** The server is too busy to accept connections for this long. */
export class ComeBack extends Error {
  readonly afterMs: number;
  constructor(afterMs: number) {
    super(`come back after ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

export class RawSocket {
  readonly #ws: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  /** Called with each event's text, `2["auction:price",{…}]`. */
  onEvent: (text: Buffer) => void = () => {};
  onClose: () => void = () => {};

  private constructor(ws: WebSocket) {
    this.#ws = ws;
  }

  static open(url: string, token?: string): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const address = `${url.replace(/^http/, "ws")}/socket.io/?EIO=4&transport=websocket`;
      const ws = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
      const socket = new RawSocket(ws);
      const failed = (error: Error): void => {
        ws.terminate();
        reject(error);
      };
      ws.on("error", failed);
      ws.once("unexpected-response", (_request, response) => {
        const after = Number(response.headers["retry-after"]);
        failed(after > 0 ? new ComeBack(after * 1000) : new Error(`refused with ${response.statusCode}`));
      });
      ws.once("close", () => {
        reject(new Error("closed while connecting"));
        socket.#closed();
      });
      ws.on("message", (data: Buffer) => {
        // Engine.IO: 0 open, 2 ping, 4 message; Socket.IO within it: 0 connect, 2 event, 3 answer, 4 refusal.
        if (data[0] === 0x30) ws.send(`40${token === undefined ? "" : JSON.stringify({ token })}`);
        else if (data[0] === 0x32) ws.send("3");
        else if (data[1] === 0x32) socket.onEvent(data.subarray(1));
        else if (data[1] === 0x33) socket.#answered(data.toString("utf8", 2));
        else if (data[1] === 0x30) resolve(socket);
        else if (data[1] === 0x34) {
          const { data: why } = JSON.parse(data.toString("utf8", 2)) as { data?: { retryAfterMs?: number } };
          failed(why?.retryAfterMs ? new ComeBack(why.retryAfterMs) : new Error(data.toString()));
        }
      });
    });
  }

  request<C extends CommandName>(command: C, data: CommandData<C>): Promise<Answer<C>> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${command} was not answered`));
      }, ANSWER_WITHIN_MS);
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, timer });
      this.#ws.send(`42${id}${JSON.stringify([command, data])}`);
    });
  }

  /** Closes without a message, like a phone that lost its network. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Stops reading, so that everything sent to it waits. */
  stopReading(): void {
    this.#ws.pause();
  }

  #answered(text: string): void {
    const start = text.indexOf("[");
    const id = Number(text.slice(0, start));
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve((JSON.parse(text.slice(start)) as unknown[])[0]);
  }

  #closed(): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error("the connection was lost"));
    }
    this.#waiting.clear();
    this.onClose();
  }
}
