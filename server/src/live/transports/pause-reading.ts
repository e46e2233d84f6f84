// Pauses reading from a WebSocket, for a while or for good, so that what its client sends waits in the client's own
// network.
import type { Socket as NetworkSocket } from "node:net";
import { WebSocket } from "ws";
import type { Unread } from "../unread.ts";

/** Time for the last answers to be sent before a connection is terminated. */
const LAST_ANSWERS_MS = 1_000;

interface Readable {
  pause(): void;
  resume(): void;
  removeAllListeners(event: "message"): unknown;
}

export interface ReadingPause {
  /** Pauses for this time. Of several calls the longest wait applies. */
  forMs(ms: number): void;
  /** Pauses until the promise settles. Never shortens another wait. */
  during(work: Promise<unknown>): void;
  /** Pauses for good, whatever was requested before. */
  forGood(): void;
}

/** `transport` is called each time, because an upgrade may replace the transport. */
export const createReadingPause = (transport: () => Readable | undefined): ReadingPause => {
  let until = 0;
  let timer: NodeJS.Timeout | undefined;
  let working = 0;
  let isForGood = false;
  const goOn = (): void => {
    if (!isForGood && working === 0 && performance.now() >= until) transport()?.resume();
  };
  return {
    forMs(ms) {
      const asked = performance.now() + ms;
      if (asked <= until) return;
      until = asked;
      clearTimeout(timer);
      transport()?.pause();
      // Reset `until`, because a timer may fire slightly early by that clock.
      timer = setTimeout(() => {
        until = 0;
        goOn();
      }, ms);
      timer.unref();
    },
    during(work) {
      working += 1;
      transport()?.pause();
      const done = (): void => {
        working -= 1;
        goOn();
      };
      work.then(done, done);
    },
    forGood() {
      isForGood = true;
      transport()?.pause();
    },
  };
};

export const cutOff = (transport: (Readable & { terminate(): void }) | undefined, terminate: () => void): void => {
  if (!transport) return void terminate();
  // Many frames may have been read already.
  transport.removeAllListeners("message");
  transport.pause();
  setTimeout(terminate, LAST_ANSWERS_MS).unref();
};

/** Answers a ping after it was counted, because the WebSocket does not answer pings itself here. */
export const pong = (socket: WebSocket, data: Buffer, unread: Unread): void => {
  if (socket.readyState !== WebSocket.OPEN) return;
  unread.sent(data.length);
  socket.pong(data);
};

/** Closes a WebSocket so that the kernel too discards what the client has not read. */
export const resetNetwork = (network: NetworkSocket | undefined, socket: WebSocket): void => {
  if (network && !network.destroyed) network.resetAndDestroy();
  socket.terminate();
};
