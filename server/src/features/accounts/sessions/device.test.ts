import { describe, expect, it } from "vitest";
import { inWords, networkOf } from "./device.ts";

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0";

describe("a device in words", () => {
  it.each([
    [`Mozilla/5.0 (Linux; Android 14; K) ${chrome} Mobile Safari/537.36`, "Chrome on Android"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`, "Microsoft Edge on Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari on iOS",
    ],
    ["Opera/9.80 (J2ME/MIDP; Opera Mini/8.0; U; en) Presto/2.12.423", "Opera"],
    ["", "Unknown device"],
    ["curl/8.5.0", "Unknown device"],
    ["WinCash/1.0 (buy at spam-site.ng) ", "Unknown device"],
    ["WinCash/1.0 (Windows NT 10.0)", "Unknown browser on Windows"],
  ])("%s", (userAgent, words) => {
    expect(inWords(userAgent)).toBe(words);
  });
});

describe("the network of an address", () => {
  it.each([
    ["102.89.33.7", "102.89.x.x"],
    ["2c0f:f5c0:1:2::/64", "2c0f:f5c0:x"],
    ["::ffff:102.89.33.7", "102.89.x.x"],
    ["::1", "0:0:x"],
    ["", "unknown"],
    ["nonsense", "unknown"],
  ])("%s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
