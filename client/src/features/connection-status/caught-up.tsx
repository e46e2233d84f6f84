// Says that prices may be old while there is no connection, and for a while after it that everything is caught up.
import { useEffect, useState } from "react";
import { serverNow } from "../../connection/connection.ts";
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { Notice } from "../../ui/notice.tsx";

const SHOWN_MS = 8000;
const lagosClock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

export const CaughtUp = ({ className }: { className?: string }) => {
  const state = useConnectionState();
  const [lost, setLost] = useState(false);
  const [backAt, setBackAt] = useState<number | null>(null);

  if (state === "reconnecting" && !lost) setLost(true);
  if (state === "live" && lost) {
    setLost(false);
    setBackAt(serverNow());
  }
  useEffect(() => {
    if (backAt === null) return;
    const timer = setTimeout(() => setBackAt(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [backAt]);

  const look = className ? { className } : {};
  if (state === "reconnecting") {
    return (
      <Notice tone="warning" title="Reconnecting…" {...look}>
        The price may have moved. Bidding opens again once we are up to date.
      </Notice>
    );
  }
  if (state === "live" && backAt !== null) {
    return (
      <Notice tone="success" {...look}>
        Up to date again at {lagosClock.format(backAt)}
      </Notice>
    );
  }
  return null;
};
