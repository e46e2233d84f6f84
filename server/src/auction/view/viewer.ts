// The readers of auctions, by what they may see.
import { may, type Role } from "@jara/shared/permissions";

/**
 * The reader of a view. Names are masked for all but "admin": staff who may see bidders' names. A "cataloguer" sees
 * drafts and reserves, with masked names. Other staff are users here.
 */
export type Viewer =
  | { readonly kind: "public" }
  | { readonly kind: "user"; readonly id: string }
  | { readonly kind: "cataloguer"; readonly id: string }
  | { readonly kind: "admin"; readonly id: string };

export const viewerOfRole = (role: Role, id: string): Viewer => {
  if (may(role, "bids:read")) return { kind: "admin", id };
  return { kind: seesDrafts(role) ? "cataloguer" : "user", id };
};

export const everyone: Viewer = { kind: "public" };
/** An administrator's view without a particular person, so that no entry says "You". */
export const anyAdmin: Viewer = { kind: "admin", id: "" };
export const anyCataloguer: Viewer = { kind: "cataloguer", id: "" };

/** True if the viewer sees drafts and reserves. */
export const isPrivileged = ({ kind }: Viewer): boolean => kind === "admin" || kind === "cataloguer";

export const seesDrafts = (role: Role): boolean => may(role, "lots:edit");
