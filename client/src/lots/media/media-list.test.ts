import { mediaSentences, PICTURE_MAX_BYTES, VIDEO_MAX_BYTES } from "@jara/shared/media";
import type { Uploaded } from "@jara/shared/rest/auctions";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { fileError, kindOf, MEDIA_MAX } from "./media-checks.ts";
import { createMediaList, shareOfAll } from "./media-list.ts";

const file = (name: string, type = "image/jpeg", text = name) => new File([text], name, { type });
const uploadedAs = (name: string): Uploaded => ({
  file: { url: `/media/${name}`, filename: name, originalName: name, type: "image" },
});
/** Each file waits until the test answers for it. */
const manual = () => {
  const waiting = new Map<
    string,
    { resolve: () => void; reject: (error: unknown) => void; share: (n: number) => void }
  >();
  const sent: string[] = [];
  const media = createMediaList(
    (one, onProgress, signal) =>
      new Promise((resolve, reject) => {
        sent.push(one.name);
        signal.addEventListener("abort", () => reject(signal.reason));
        waiting.set(one.name, { resolve: () => resolve(uploadedAs(one.name)), reject, share: onProgress });
      }),
  );
  return { media, sent, of: (name: string) => waiting.get(name) };
};
const names = ({ store }: ReturnType<typeof createMediaList>) => store.getState().items.map(({ name }) => name);
const states = ({ store }: ReturnType<typeof createMediaList>) => store.getState().items.map(({ state }) => state);
const never = new AbortController().signal;

const made = vi.spyOn(URL, "createObjectURL");
const revoked = vi.spyOn(URL, "revokeObjectURL");
beforeEach(() => {
  made.mockReset().mockImplementation(() => `blob:${made.mock.calls.length}`);
  revoked.mockReset();
});

describe("choosing files", () => {
  // S120
  it("adds several pictures and videos at once, in order, and lists the refused files with the reason", () => {
    const { media } = manual();
    const picture = file("a.jpg");
    media.add([picture, file("notes.pdf", "application/pdf"), file("b.mp4", "video/mp4"), file("a.jpg", "", "longer")]);
    expect(names(media)).toEqual(["a.jpg", "b.mp4"]);
    expect(media.store.getState().refused.map(({ name, reason }) => [name, reason])).toEqual([
      ["notes.pdf", mediaSentences.notAccepted],
      ["a.jpg", mediaSentences.notAccepted],
    ]);
    media.add([picture, file("a.jpg", "image/jpeg", "another picture of that name")]);
    expect(names(media)).toEqual(["a.jpg", "b.mp4", "a.jpg"]);
    expect(media.store.getState().refused).toEqual([{ name: "a.jpg", reason: "This file is already chosen." }]);
  });

  // S125
  it("refuses files that are too large or no picture or video, before anything is sent", () => {
    const sized = (type: string, size: number) => fileError({ name: "f", type, size });
    expect(sized("image/png", PICTURE_MAX_BYTES)).toBeNull();
    expect(sized("image/png", PICTURE_MAX_BYTES + 1)).toBe(mediaSentences.pictureTooLarge);
    expect(sized("video/webm", VIDEO_MAX_BYTES)).toBeNull();
    expect(sized("video/webm", VIDEO_MAX_BYTES + 1)).toBe(mediaSentences.videoTooLarge);
    for (const type of ["image/svg+xml", "text/html", ""]) expect(sized(type, 10)).toBe(mediaSentences.notAccepted);
    expect(sized("image/png", 0)).toBe("This file is empty.");
    expect(kindOf({ name: "IMG_1.AVIF", type: "", size: 1 })).toBe("image");
  });

  it.each([
    ["IMG_1.HEIC", "", mediaSentences.heic],
    ["IMG_1.heic", "image/heic", mediaSentences.heic],
    ["IMG_1.heif", "image/heif", mediaSentences.heic],
    ["IMG_2.MOV", "", mediaSentences.quickTime],
    ["IMG_2.mov", "video/quicktime", mediaSentences.quickTime],
  ])("refuses %s of an iPhone at once, and says what to do instead", (name, type, sentence) => {
    expect(fileError({ name, type, size: 10 })).toBe(sentence);
  });

  it("adds no more files than an auction can have", () => {
    const { media } = manual();
    media.add(Array.from({ length: MEDIA_MAX + 2 }, (_, index) => file(`${index}.jpg`)));
    expect(names(media)).toHaveLength(MEDIA_MAX);
    expect(media.store.getState().refused.map(({ name }) => name)).toEqual(["30.jpg", "31.jpg"]);
  });

  // S121
  it("moves and removes files, and releases their previews", () => {
    const { media } = manual();
    media.add(["a", "b", "c"].map((name) => file(name)));
    const [a, b] = media.store.getState().items;
    media.move(a?.id ?? "", 2);
    expect(names(media)).toEqual(["b", "c", "a"]);
    media.move(a?.id ?? "", 0);
    expect(names(media)).toEqual(["a", "b", "c"]);
    media.remove(b?.id ?? "");
    expect(names(media)).toEqual(["a", "c"]);
    expect(revoked.mock.calls).toEqual([["blob:2"]]);
    media.release();
    expect(revoked.mock.calls.flat().sort()).toEqual(["blob:1", "blob:2", "blob:3"]);
  });
});

describe("uploading files", () => {
  // S122
  it("sends two files at a time, reports the progress of each and of all, and returns them in the list's order", async () => {
    const { media, sent, of } = manual();
    media.add([file("a", "image/png", "1"), file("b", "image/png", "22"), file("c", "image/png", "333")]);
    const all = media.uploadAll(never);
    expect(sent).toEqual(["a", "b"]);
    of("b")?.share(0.5);
    expect(shareOfAll(media.store.getState().items)).toBeCloseTo(1 / 6);
    of("b")?.resolve();
    await vi.waitFor(() => expect(sent).toEqual(["a", "b", "c"]), 15_000);
    expect(states(media)).toEqual(["uploading", "uploaded", "uploading"]);
    of("c")?.resolve();
    of("a")?.resolve();
    expect((await all).map(({ url }) => url)).toEqual(["/media/a", "/media/b", "/media/c"]);
    expect(shareOfAll(media.store.getState().items)).toBe(1);
  });

  // S549
  it("fails when a file is refused, sends the others, and next time sends only the missing files", async () => {
    const { media, sent, of } = manual();
    media.add(["a", "bad", "c"].map((name) => file(name)));
    const first = media.uploadAll(never).catch((error: unknown) => error);
    of("bad")?.reject(new ApiError(415, { code: "UNSUPPORTED_MEDIA_TYPE", message: "Damaged." }));
    await vi.waitFor(() => expect(sent).toContain("c"), 15_000);
    of("a")?.resolve();
    of("c")?.resolve();
    expect(await first).toMatchObject({ status: 415 });
    expect(states(media)).toEqual(["uploaded", "failed", "uploaded"]);
    expect(media.store.getState().items[1]?.error).toBe("Damaged.");

    media.remove(media.store.getState().items[1]?.id ?? "");
    expect((await media.uploadAll(never)).map(({ url }) => url)).toEqual(["/media/a", "/media/c"]);
    expect(sent).toEqual(["a", "bad", "c"]);
  });

  it("uploads files that are added while others are sent, and joins uploads that began when files were chosen", async () => {
    const { media, sent, of } = manual();
    media.add([file("a")]);
    media.begin();
    media.begin();
    media.add([file("b"), file("c")]);
    media.begin();
    expect(sent).toEqual(["a"]);
    of("a")?.resolve();
    await vi.waitFor(() => expect(sent).toEqual(["a", "b"]), 15_000);
    const all = media.uploadAll(never);
    of("b")?.resolve();
    await vi.waitFor(() => expect(sent).toEqual(["a", "b", "c"]), 15_000);
    of("c")?.resolve();
    expect((await all).map(({ url }) => url)).toEqual(["/media/a", "/media/b", "/media/c"]);
    expect(sent).toHaveLength(3);
  });

  it("stops uploads that began when the files were chosen, too", async () => {
    const { media } = manual();
    media.add([file("a")]);
    media.begin();
    const controller = new AbortController();
    const all = media.uploadAll(controller.signal).catch((error: unknown) => error);
    controller.abort();
    expect(await all).toBe(controller.signal.reason);
    expect(states(media)).toEqual(["chosen"]);
  });

  it("shows the files that the lot has already, and keeps missing files when somebody else changes those", async () => {
    const [a, b] = ["a", "b"].map((name) => uploadedAs(name).file);
    if (!a || !b) throw new Error("no files");
    const media = createMediaList(async ({ name }) => uploadedAs(name), [a, b]);
    expect([names(media), states(media)]).toEqual([
      ["a", "b"],
      ["uploaded", "uploaded"],
    ]);
    media.add([file("c")]);
    media.replace([b]);
    expect([names(media), media.media()]).toEqual([["b", "c"], [b]]);
    expect((await media.uploadAll(never)).map(({ url }) => url)).toEqual(["/media/b", "/media/c"]);
  });

  // S444
  it("stops at a failure that would affect the next file too", async () => {
    const { media, sent, of } = manual();
    media.add(["a", "b", "c"].map((name) => file(name)));
    const all = media.uploadAll(never).catch((error: unknown) => error);
    of("a")?.reject(new ApiError(0, null));
    of("b")?.resolve();
    expect(await all).toMatchObject({ code: "NETWORK" });
    expect(sent).toEqual(["a", "b"]);
    expect(states(media)).toEqual(["failed", "uploaded", "chosen"]);
    expect(media.store.getState().items[0]?.error).toBe("Failed to upload files");
  });

  // S123
  it("stops on request and keeps the uploaded files", async () => {
    const { media, of } = manual();
    media.add(["a", "b", "c"].map((name) => file(name)));
    const controller = new AbortController();
    const all = media.uploadAll(controller.signal).catch((error: unknown) => error);
    of("a")?.resolve();
    await vi.waitFor(() => expect(states(media)[0]).toBe("uploaded"), 15_000);
    controller.abort();
    expect(await all).toBe(controller.signal.reason);
    expect(states(media)).toEqual(["uploaded", "chosen", "chosen"]);
    expect(media.store.getState().items.every(({ error }) => error === null)).toBe(true);
  });
});
