// Opens the Socket.IO client, and starts the code that keeps its connection alive and measures it: clock, silence,
// captive portals, changes of the network, bytes used. Only connection.ts imports this file, and it does so late, so
// that the page shows lots before it has the code of the client. No other file may import socket.io-client.
import { io, type Manager } from "socket.io-client";
import { saver } from "../store/saver.ts";
import { useSession } from "../store/session.ts";
import { ATTEMPT_MS, attemptAfter, FIRST_TRANSPORTS, FIRST_WAIT_MS, LONGEST_WAIT_MS } from "./attempts.ts";
import { countBytes } from "./bytes-used.ts";
import { watchForCaptivePortal } from "./captive-portal.ts";
import { followDevice } from "./follow-device.ts";
import { keepClock } from "./keep-clock.ts";
import { keepingReceipts } from "./keep-receipts.ts";
import type { LiveConnection } from "./live-connection.ts";
import { withRest } from "./rest-socket.ts";
import { watchSilence } from "./watch-silence.ts";
import type { SocketLike } from "./wire.ts";

export const openSocket = (live: LiveConnection): SocketLike => {
  const socket = io({
    path: "/socket.io/",
    transports: [...FIRST_TRANSPORTS],
    tryAllTransports: true,
    autoConnect: false,
    auth: (give) => {
      const { token } = useSession.getState();
      give(token ? { token } : {});
    },
    reconnectionDelay: FIRST_WAIT_MS,
    reconnectionDelayMax: LONGEST_WAIT_MS,
    randomizationFactor: 0.5,
    timeout: ATTEMPT_MS,
  });
  chooseAttempts(socket.io);
  socket.io.on("ping", () => live.heard());
  keepClock(live);
  watchSilence(live, socket);
  watchForCaptivePortal(socket);
  followDevice(live);
  countBytes(socket.io);
  // Everything is watched again, in the other way.
  saver.subscribe(() => socket.active && socket.disconnect().connect());
  return keepingReceipts(withRest(socket));
};

const chooseAttempts = (manager: Manager): void => {
  let failures = 0;
  let hadWebSocket = false;
  const prepare = (isTimeout: boolean): void => {
    const { transports, timeoutMs, longestWaitMs } = attemptAfter({ failures, isTimeout, hadWebSocket });
    manager.opts.transports = transports;
    manager.timeout(timeoutMs);
    manager.reconnectionDelayMax(longestWaitMs);
  };
  manager.on("open", () => {
    failures = 0;
    hadWebSocket ||= manager.engine.transport.name === "websocket";
    prepare(false);
  });
  manager.on("error", ({ message }) => {
    // Without any network, an attempt says nothing about the next one.
    if (navigator.onLine) failures += 1;
    prepare(message === "timeout");
  });
};
