// The state of the live connection, for components.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { getConnection } from "./connection.ts";
import type { ConnectionState } from "./live-connection.ts";

const subscribe = (listener: () => void) => getConnection().onState(listener);
const read = (): ConnectionState => getConnection().state;

export const useConnectionState = (): ConnectionState => useSyncExternalStore(subscribe, read);

/** Calls `onBack` when the connection is live again after a loss, because data fetched before may be out of date. */
export const useOnBackLive = (onBack: () => void): void => {
  const state = useConnectionState();
  const latest = useRef(onBack);
  const lost = useRef(false);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (state === "reconnecting") lost.current = true;
    if (state === "live" && lost.current) {
      lost.current = false;
      latest.current();
    }
  }, [state]);
};
