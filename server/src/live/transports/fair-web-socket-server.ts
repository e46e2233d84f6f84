// The WebSocket options of both transports, and Engine.IO's WebSocket server with these options. A server with them
// handles one frame of a connection in each event-loop tick, so that thousands of small frames in one network read do
// not delay the frames of other connections.
import { type ServerOptions, WebSocketServer } from "ws";

export const frameBounds = {
  allowSynchronousEvents: false,
  // Pings are counted as packets, so the code that counts them also answers them (see `pong`).
  autoPong: false,
  // A message in more fragments closes its connection, because fragments are not counted until the message is complete.
  maxFragments: 64,
} as const;

/** A class, because Engine.IO needs one. @fastify/websocket makes its own server and takes the options. */
export class FairWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, ...frameBounds });
  }
}
