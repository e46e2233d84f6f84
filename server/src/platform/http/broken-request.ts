// Answers requests that no route can handle: invalid HTTP, a head that is too long, or a request that did not arrive
// completely in time. It sends our own error body and closes the connection, because nobody knows where the next
// request would begin. The answer has the request's id if the server read the request's head.
import type { Socket } from "node:net";
import { refusal } from "@jara/shared/errors";

const heads: Readonly<Record<string, readonly [line: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The head of the request is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not come in time."],
};

/** Names the request in its answer, as the log does. */
export const REQUEST_ID_HEADER = "x-request-id";

export const answerBrokenRequest = ({ code }: { code?: string }, socket: Socket, requestId?: string): void => {
  if (code === "ECONNRESET" || socket.destroyed) return;
  const [line, message] = heads[code ?? ""] ?? ["400 Bad Request", "This is no request that can be understood."];
  const body = JSON.stringify(refusal("INVALID", { message }));
  const named = requestId === undefined ? "" : `${REQUEST_ID_HEADER}: ${requestId}\r\n`;
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${named}Connection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
};
