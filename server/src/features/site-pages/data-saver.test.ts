import { expect, it } from "vitest";
import { savedPage, savesData } from "./data-saver.ts";

it("follows the choice made on the device, and without one the browser's setting", () => {
  expect(savesData({})).toBe(false);
  expect(savesData({ "save-data": "on" })).toBe(true);
  expect(savesData({ "save-data": "on", cookie: "a=b; saver=off" })).toBe(false);
  expect(savesData({ cookie: "saver=on; a=b" })).toBe(true);
});

it("names no picture and no font, and keeps the places of the pictures of the first view", () => {
  const html =
    '<html lang="en"><link rel="preload" href="/assets/jara-display-1.woff2" as="font" crossorigin>' +
    '<link rel="preload" as="image" type="image/avif" imagesrcset="/media/a-480.avif 480w"><title>A</title>' +
    '<picture class="contents"><source type="image/avif" srcset="/media/a-480.avif 480w"><img src="/media/a.webp" alt="" class="aspect-square w-full"></picture><p>B</p>';
  expect(savedPage(html)).toBe(
    '<html data-saver lang="en"><title>A</title><div class="aspect-square w-full"></div><p>B</p>',
  );
});
