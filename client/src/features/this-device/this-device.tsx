// Sets up what this browser keeps of the site: the service worker with its offers of new versions, and the hint to
// install the site. Loaded late, because nothing of it is urgent.
import { useEffect, useState } from "react";
import { useLocation } from "#router";
import { useSite } from "../../lib/site.ts";
import { isSaving } from "../../store/saver.ts";
import { useSession } from "../../store/session.ts";
import { AskForPush, canAskForPush } from "./ask-for-push.tsx";
import { hintAtInstalling } from "./install-hint.ts";
import { offerUpdates } from "./update-offer.ts";
import { useHasBid } from "./use-has-bid.ts";
import { usePushOwner } from "./use-push-owner.ts";
import { usePushedPage } from "./use-pushed-page.ts";
import { noteVisit } from "./visits.ts";
import { checkForUpdates, registerWorker, removeWorker } from "./worker.ts";

/** The hint waits until the person has seen the page. */
const HINT_AFTER_MS = 8_000;

/**
 * The worker loads the code of a lot's page, so it waits until that code is loaded anyway or somebody comes back, and never
 * starts for a person who saves data.
 */
const useIsWorthIt = (visit: number): boolean => {
  const isSignedIn = useSession(({ status }) => status === "authenticated");
  const isLot = useLocation().pathname.startsWith("/auction/");
  const isThere = Boolean(navigator.serviceWorker?.controller);
  return isThere || (!isSaving() && (isSignedIn || isLot || visit > 1));
};

export const ThisDevice = () => {
  const [visit] = useState(() => noteVisit());
  const site = useSite();
  const hasWorker = site?.serviceWorker;
  const userId = useSession(({ user }) => user?._id);
  usePushOwner(site?.pushKey);
  usePushedPage();
  const isWorthIt = useIsWorthIt(visit);
  const hasBid = useHasBid();
  const pushKey = site?.pushKey ?? null;
  // Once: the answer changes while the person gives it.
  const [canAsk] = useState(canAskForPush);
  const asksForPush = hasBid && pushKey !== null && canAsk;
  useEffect(() => {
    if (asksForPush || (visit === 1 && !hasBid)) return;
    const timer = setTimeout(hintAtInstalling, HINT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [visit, hasBid, asksForPush]);
  useEffect(() => {
    if (hasWorker === false) void removeWorker();
    if (!hasWorker || !isWorthIt) return;
    const stops: (() => void)[] = [];
    let isOver = false;
    void registerWorker().then((registration) => {
      if (registration && !isOver) stops.push(offerUpdates(registration), checkForUpdates(registration));
    });
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [hasWorker, isWorthIt]);
  return asksForPush && userId ? <AskForPush key={userId} pushKey={pushKey} userId={userId} /> : null;
};
