// Reading nothing from a WebSocket for a while, so that what its client sends waits in the client's own network; or never
// again.
import { WebSocket } from "ws";

/** What was answered before a connection is cut off leaves meanwhile. */
const LAST_ANSWERS_MS = 1_000;

interface Readable {
  pause(): void;
  resume(): void;
  removeAllListeners(event: "message"): unknown;
}

export interface HoldBack {
  /** The longest of the waits asked for holds. */
  forMs(ms: number): void;
  /** Until it settles; no wait that was asked for becomes shorter. */
  during(work: Promise<unknown>): void;
  /** Whatever was asked for before. */
  forGood(): void;
}

/** `transport` is asked each time: it may be another by then. */
export const createHoldBack = (transport: () => Readable | undefined): HoldBack => {
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
      // A timer may be a little early by that clock.
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
  // Many frames may be here already.
  stopParsing(transport);
  transport.removeAllListeners("message");
  transport.pause();
  setTimeout(terminate, LAST_ANSWERS_MS).unref();
};

/** Answers a ping, where the WebSocket does not do so itself: pings are counted before. */
export const pong = (socket: WebSocket, data: Buffer): void => {
  if (socket.readyState === WebSocket.OPEN) socket.pong(data);
};

/**
 * A paused WebSocket still takes apart what it has read: thousands of frames. `ws` has no public way to stop that, so this
 * reaches for its receiver; where a version names it otherwise, the frames are parsed and dropped.
 */
export const stopParsing = (socket: object): void => {
  const receiver = (socket as { _receiver?: { _loop: boolean; startLoop: (done: () => void) => void } })._receiver;
  if (!receiver) return;
  receiver._loop = false;
  receiver.startLoop = (done) => done();
};
