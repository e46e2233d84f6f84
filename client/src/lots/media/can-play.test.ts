// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { canPlay } from "./can-play.ts";

afterEach(() => vi.restoreAllMocks());

/** The browser answers with this once it has the video's address. */
const answering = (answer: string, facts: object) => {
  vi.stubGlobal("MediaError", { MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  const revoked = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  const video = Object.assign(new EventTarget(), {
    videoWidth: 0,
    error: null,
    load: () => {},
    removeAttribute: () => {},
    ...facts,
  });
  Object.defineProperty(video, "src", { set: () => queueMicrotask(() => video.dispatchEvent(new Event(answer))) });
  vi.spyOn(document, "createElement").mockReturnValue(video as unknown as HTMLElement);
  return revoked;
};

it.each([
  ["that the browser shows", "loadedmetadata", { videoWidth: 320 }, true],
  ["of which the browser plays the sound alone", "loadedmetadata", {}, false],
  ["of a kind that the browser does not know", "error", { error: { code: 4 } }, false],
  ["that is damaged", "error", { error: { code: 3 } }, true],
])("says whether a video can be played %s", async (_what, answer, facts, expected) => {
  const revoked = answering(answer, facts);
  expect(await canPlay(new Blob(["x"]))).toBe(expected);
  expect(revoked).toHaveBeenCalledWith("blob:1");
});
