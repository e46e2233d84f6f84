// This browser's subscription to push messages: makes it, sends it to the server, and ends it.
import * as calls from "@jara/shared/calls/notifications";
import type { PushSubscriptionBody } from "@jara/shared/rest/push";
import { ask } from "../../lib/api.ts";
import { useSession } from "../../store/session.ts";
import { forgetPushOwner, isOwnerNoted, notePushOwner, readPushOwner, showPushMessages } from "./push-owner.ts";
import { registerWorker } from "./worker.ts";

/** `no`: the browser cannot. `install`: an iPhone can once the site is on its home screen. `denied`: the person said no. */
export type PushAbility = "yes" | "no" | "install" | "denied";

export const pushAbility = (isApplePhone: boolean): PushAbility => {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!can) return isApplePhone ? "install" : "no";
  return Notification.permission === "denied" ? "denied" : "yes";
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Made with the server's present key. After the operator changed it, messages to an older one are refused. */
const isMadeWith = ({ options }: PushSubscription, pushKey: string): boolean => {
  const key = options.applicationServerKey && new Uint8Array(options.applicationServerKey);
  return key !== null && `${key}` === `${bytesOf(pushKey)}`;
};

const currentSession = (): string => (useSession.getState().token ?? "").slice(-12);

/** Sends the subscription to the server, where it belongs to this session from then on. */
const send = async (subscription: PushSubscription, userId: string): Promise<void> => {
  // A browser may add fields, which the server would refuse.
  const { endpoint, expirationTime = null, keys } = subscription.toJSON() as PushSubscriptionBody;
  notePushOwner({ userId, endpoint: subscription.endpoint, session: currentSession() });
  const answer = await ask(calls.subscribeToPush, { body: { endpoint, expirationTime, keys } });
  await showPushMessages(answer.subscription);
};

const subscribe = async (registration: ServiceWorkerRegistration, pushKey: string, userId: string): Promise<void> => {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) };
  await send(await registration.pushManager.subscribe(options), userId);
};

export const currentSubscription = async (): Promise<PushSubscription | null> =>
  "serviceWorker" in navigator
    ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager?.getSubscription()) ?? null)
    : null;

/** Asks the person, if the browser has not asked yet. Call it in a press, or browsers do not ask. */
export const switchPushOn = async (pushKey: string, userId: string): Promise<"on" | "denied"> => {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  if (!(await registerWorker())) throw new Error("no service worker");
  await subscribe(await navigator.serviceWorker.ready, pushKey, userId);
  return "on";
};

/** Ends the subscription in the browser first, so that nothing arrives any more even if the server does not answer. */
export const switchPushOff = async (): Promise<void> => {
  const subscription = await currentSubscription();
  await forgetPushOwner();
  await subscription?.unsubscribe();
  if (subscription) await ask(calls.unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
};

/** Ends the subscription in the browser alone: the session is over, and with it the server's row. */
export const dropSubscription = async (): Promise<void> => {
  await forgetPushOwner();
  await (await currentSubscription())?.unsubscribe();
};

/**
 * Brings the browser's subscription in line with who is signed in: it goes on for its own person, in a new session too,
 * and ends for anybody else.
 */
export const alignPush = async (pushKey: string, userId: string): Promise<void> => {
  const subscription = await currentSubscription();
  const owner = readPushOwner();
  if (!subscription) return await forgetPushOwner();
  if (owner?.userId !== userId) return await dropSubscription();
  if (!isMadeWith(subscription, pushKey)) {
    await subscription.unsubscribe();
    await subscribe(await navigator.serviceWorker.ready, pushKey, userId);
    return;
  }
  const isSame = owner.session === currentSession() && owner.endpoint === subscription.endpoint;
  if (!isSame || !(await isOwnerNoted())) await send(subscription, userId);
};
