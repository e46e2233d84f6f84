// Checks where a subscription wants its messages. Whoever subscribes chooses the address that this server calls, so it must
// be a known push service, over https, at its usual port. Nothing else may be reached in this way.
import type { PushSettings } from "../../../config.ts";

/** The services of Chrome, Edge, Opera, Samsung Internet (Google's), Firefox, Edge on Windows, and Safari. */
const known: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

const LENGTH_MAX = 1000;

export interface PushEndpoint {
  /** As the URL parser writes it, so that no other parser reads another host in it. */
  readonly address: string;
  /** The operator named this service, which may stand in a private network. */
  readonly isOwn: boolean;
}

/** Null: the address is not one of a push service. */
export const readEndpoint = (text: string, { services }: Pick<PushSettings, "services">): PushEndpoint | null => {
  if (text.length > LENGTH_MAX || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return null;
  const address = url.href;
  if (services.includes(url.origin)) return { address, isOwn: true };
  const isKnown = url.protocol === "https:" && url.port === "" && known.some((host) => host.test(url.hostname));
  return isKnown ? { address, isOwn: false } : null;
};
