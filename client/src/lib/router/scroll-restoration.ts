// Keeps the scroll position of each entry of the browser's history: Back and a reload show the page where it was left,
// and a new page begins at its top or at the element that its address names.
import { useEffect, useLayoutEffect } from "react";
import { decode } from "./address.ts";
import { useRouter, useRouterState } from "./router.tsx";

const STORED_AS = "scroll-positions";

const read = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? "{}");
  } catch {
    return {};
  }
};

let positions: Record<string, number> | undefined;

export const ScrollRestoration = (): null => {
  const router = useRouter();
  const { location, preventScrollReset } = useRouterState();

  useEffect(() => {
    window.history.scrollRestoration = "manual";
    const remember = (): void => {
      positions = { ...positions, [router.state.location.key]: window.scrollY };
    };
    const leave = (): void => {
      remember();
      window.history.scrollRestoration = "auto";
      try {
        sessionStorage.setItem(STORED_AS, JSON.stringify(positions));
      } catch {
        // Storage is forbidden or full: the next document begins at its top.
      }
    };
    window.addEventListener("pagehide", leave);
    const stop = router.subscribe(({ navigation }) => {
      if (navigation.state === "loading") remember();
    });
    return () => {
      stop();
      window.removeEventListener("pagehide", leave);
    };
  }, [router]);

  useLayoutEffect(() => {
    positions ??= read();
    const known = positions[location.key];
    const target = location.hash && document.getElementById(decode(location.hash.slice(1)));
    if (known !== undefined) window.scrollTo(0, known);
    else if (target) target.scrollIntoView();
    else if (!preventScrollReset) window.scrollTo(0, 0);
  }, [location, preventScrollReset]);
  return null;
};
