// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { uploadInParts } from "./upload-parts.ts";

const PART = 512 * 1024;
const film = new File([new Uint8Array(PART * 2 + 10)], "film.mp4", { type: "video/mp4", lastModified: 1 });
const stored = { url: "/media/a.mp4", filename: "a.mp4", originalName: "film.mp4", type: "video" };

interface Sent {
  readonly uploadId: string | undefined;
  readonly offset: number;
  readonly bytes: number;
}
const site = vi.hoisted(() => ({
  answer: (_: { offset: number; bytes: number }): unknown => null,
  sent: [] as unknown[],
}));
vi.mock("../../lib/upload.ts", () => ({
  uploadForm: async (_: unknown, form: FormData, { query }: { query: Record<string, string> }) => {
    const part = { uploadId: query.uploadId, offset: Number(query.offset), bytes: (form.get("file") as File).size };
    site.sent.push(part);
    return site.answer(part);
  },
}));
const sent = () => site.sent as Sent[];
const upload = (signal = new AbortController().signal) => uploadInParts("offer-1", film, () => {}, signal);
/** A server that has so many bytes already. */
const serverWith = (had: number) => {
  let received = had;
  return ({ offset, bytes }: { offset: number; bytes: number }) => {
    if (offset === received) received += bytes;
    return received === film.size ? { received, file: stored } : { received };
  };
};

afterEach(() => {
  site.sent.length = 0;
  vi.useRealTimers();
});

it("sends the parts one after the other, and goes on from what the server has", async () => {
  site.answer = serverWith(0);
  expect(await upload()).toEqual({ file: stored });
  expect(sent().map(({ offset, bytes }) => [offset, bytes])).toEqual([
    [0, PART],
    [PART, PART],
    [2 * PART, 10],
  ]);
  const [first] = sent();
  site.sent.length = 0;
  site.answer = serverWith(2 * PART);
  await upload();
  expect(sent().map(({ offset }) => offset)).toEqual([0, 2 * PART]);
  // Another page goes on with the same upload.
  expect(sent()[0]?.uploadId).toBe(first?.uploadId);
});

it("sends a part again after a pause if there is no answer, and not if the file is refused", async () => {
  vi.useFakeTimers();
  const server = serverWith(0);
  let failures = 2;
  site.answer = (part) => {
    if (failures-- > 0) throw new ApiError(0, null);
    return server(part);
  };
  const done = upload();
  // Each look lets half a second of the faked time pass.
  await vi.waitFor(() => expect(sent()).toHaveLength(5), { timeout: 60_000, interval: 500 });
  expect(await done).toEqual({ file: stored });
  expect(sent().map(({ offset }) => offset)).toEqual([0, 0, 0, PART, 2 * PART]);
  site.answer = () => {
    throw new ApiError(415, { code: "UNSUPPORTED_MEDIA_TYPE", message: "No film" });
  };
  await expect(upload()).rejects.toThrow("No film");
});

it("does not wait for hours", async () => {
  site.answer = () => {
    throw new ApiError(429, { code: "RATE_LIMITED", message: "Go on tomorrow", retryAfterMs: 3_600_000 });
  };
  await expect(upload()).rejects.toThrow("Go on tomorrow");
  expect(sent()).toHaveLength(1);
});

it("gives up on a server that takes no part, and stops when it is aborted", async () => {
  site.answer = () => ({ received: 0 });
  await expect(upload()).rejects.toThrow();
  expect(sent().length).toBeLessThan(20);
  site.sent.length = 0;
  vi.useFakeTimers();
  site.answer = () => {
    throw new ApiError(0, null);
  };
  const stopper = new AbortController();
  const stopped = upload(stopper.signal);
  const expected = expect(stopped).rejects.toThrow("left");
  await vi.waitFor(() => expect(sent().at(-1)).toBeDefined(), { timeout: 60_000, interval: 10 });
  stopper.abort(new Error("left"));
  await expected;
});
