// Goes to the page of a push message that was tapped, as the service worker says.
import { useEffect } from "react";
import { useNavigate } from "#router";

export const usePushedPage = (): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const onMessage = ({ data, ports }: MessageEvent) => {
      const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
      if (type !== "open" || typeof path !== "string" || !/^\/(?!\/)/.test(path)) return;
      ports[0]?.postMessage("gone there");
      navigate(path);
    };
    navigator.serviceWorker.addEventListener("message", onMessage);
    return () => navigator.serviceWorker.removeEventListener("message", onMessage);
  }, [navigate]);
};
