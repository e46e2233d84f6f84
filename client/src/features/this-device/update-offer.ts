// Offers a new version of the site once it is installed beside the running one. Nothing is ever reloaded by itself, and
// the offer is hidden while the person is in the middle of something.
import { dismissToast, toast, toasts } from "../../store/toast.ts";

const OFFER = "new-version";
const LOOK_EVERY_MS = 1_000;
const TAKES_OVER_WITHIN_MS = 3_000;
/** The longest time that a timer can have, because the offer stays until it is answered. */
const FOR_EVER_MS = 2_147_483_647;

/** True while a dialog is open, a command is on its way, or a text is typed that a reload would lose. */
export const isInTheMiddle = (): boolean => {
  if (document.querySelector("dialog[open], [aria-busy=true]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("main input, main textarea");
  return [...fields].some(({ type, value }) => !ignored.has(type) && value !== "");
};
/** Their `value` is not what a person typed. */
const ignored: ReadonlySet<string> = new Set(["search", "checkbox", "radio", "hidden", "submit", "button"]);

/** Returns how to stop. */
export const offerUpdates = (registration: ServiceWorkerRegistration): (() => void) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    // The first worker of a browser replaces none, so there is nothing to reload.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    clearInterval(timer);
    timer = setInterval(
      offerWhenFree(registration.waiting, () => clearInterval(timer)),
      LOOK_EVERY_MS,
    );
  };
  const follow = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => worker.state === "installed" && look());
  };
  registration.addEventListener("updatefound", follow);
  follow();
  look();
  return () => {
    clearInterval(timer);
    registration.removeEventListener("updatefound", follow);
  };
};

const offerWhenFree = (worker: ServiceWorker, end: () => void) => {
  let isShown = false;
  return () => {
    const isThere = toasts.getState().some(({ id }) => id === OFFER);
    if (isInTheMiddle()) {
      if (isThere) dismissToast(OFFER);
      isShown = false;
    } else if (!isShown) {
      isShown = true;
      toast("A new version is ready", {
        id: OFFER,
        duration: FOR_EVER_MS,
        action: { label: "Reload", onClick: () => takeOver(worker) },
      });
    } else if (!isThere) {
      // The person dismissed it.
      end();
    }
  };
};

const takeOver = (worker: ServiceWorker): void => {
  if (isInTheMiddle()) return;
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  worker.postMessage({ type: "take-over" });
  setTimeout(reload, TAKES_OVER_WITHIN_MS);
};
