import { expect, it } from "vitest";
import { savesData, withoutPictures } from "./data-saver.ts";

it("follows the choice on the device, and without one the browser's", () => {
  expect(savesData({})).toBe(false);
  expect(savesData({ "save-data": "on" })).toBe(true);
  expect(savesData({ "save-data": "on", cookie: "a=b; saver=off" })).toBe(false);
  expect(savesData({ cookie: "saver=on; a=b" })).toBe(true);
});

it("names no picture, and keeps the places of those of the first view", () => {
  const html =
    '<head><link rel="preload" as="image" type="image/avif" imagesrcset="/media/a-480.avif 480w"><title>A</title></head>' +
    '<picture class="contents"><source type="image/avif" srcset="/media/a-480.avif 480w"><img src="/media/a.webp" alt="" class="aspect-square w-full"></picture><p>B</p>';
  expect(withoutPictures(html)).toBe('<head><title>A</title></head><div class="aspect-square w-full"></div><p>B</p>');
});
