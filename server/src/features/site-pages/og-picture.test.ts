// Tests the texts of Open Graph pictures: what the font cannot draw is left out.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Auction } from "@jara/shared/auction";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOgPictures } from "./og-picture.ts";

let site: string;
beforeAll(async () => {
  site = mkdtempSync(path.join(tmpdir(), "jara-og-"));
  await sharp({ create: { width: 1200, height: 40, channels: 3, background: "#0b5a3a" } })
    .png()
    .toFile(path.join(site, "og-band.png"));
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

const drawn = async (title: string): Promise<Buffer> => {
  const pictures = createOgPictures({ brandName: "Jara", site, readPicture: async () => null });
  const auction = {
    _id: "a",
    title,
    currentPrice: 36_500,
    currency: "NGN",
    bidCount: 5,
    status: "active",
    version: 1,
    endTime: "2026-11-30T11:20:00.000Z",
    imageUrl: null,
    contentVersion: 1,
  } as unknown as Auction;
  const picture = await pictures.ofLot(auction);
  if (!picture) throw new Error("not drawn");
  return picture.bytes;
};

it("leaves out emoji and letters that the font does not have, instead of drawing boxes", async () => {
  const plain = await drawn("Phone, 128 GB");
  for (const title of [
    "Phone, 128 GB 📱🔥",
    "👨‍👩‍👧🇳🇬 Phone, 128 GB",
    "Phone, 1️⃣28 GB".replace("\ufe0f\u20e3", ""),
    "Phone, 128 GB 你好 محمد",
  ]) {
    expect((await drawn(title)).equals(plain), title).toBe(true);
  }
  expect((await drawn("Phone, 256 GB")).equals(plain)).toBe(false);
});

it("draws a title of emoji alone, with its price and end", async () => {
  expect((await sharp(await drawn("🔥🔥🔥")).metadata()).width).toBe(1200);
});

it("draws the letters and tone marks of Nigeria's languages", async () => {
  expect((await drawn("Ọ̀ṣun ńlá ƙwaɗo")).equals(await drawn("Osun nla kwado"))).toBe(false);
});
