// Where a picture is found: a stored media URL that is not absolute belongs to the API's host (spec section 2).
import type { Auction } from "@jara/shared/auction";

const apiHost: string = import.meta.env.VITE_API_HOST ?? "";

export const mediaUrl = (url: string): string => (url.startsWith("http") ? url : `${apiHost}${url}`);

/** The auction's first picture, or null where it has none. */
export const firstImageUrl = (auction: Pick<Auction, "media" | "imageUrl">): string | null => {
  const url = auction.media.find((media) => media.type === "image")?.url ?? auction.imageUrl;
  return url ? mediaUrl(url) : null;
};
