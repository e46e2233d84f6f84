// Hints that the site can be put on the home screen: from the second visit on, at most three times, a week apart. After
// "Install" is pressed, the browser asks with its own dialog; on an iPhone only the person can install the site.
import { brandName } from "../../lib/brand.ts";
import { toast } from "../../store/toast.ts";

const KEY = "install-hint";
const HINTS_AT_MOST = 3;
const APART_MS = 7 * 24 * 60 * 60_000;
const SHOWN_MS = 20_000;

/** The event that Chromium gives to a page that can be installed. `public/begin.js` keeps it, because it comes early. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}
declare global {
  interface Window {
    installOffer?: InstallOffer | undefined;
  }
}

interface Hints {
  readonly shown: number;
  readonly at: number;
}

const read = (): Hints => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Hints> | null;
    if (typeof stored?.shown === "number" && typeof stored.at === "number") return stored as Hints;
  } catch {
    // Storage can be forbidden; then the hint comes at each visit but the first.
  }
  return { shown: 0, at: 0 };
};
const write = (hints: Hints): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(hints));
  } catch {
    // As above.
  }
};

/** True in the installed app itself. */
export const isInstalled = (): boolean =>
  matchMedia("(display-mode: standalone)").matches || (navigator as { standalone?: boolean }).standalone === true;

/** iPads call themselves Macintosh, but no Macintosh has a touch screen. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

/** Asks the browser to install the site. False if it cannot ask now, or the person said no. */
export const install = async (): Promise<boolean> => {
  const offer = window.installOffer;
  // An offer works once.
  window.installOffer = undefined;
  const answer = await offer?.prompt();
  write({ shown: HINTS_AT_MOST, at: Date.now() });
  return answer?.outcome === "accepted";
};

export const hintAtInstalling = (now = Date.now()): void => {
  const { shown, at } = read();
  if (isInstalled() || shown >= HINTS_AT_MOST || now - at < APART_MS) return;
  const canAsk = window.installOffer !== undefined;
  if (!canAsk && !isApplePhone()) return;
  write({ shown: shown + 1, at: now });
  toast(`Put ${brandName} on your home screen`, {
    id: KEY,
    duration: SHOWN_MS,
    description: canAsk
      ? "It opens at once, even on a bad network."
      : "It opens at once, even on a bad network. Tap Share, then “Add to Home Screen”.",
    ...(canAsk && { action: { label: "Install", onClick: () => void install() } }),
  });
};
