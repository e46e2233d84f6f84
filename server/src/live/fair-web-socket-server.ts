// The WebSocket server of both transports. It handles one frame of a connection in each turn of the event loop, so that
// thousands of small frames in one read of the network do not hold up the frames of other connections.
import { type ServerOptions, WebSocketServer } from "ws";

const bounds = {
  allowSynchronousEvents: false,
  // A ping counts as a packet. Whoever counts it answers it (see `pong`).
  autoPong: false,
  // A message in more fragments closes its connection, because fragments count as nothing until the message is complete.
  maxFragments: 64,
};

export class FairWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, ...bounds });
  }
}
