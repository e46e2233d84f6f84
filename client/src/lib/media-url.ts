// Makes the addresses of pictures. A stored media URL that is not absolute belongs to the API's host (spec section 2).
// Pictures stored by the server also exist in smaller sizes, under derived names.
import type { Auction } from "@jara/shared/auction";
import { pictureFormats, pictureWidths } from "@jara/shared/picture-sizes";

const apiHost: string = import.meta.env.VITE_API_HOST ?? "";

export const mediaUrl = (url: string): string => (url.startsWith("http") ? url : `${apiHost}${url}`);

/** The auction's first picture, or null if it has none. */
export const firstImageUrl = (auction: Pick<Auction, "media" | "imageUrl">): string | null => {
  const url = auction.media.find((media) => media.type === "image")?.url ?? auction.imageUrl;
  return url ? mediaUrl(url) : null;
};

/** The `srcset`s of a picture stored by the server, best format first; none for a picture from elsewhere. */
export const smallerSizes = (src: string): { type: string; srcSet: string }[] => {
  if (!src.startsWith(`${apiHost}/media/`)) return [];
  const stem = /^(.+)\.(?:webp|jpe?g|png|avif)$/i.exec(src)?.[1];
  if (!stem) return [];
  return pictureFormats.map((format) => ({
    type: `image/${format}`,
    srcSet: pictureWidths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", "),
  }));
};
