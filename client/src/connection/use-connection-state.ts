// The hooks for the state of the live connection: the state itself, and a callback for each time when it becomes live.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { getConnection } from "./connection.ts";
import type { ConnectionState } from "./live-connection.ts";

const subscribe = (listener: () => void) => getConnection().onState(listener);
const read = (): ConnectionState => getConnection().state;

export const useConnectionState = (): ConnectionState => useSyncExternalStore(subscribe, read);

/**
 * Calls `onLive` whenever the connection becomes live while mounted, at first and after each loss, because no event
 * reported the changes before. Does not call it at mount, because data fetched at mount are newer than the connection.
 */
export const useOnLive = (onLive: () => void): void => {
  const state = useConnectionState();
  const latest = useRef(onLive);
  const wasNotLive = useRef(false);
  useEffect(() => {
    latest.current = onLive;
  });
  useEffect(() => {
    if (state !== "live") wasNotLive.current = true;
    else if (wasNotLive.current) {
      wasNotLive.current = false;
      latest.current();
    }
  }, [state]);
};
