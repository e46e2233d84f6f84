// Push messages: shows them, and opens the page that a tapped one leads to. It never places a bid.
declare const self: ServiceWorkerGlobalScope;

/** The contract is `pushMessageSchema` (shared/src/rest/push.ts). */
interface PushMessage {
  readonly for: string;
  readonly title: string;
  readonly text: string;
  readonly tag: string;
  readonly link: string;
  readonly at: string;
}

/** The page notes here which subscription is the signed-in person's (client/src/features/this-device/push-owner.ts). */
const OWNER_CACHE = "push-owner";
const OWNER = "/push-owner";
/** A page that is being loaded does not answer. */
const PAGE_ANSWERS_MS = 1_000;

/**
 * A message that is not for the person who is signed in here shows none of its words. Browsers want each message to show
 * something.
 */
export const showPush = async (event: PushEvent): Promise<void> => {
  const message = read(event);
  const owner = await (await caches.match(OWNER, { cacheName: OWNER_CACHE }))?.text();
  if (!message || message.for !== owner) {
    await self.registration.showNotification("There is news for you", {
      body: "Open the site to read it.",
      tag: "news",
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      data: { link: "/" },
    });
    return;
  }
  const { title, text, tag, link, at } = message;
  // The open page says the same, so it makes no sound.
  const isSeen = (await self.clients.matchAll({ type: "window" })).some(
    ({ visibilityState }) => visibilityState === "visible",
  );
  // TypeScript does not know all of the options.
  const options: NotificationOptions & { renotify: boolean; timestamp: number } = {
    body: text,
    tag,
    renotify: !isSeen,
    silent: isSeen,
    timestamp: Date.parse(at),
    lang: "en-NG",
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: { link },
  };
  await self.registration.showNotification(title, options);
};

const read = ({ data }: PushEvent): PushMessage | null => {
  try {
    const message = data?.json() as Partial<Record<keyof PushMessage, unknown>> | null | undefined;
    const parts = [message?.for, message?.title, message?.text, message?.tag, message?.link, message?.at];
    return parts.every((part) => typeof part === "string") ? (message as PushMessage) : null;
  } catch {
    return null;
  }
};

export const openPush = async ({ notification }: NotificationEvent): Promise<void> => {
  notification.close();
  const { link } = notification.data as { link: string };
  const address = new URL(link, self.location.origin);
  // A message leads to a page of this site, whatever it says.
  if (address.origin !== self.location.origin) address.href = self.location.origin;
  const pages = await self.clients.matchAll({ type: "window" });
  const [page] = pages
    .map((client) => ({ client, isThere: new URL(client.url).pathname === address.pathname }))
    .sort((a, b) => Number(b.isThere) - Number(a.isThere) || Number(b.client.focused) - Number(a.client.focused))
    .map(({ client }) => client);
  if (!page) {
    await self.clients.openWindow(address.href);
    return;
  }
  await page.focus().catch(() => {});
  if (!(await goesTo(page, address.pathname + address.search))) await page.navigate(address.href);
};

/** The page goes there by itself, without being loaded again. False: it does not answer. */
const goesTo = (page: WindowClient, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), PAGE_ANSWERS_MS);
    page.postMessage({ type: "open", path }, [port2]);
  });
