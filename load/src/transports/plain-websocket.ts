// The plain WebSocket transport at /ws: sends `{id, type, data}`, receives `{id, ok, …}` and `{type, data}`.
import type { ErrorBody } from "@jara/shared/errors";
import type { Answer, CommandName, PushFrame } from "@jara/shared/live-commands";
import { WebSocket } from "ws";
import { FrameCache } from "./frame-cache.ts";
import { NotOpened, OPENS_WITHIN_MS, type OpenWire } from "./wire.ts";

const SHARED = '{"type":"auction:price"';
const shared = new FrameCache((text) => JSON.parse(text) as PushFrame);

/** At most this much of a refusal's body is read. */
const REFUSAL_BYTES = 4096;

export const openPlainWebSocket: OpenWire = (url, token, events) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, {
      perMessageDeflate: false,
      handshakeTimeout: OPENS_WITHIN_MS,
      ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
    });
    const waiting = new Map<number, (answer: never) => void>();
    let lastId = 0;

    socket.on("open", () =>
      resolve({
        send: <C extends CommandName>(command: C, data: unknown, answered: (answer: Answer<C> | null) => void) => {
          const id = ++lastId;
          waiting.set(id, answered);
          socket.send(JSON.stringify({ id, type: command, data }));
        },
        drop: () => socket.terminate(),
      }),
    );
    socket.on("unexpected-response", (request, response) => {
      const status = `HTTP ${response.statusCode}`;
      let body = "";
      response.on("data", (chunk: Buffer) => {
        if (body.length < REFUSAL_BYTES) body += chunk.toString();
      });
      response.on("close", () => {
        const error = refusalIn(body);
        const afterS = Number(response.headers["retry-after"]);
        const retryAfterMs = error.retryAfterMs ?? (afterS > 0 ? afterS * 1000 : undefined);
        reject(new NotOpened(error.code ?? status, { ...error, ...(retryAfterMs !== undefined && { retryAfterMs }) }));
        request.destroy();
      });
    });
    // "close" follows, and only that counts; before the connection opens, this error gives the reason.
    socket.on("error", (error) => reject(new NotOpened(error.message)));
    socket.on("message", (raw: Buffer) => {
      const text = raw.toString();
      if (text.startsWith(SHARED)) {
        const { type, data } = shared.parse(text);
        return events.received(type, data);
      }
      const frame = JSON.parse(text) as PushFrame | ({ id: number } & Answer<CommandName>);
      if ("type" in frame) return events.received(frame.type, frame.data);
      // The id belongs to the frame and not to the answer, so the answer is the same on every transport and connection.
      const { id, ...answer } = frame;
      const answered = waiting.get(id);
      waiting.delete(id);
      answered?.(answer as never);
    });
    socket.on("close", () => {
      reject(new NotOpened("closed before it was open"));
      const unanswered = [...waiting.values()];
      waiting.clear();
      for (const answered of unanswered) answered(null as never);
      events.lost();
    });
  });

const refusalIn = (body: string): Partial<Pick<ErrorBody, "code" | "retryAfterMs">> => {
  try {
    return JSON.parse(body) as ErrorBody;
  } catch {
    return {};
  }
};
