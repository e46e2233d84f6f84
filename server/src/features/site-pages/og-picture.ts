// Draws the Open Graph picture of a lot (1200 x 630): its picture, title, price and end. Pictures are drawn one at a
// time, and one lot at most every ten seconds, so that a hot lot's previews do not take the time of its bids.
import { createRequire } from "node:module";
import path from "node:path";
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import { LRUCache } from "lru-cache";
import type { OverlayOptions } from "sharp";
import { loadSharp } from "../../platform/lib/sharp.ts";
import { printable } from "../../platform/pdf/printable.ts";
import { opensWords } from "./lot-facts.ts";
import { oneLine } from "./page-template.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const BAND = 40;
const PICTURE = 560;
const TEXT = WIDTH - PICTURE - 2 * 48;
const DRAWN_EVERY_MS = 10_000;
/** The most drawings that may wait. If there are more, the answer is the older picture, or none. */
const WAITING_AT_MOST = 20;

const { resolve } = createRequire(import.meta.url);
const FONT = resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf");

export interface OgPicture {
  readonly etag: string;
  readonly bytes: Buffer;
}

export interface OgPictures {
  /** Null if too many drawings wait already. */
  ofLot(auction: Auction): Promise<OgPicture | null>;
  ofSite(): Promise<OgPicture | null>;
}

interface OgDeps {
  readonly brandName: string;
  /** The folder of the built client, which has the band of the wax print. */
  readonly site: string;
  /** The bytes of a lot's picture that this site stores; null for any other. */
  readonly readPicture: (url: string) => Promise<Buffer | null>;
  readonly now?: () => number;
}

interface Facts {
  readonly heading: string;
  readonly figure: string;
  readonly line: string;
  readonly pictureUrl: string | null;
}

export const createOgPictures = ({ brandName, site, readPicture, now = Date.now }: OgDeps): OgPictures => {
  const drawn = new LRUCache<string, OgPicture & { readonly at: number }>({ max: 60 });
  const drawing = new Map<string, Promise<OgPicture | null>>();
  let last: Promise<unknown> = Promise.resolve();

  const draw = async (facts: Facts): Promise<Buffer> => {
    const sharp = await loadSharp();
    const picture = facts.pictureUrl === null ? null : await readPicture(facts.pictureUrl).catch(() => null);
    const width = picture ? TEXT : WIDTH - 2 * 48;
    const [heading, figure, line, brand] = await Promise.all([
      textOf(facts.heading, { width, height: 210, size: 40, colour: "#1b1c18" }),
      textOf(facts.figure, { width, height: 90, size: 62, colour: "#0b5a3a" }),
      textOf(facts.line, { width, height: 80, size: 26, colour: "#57574d" }),
      textOf(brandName, { width, height: 40, size: 28, colour: "#0b5a3a" }),
    ]);
    const left = (picture ? PICTURE : 0) + 48;
    const layers: OverlayOptions[] = [
      { input: path.join(site, "og-band.png"), left: 0, top: HEIGHT - BAND },
      ...(brand ? [{ input: brand, left, top: 48 }] : []),
      ...(heading ? [{ input: heading, left, top: 120 }] : []),
      ...(figure ? [{ input: figure, left, top: 360 }] : []),
      ...(line ? [{ input: line, left, top: 470 }] : []),
    ];
    if (picture) {
      const input = await sharp(picture, { failOn: "error" })
        .resize(PICTURE, HEIGHT - BAND, { fit: "cover" })
        .png()
        .toBuffer()
        .catch(() => null);
      if (input) layers.push({ input, left: 0, top: 0 });
    }
    return await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#f5f4ef" } })
      .composite(layers)
      .jpeg({ quality: 82 })
      .toBuffer();
  };

  const of = (name: string, etag: string, facts: () => Facts): Promise<OgPicture | null> => {
    const known = drawn.get(name);
    if (known && (known.etag === etag || now() - known.at < DRAWN_EVERY_MS)) return Promise.resolve(known);
    const running = drawing.get(name);
    if (running) return running;
    if (drawing.size >= WAITING_AT_MOST) return Promise.resolve(known ?? null);
    const job = last.then(async () => {
      const picture = { etag, bytes: await draw(facts()), at: now() };
      drawn.set(name, picture);
      return picture;
    });
    last = job.catch(() => {});
    drawing.set(name, job);
    return job.finally(() => drawing.delete(name));
  };

  return {
    ofLot: (auction) =>
      of(auction._id, `"${auction._id}-${auction.contentVersion}-${auction.version}"`, () => lot(auction)),
    ofSite: () =>
      of("", '"site"', () => ({
        heading: "Live auctions in Nigeria",
        figure: "Every bid is public",
        pictureUrl: null,
        line: "Bid in naira or dollars, by hand or with a maximum bid.",
      })),
  };
};

/** Without emoji and letters that the font does not have, because they would be drawn as boxes. */
const drawable = (text: string): string =>
  printable(oneLine(text), "").replaceAll("□", "").replace(/ {2,}/g, " ").trim();

const lot = (auction: Auction): Facts => ({
  heading: drawable(auction.title),
  figure: formatMoney(auction.currentPrice, auction.currency),
  line:
    auction.status === "active"
      ? `${auction.bidCount === 1 ? "1 bid" : `${auction.bidCount} bids`}. Ends ${formatLagosTime(auction.endTime)}`
      : auction.status === "paused"
        ? "Paused"
        : auction.status === "draft"
          ? opensWords(auction)
          : "Ended",
  pictureUrl: auction.imageUrl,
});

/** Null for an empty text. Pango reads markup, so the text is escaped. A text that does not fit ends with "…". */
const textOf = async (
  text: string,
  { width, height, size, colour }: { width: number; height: number; size: number; colour: string },
): Promise<Buffer | null> => {
  if (text === "") return null;
  const sharp = await loadSharp();
  for (let shown = text; shown.length > 0; shown = `${shown.slice(0, Math.floor(shown.length * 0.85)).trimEnd()}…`) {
    const escaped = shown.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c] ?? c);
    const markup = `<span foreground="${colour}">${escaped}</span>`;
    const { data, info } = await sharp({
      text: {
        text: markup,
        font: `Inter SemiBold ${size}`,
        fontfile: FONT,
        width,
        dpi: 72,
        rgba: true,
        wrap: "word-char",
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    if ((info.height <= height && info.width <= width) || shown.length < 4) return data;
  }
  return null;
};
