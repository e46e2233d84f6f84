// Follows what the device says about its network and about this tab. It is sometimes wrong and often silent, so it only
// causes checks of the connection.
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
