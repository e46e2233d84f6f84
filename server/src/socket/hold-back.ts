// Reading nothing from a WebSocket for a while, so that what its client sends waits in the client's own network; or never
// again.

/** What was answered before a connection is cut off leaves meanwhile. */
const LAST_ANSWERS_MS = 1_000;

interface Readable {
  pause(): void;
  resume(): void;
  removeAllListeners(event: "message"): unknown;
}

/** The longest of the waits asked for holds. `transport` is asked each time: it may be another by then. */
export const createHoldBack = (transport: () => Readable | undefined): ((ms: number) => void) => {
  let until = 0;
  let timer: NodeJS.Timeout | undefined;
  return (ms) => {
    const asked = performance.now() + ms;
    if (asked <= until) return;
    until = asked;
    clearTimeout(timer);
    transport()?.pause();
    timer = setTimeout(() => transport()?.resume(), ms);
    timer.unref();
  };
};

export const cutOff = (transport: Readable | undefined, terminate: () => void): void => {
  if (!transport) return void terminate();
  // Many frames may be here already.
  transport.removeAllListeners("message");
  transport.pause();
  setTimeout(terminate, LAST_ANSWERS_MS).unref();
};
