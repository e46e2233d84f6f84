// What the routes of this feature need.
import type { RouteDeps } from "../route-deps.ts";
import type { Requirements } from "./requirements.ts";

export interface WhoMayBidDeps extends Pick<RouteDeps, "database"> {
  readonly requirements: Pick<Requirements, "of" | "hasOwn">;
  /** Finds the type by the content, and makes a picture safe. Throws a refusal. */
  readonly cleanDocument: (file: Buffer) => Promise<{ readonly kind: "picture" | "pdf"; readonly file: Uint8Array }>;
  /** Call after the commit: what the house knows of this bidder has changed. */
  readonly changed: (userId: string) => void;
}
