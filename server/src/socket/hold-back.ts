// Reading nothing from a WebSocket for a while, so that what its client sends waits in the client's own network.

interface Readable {
  pause(): void;
  resume(): void;
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
