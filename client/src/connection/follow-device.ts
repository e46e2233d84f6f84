// Has the connection checked when the browser reports that the network or its address changed, or that the tab woke up.
// The browser is sometimes wrong and often silent, so a report alone never ends a connection that answers.
import type { LiveConnection } from "./live-connection.ts";

/** https://wicg.github.io/netinfo: not in every browser. */
export interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean;
}

export const followDevice = (live: Pick<LiveConnection, "suspect" | "changeNetwork" | "wake">): void => {
  window.addEventListener("offline", () => void live.suspect());
  window.addEventListener("online", () => void live.changeNetwork());
  // From Wi-Fi to mobile, often without a moment offline: the address is another one, and open connections may be dead.
  const { connection } = navigator as { connection?: NetworkInformation };
  connection?.addEventListener("change", () => void live.changeNetwork());
  window.addEventListener("pageshow", (event) => event.persisted && void live.wake());
  // A phone freezes tabs in the background.
  document.addEventListener("resume", () => void live.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void live.wake());
};
