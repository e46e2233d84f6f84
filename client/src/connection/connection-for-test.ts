// A live connection for tests: the test sets its state and sends its frames. Use it as
// `vi.mock("…/connection.ts", async () => (await import("…/connection-for-test.ts")).mockedConnection)`.
import type { ConnectionState } from "./live-connection.ts";

type OnFrame = (frame: unknown) => void;

export const connection = {
  state: "live" as ConnectionState,
  states: new Set<() => void>(),
  frames: new Set<OnFrame>(),
};

/** Changes the state, and calls the listeners. */
export const become = (state: ConnectionState): void => {
  connection.state = state;
  for (const listener of connection.states) listener();
};

export const mockedConnection = {
  getConnection: () => ({
    get state() {
      return connection.state;
    },
    onState: (listener: () => void) => {
      connection.states.add(listener);
      return () => connection.states.delete(listener);
    },
    listen: ({ onFrame }: { onFrame: OnFrame }) => {
      connection.frames.add(onFrame);
      return () => connection.frames.delete(onFrame);
    },
    send: async () => ({ ok: false, error: { code: "NOT_FOUND", message: "Not found" } }),
  }),
  serverNow: () => Date.now(),
};
