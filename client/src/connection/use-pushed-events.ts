// Passes every event that the server pushes to a component while it is mounted.
import type { PushFrame } from "@jara/shared/socket";
import { useEffect, useRef } from "react";
import { getConnection } from "./connection.ts";

export const usePushedEvents = (onFrame: (frame: PushFrame) => void): void => {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => getConnection().listen({ onFrame: (frame) => latest.current(frame) }), []);
};
