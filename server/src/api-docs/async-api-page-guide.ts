// The guide at the head of the live API's page: how to connect on each transport, and the rules for clients. The words
// about single commands and events come from the document instead.
import { MAX_FRAME_BYTES } from "@jara/shared/live-limits";

export const connecting = {
  socketIo: `import { io } from "socket.io-client";

const socket = io("SITE", {
  transports: ["websocket"],
  auth: { token }, // leave it out to watch only
});
socket.on("connect", () => {
  // Here after every reconnect too: watch again.
});
socket.on("connect_error", ({ data }) => {
  // Of itself it comes back after a lost connection, but
  // not after a refusal. data?.code says which it was.
});`,
  webSocket: `const socket = new WebSocket("SOCKET/ws");
socket.onopen = () => {
  socket.send(JSON.stringify({
    id: 1,
    type: "authenticate", // leave it out to watch only
    data: { token },
  }));
};
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  // With an id: an answer. Without: an event.
};`,
} as const;

interface Rule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export const rules: readonly Rule[] = [
  {
    id: "who-you-are",
    title: "Who you are",
    text:
      "The token is the one that `POST /api/auth/login` answers. Without a token you watch and command nothing. On " +
      "`/ws` it may also come in the header `Authorization: Bearer …`. A token that does not hold is refused with " +
      "`UNAUTHENTICATED`: by `connect_error` with `data.code`, by HTTP 401, or by close code 4401 after `authenticate`. " +
      "When it expires, `session:ended` is sent and the connection closed: get a new one before you connect again.\n\n" +
      "From a browser, the page's origin must be the site's own or one that its operator allows.",
  },
  {
    id: "answers",
    title: "Answers",
    text:
      "Every command has exactly one: `{ok: true, …}` or `{ok: false, error: {code, message, …}}`. Go by `code`; " +
      "`message` is a sentence for people. An accepted command is answered after its commit. After `UNAVAILABLE`, or " +
      "where no answer came, the outcome is not known: send the same command with the same `commandId` again until it " +
      "is answered. Where a refusal has `retryAfterMs`, wait so many milliseconds first.\n\n" +
      `A connection may send 100 commands a second (300 at once), a user 20 bidding commands (100 at once). A frame ` +
      `above ${MAX_FRAME_BYTES / 1024} KiB closes the connection.`,
  },
  {
    id: "versions",
    title: "Versions, and coming back",
    text:
      "On one auction `version` grows by 1 with each public change. An event covers `fromVersion` to `version`; without " +
      "`fromVersion` it covers `version` alone. Keep the newest version you have seen: drop what is not newer, and " +
      "where `fromVersion` is beyond the next one, send `auction:watch` with your `sinceVersion`.\n\n" +
      "After a reconnect do the same: the answer has `events` with what you missed, or, where that is too much, only " +
      "`auction` as it is now. `auction:countdown`, `auction:viewers` and `auction:mine` make no version. A change that " +
      "is more than bids comes as several events of one version, `auction:updated` first.",
  },
  {
    id: "restarts",
    title: "Restarts and crowds",
    text:
      "A server that restarts closes its connections a few at a time (code 1012 on `/ws`): connect again, and another " +
      "takes you. One on its way out, or to which very many connect at once, refuses with `UNAVAILABLE`: the connection, " +
      "or `auction:watch`. Come back after `retryAfterMs`, or after a second or so of your own choosing where it has none.",
  },
  {
    id: "reading",
    title: "Reading in time",
    text:
      "A reader that falls behind (more than 128 packets on Socket.IO, or 128 KiB on `/ws`, wait for it) hears nothing " +
      "more of auctions until it has read what waits; events for its user still come. Then it gets `auction:resync` for " +
      "each auction that it watched; a follower of the listing is disconnected instead. Who does not get there within " +
      "60 seconds is cut off.",
  },
  {
    id: "sending",
    title: "Sending within the limits",
    text:
      "Every packet counts, before it is decoded, whatever its kind: commands, acknowledgements, connects, heartbeats, " +
      "pings, binary and empty ones. A connection may send 100 a second (300 at once). A connection over its allowance " +
      "is paused, then closed: the server reads nothing more until the allowance is back, says so once " +
      "(`RATE_LIMITED` in an `error` event on Socket.IO, or in an answer whose id is null on `/ws`), and closes a " +
      "connection that stays over it for 5 seconds or has more than 400 packets waiting.\n\n" +
      "An unknown namespace closes a connection at once. One namespace connection may be pending at a time, a token is " +
      "looked at once a connection, and a connection that asks for no namespace within 10 seconds is closed. After five " +
      "refused connections the address waits: new ones get 429 with `Retry-After`.",
  },
];
