// Checks what remains of a file's original name for display.
import { mediaSchema } from "@jara/shared/auction";
import { ORIGINAL_NAME_MAX } from "@jara/shared/media";
import { uploadAnswer } from "@jara/shared/rest/auctions";
import { describe, expect, it } from "vitest";

import { cleanOriginalName } from "./original-name.ts";

describe("a file's original name", () => {
  it.each([
    ["IMG 2041 (1).jpg", "IMG 2041 (1).jpg"],
    ["Ìbàdàn – ọjà 🥁.jpg", "Ìbàdàn – ọjà 🥁.jpg"],
    ["C:\\fakepath\\film.mp4", "film.mp4"],
    ["../../etc/passwd", "passwd"],
    ["/a/b/", "file"],
    ["", "file"],
    [undefined, "file"],
    [" \t\u0000\u0007\r\n ", "file"],
    ["a\u0000b\nc\u007f.jpg", "ab c.jpg"],
    ["photo\u202Egpj.exe", "photogpj.exe"],
    ["half \ud800 pair.jpg", "half pair.jpg"],
    ["x".repeat(500), "x".repeat(ORIGINAL_NAME_MAX)],
    [`${"x".repeat(ORIGINAL_NAME_MAX - 1)}🥁`, "x".repeat(ORIGINAL_NAME_MAX - 1)],
  ])("becomes plain text: %j", (given, kept) => {
    expect(cleanOriginalName(given)).toBe(kept);
    const file = { url: "/media/a.webp", filename: "a.webp", originalName: cleanOriginalName(given), type: "image" };
    // The name in the answer goes into an auction's media unchanged.
    expect(mediaSchema.parse(uploadAnswer.parse({ file }).file)).toEqual(file);
  });
});
