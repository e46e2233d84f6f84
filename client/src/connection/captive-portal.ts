// Detects a captive portal: a network that answers in the server's place with a log-in page, as in a hotel or an
// airport. It then shows a notice, because the user would otherwise see "Reconnecting…" for ever. Over HTTPS no network
// can answer so, and the device itself asks its user to log in.
import { dismissToast, toast } from "../store/toast.ts";
import type { SocketLike } from "./wire.ts";

const NOTICE = "network-log-in";
/** A restarting server refuses a connection or two. */
const ASK_AFTER_FAILURES = 2;
const ANSWER_WITHIN_MS = 4_000;
/** The notice stays until the connection is back. A timer needs an end, so this is a day. */
const SHOWN_MS = 86_400_000;
export const PROOF = "/health/live";

/** Tells whether the server answers, or somebody else in its place. Null: nobody answers, which proves nothing. */
export const whoAnswers = async (get: typeof fetch = fetch): Promise<"server" | "other" | null> => {
  const answer = await get(PROOF, {
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => null);
  if (!answer) return null;
  if (answer.type === "opaqueredirect" || answer.status === 511) return "other";
  if (!answer.ok) return null;
  return /\bjson\b/.test(answer.headers.get("content-type") ?? "") ? "server" : "other";
};

export const watchForCaptivePortal = (socket: Pick<SocketLike, "on">): void => {
  let failures = 0;
  let hasNotified = false;
  socket.on("connect", () => {
    failures = 0;
    hasNotified = false;
    dismissToast(NOTICE);
  });
  socket.on("connect_error", async () => {
    failures += 1;
    if (hasNotified || failures < ASK_AFTER_FAILURES || (await whoAnswers()) !== "other") return;
    // The connection may be back, or another attempt may have notified the user.
    if (hasNotified || failures === 0) return;
    hasNotified = true;
    toast.warning("Your network asks you to log in", {
      id: NOTICE,
      duration: SHOWN_MS,
      description: "Prices are not up to date, and no bid reaches us, until you have logged in to your Wi-Fi.",
      // The network shows its own page instead of ours.
      action: { label: "Open its page", onClick: () => window.open("/", "_blank", "noopener") },
    });
  });
};
