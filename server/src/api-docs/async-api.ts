// Builds the live API's AsyncAPI 3.0 document from the list of its commands and events (shared/src/calls/live-list.ts), and
// serves it at /docs/socket.json. The two transports are channels, every command is an operation with its answer, and every
// event states who gets it and when. As AsyncAPI requires, the document takes the server's side: the server receives
// commands and sends events.
import { MAX_FRAME_BYTES } from "@jara/shared/live-limits";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { API_VERSION } from "./api-version.ts";
import { partsOf } from "./async-api-messages.ts";
import { makeSchemas } from "./async-api-schemas.ts";
import type { AsyncApiDocument } from "./async-api-types.ts";

/** The document is made once, at the first request. */
export const serveAsyncApi = (app: FastifyInstance, config: Pick<Config, "brandName" | "publicUrl">): void => {
  let json: string | undefined;
  app.get("/docs/socket.json", { schema: { hide: true } }, (_request, reply) => {
    json ??= JSON.stringify(makeAsyncApi(config.brandName, config.publicUrl));
    return reply.type("application/json; charset=utf-8").send(json);
  });
};

/** `publicUrl`: the site's public address. */
export const makeAsyncApi = (brandName: string, publicUrl: string): AsyncApiDocument => {
  const { host, protocol } = new URL(publicUrl);
  const schemas = makeSchemas();
  const socketIo = partsOf("socketIo", schemas);
  const webSocket = partsOf("webSocket", schemas);
  return {
    asyncapi: "3.0.0",
    info: { title: `${brandName}: the live API`, version: API_VERSION, description: about(publicUrl) },
    defaultContentType: "application/json",
    servers: {
      site: { host, protocol: protocol === "https:" ? "wss" : "ws", title: brandName, description: "Both transports." },
    },
    channels: {
      socketIo: { ...transports.socketIo, messages: socketIo.messages },
      webSocket: { ...transports.webSocket, messages: webSocket.messages },
    },
    operations: { ...socketIo.operations, ...webSocket.operations },
    components: { schemas, securitySchemes },
  };
};

const about = (publicUrl: string): string =>
  [
    "Bids, prices and everything else that moves while an auction runs. Both channels carry the same commands and events.",
    "Amounts are JSON numbers in major units with at most two decimals; times are ISO 8601 UTC with milliseconds, by the " +
      "database's clock.",
    "Every command has exactly one answer, and an accepted one leaves only after its commit. After `UNAVAILABLE` or a lost " +
      "connection send the same `commandId` again: it has one effect and one outcome.",
    `Frames above ${MAX_FRAME_BYTES / 1024} KiB close the connection. Unknown fields in commands are refused; answers and ` +
      "events may get new fields, which clients ignore.",
    `The guide with samples, errors and limits: ${publicUrl}/docs/socket`,
  ].join("\n\n");

const site = [{ $ref: "#/servers/site" }];
const transports = {
  socketIo: {
    address: "/socket.io/",
    title: "Socket.IO",
    description:
      "The default namespace `/` (protocol version 5, Engine.IO 4). A command is an emitted event with an acknowledgement " +
      "callback, which gets the answer; an event is an emitted event with one argument. Message names are event names. A refused handshake is a " +
      "`connect_error` whose `data` is an Error: `UNAUTHENTICATED`, `RATE_LIMITED` or `UNAVAILABLE`. Before that, the " +
      "HTTP request may be refused with 403 (`message` says `FORBIDDEN`, the page's origin, or `UNAVAILABLE`; by WebSocket " +
      "the status is 400 and this word is the body), 429 `RATE_LIMITED` or 503 `UNAVAILABLE`. Over HTTP polling a body " +
      "above the size of a frame gets 413.",
    servers: site,
    bindings: {
      ws: {
        method: "GET",
        query: {
          type: "object",
          properties: { EIO: { const: "4" }, transport: { enum: ["websocket", "polling"] } },
          required: ["EIO", "transport"],
        },
        bindingVersion: "0.1.0",
      },
    },
  },
  webSocket: {
    address: "/ws",
    title: "Plain WebSocket",
    description:
      "JSON text frames. A command is `{id, type, data}` (`data` may be left out where it has no required field), its answer `{id, ok, …}` with the same `id`; an event is " +
      "`{type, data}`. Answers may overtake each other. The server pings every 15 seconds. A refused upgrade is an HTTP " +
      "answer whose body is an Error: 401 `UNAUTHENTICATED`, 403 `FORBIDDEN` (the page's origin), 404 `NOT_FOUND` (another " +
      "path), 429 `RATE_LIMITED` (with `Retry-After`), 503 `UNAVAILABLE`. Close codes: 1000 the session ended or a " +
      "feed was read too slowly, 1001 and 1012 the server restarts, 1002 and 1007 a frame is not valid WebSocket, 1009 a " +
      "frame is too large, 4401 the token of `authenticate` is invalid.",
    servers: site,
    bindings: {
      ws: {
        method: "GET",
        headers: { type: "object", properties: { Authorization: { type: "string" } } },
        bindingVersion: "0.1.0",
      },
    },
  },
} as const;

const securitySchemes = {
  handshake: {
    type: "apiKey",
    in: "password",
    description: "Socket.IO: the session's token as `auth: {token}` of the handshake.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "Plain WebSocket: the session's token in the header of the upgrade.",
  },
  firstFrame: {
    type: "apiKey",
    in: "password",
    description:
      "Plain WebSocket, where headers cannot be set (browsers): the token in `authenticate`, the first frame.",
  },
} as const;
