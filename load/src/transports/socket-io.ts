// The Socket.IO transport: the official client, over WebSocket from the first frame. Its reconnecting is off, because
// line.ts does that. Only the parser is ours (lean-parser.ts).
import type { Answer, CommandName, EventName } from "@jara/shared/live-commands";
import { io } from "socket.io-client";
import * as parser from "./lean-parser.ts";
import { NotOpened, OPENS_WITHIN_MS, type OpenWire } from "./wire.ts";

export const openSocketIo: OpenWire = (url, token, events) =>
  new Promise((resolve, reject) => {
    const socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      timeout: OPENS_WITHIN_MS,
      parser,
      ...(token !== null && { auth: { token } }),
    });
    /** Commands without an answer; they are lost with the connection. */
    const waiting = new Set<(answer: null) => void>();

    socket.once("connect_error", (error: Error & { data?: { code?: never; retryAfterMs?: number } }) => {
      socket.close();
      reject(new NotOpened(error.message, error.data));
    });
    socket.once("connect", () =>
      resolve({
        send: <C extends CommandName>(command: C, data: unknown, answered: (answer: Answer<C> | null) => void) => {
          waiting.add(answered);
          socket.emit(command, data, (answer: Answer<C>) => {
            if (waiting.delete(answered)) answered(answer);
          });
        },
        drop: () => socket.io.engine.close(),
      }),
    );
    socket.once("disconnect", () => {
      socket.close();
      // A server that ends between the transport's handshake and its own answer is no connection error to the client.
      reject(new NotOpened("closed before it was open"));
      const unanswered = [...waiting];
      waiting.clear();
      for (const answered of unanswered) answered(null);
      events.lost();
    });
    socket.onAny((type: EventName, data: unknown) => events.received(type, data));
  });
