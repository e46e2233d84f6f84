// @vitest-environment happy-dom
import * as calls from "@jara/shared/calls/imports";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { ApiError } from "./api.ts";
import { upload } from "./upload.ts";

/** The browser's request, which the test answers. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  withCredentials = false;
  status = 0;
  responseText = "";
  sent: FormData | null = null;
  opened = "";
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, address: string) {
    this.opened = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(form: FormData) {
    this.sent = form;
  }
  abort() {
    this.end("abort");
  }
  answer(status: number, body: string) {
    Object.assign(this, { status, responseText: body });
    this.end("load");
  }
  end(how: string) {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event("loadend"));
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
  }
}

const file = new File(["abc"], "drum.jpg", { type: "image/jpeg" });
beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  useSession.getState().logIn(testUser, "the-token");
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.getState().logOut();
});

// S124
it("sends one file in the field `file` with the session's token, and reports the progress", async () => {
  const shares: number[] = [];
  const answer = upload(calls.uploadFile, file, { onProgress: (share) => shares.push(share) });
  const request = FakeRequest.last;
  expect(request.opened).toBe("POST /api/upload/single");
  expect([request.headers.authorization, request.withCredentials]).toEqual(["Bearer the-token", true]);
  // The browser sets this header itself, with the boundary of the form.
  expect(Object.keys(request.headers)).not.toContain("content-type");
  const fields = [...(request.sent?.entries() ?? [])];
  expect(fields.map(([name, value]) => [name, value instanceof File && value.name])).toEqual([["file", "drum.jpg"]]);
  request.progress(1, 4);
  request.progress(4, 4);
  request.answer(201, '{"file":{"url":"/media/a.webp"}}');
  expect(await answer).toEqual({ file: { url: "/media/a.webp" } });
  expect(shares).toEqual([0.25, 1]);
});

it("rejects with the server's refusal, as every other call does", async () => {
  const refused = async (status: number, body: string) => {
    const answer = upload(calls.uploadFile, file).catch((error: unknown) => error);
    FakeRequest.last.answer(status, body);
    return await answer;
  };
  expect(await refused(415, '{"code":"UNSUPPORTED_MEDIA_TYPE","message":"Only pictures."}')).toMatchObject({
    status: 415,
    message: "Only pictures.",
  });
  expect(await refused(502, "<html>")).toMatchObject({ status: 502, message: "" });
  expect(useSession.getState().token).toBe("the-token");
  expect(await refused(401, '{"code":"UNAUTHENTICATED","message":"No"}')).toBeInstanceOf(ApiError);
  expect(useSession.getState().token, "a refused token ends the session").toBeNull();
});

it("fails with an empty message when no answer comes", async () => {
  const answer = upload(calls.uploadFile, file).catch((error: unknown) => error);
  FakeRequest.last.end("error");
  expect(await answer).toMatchObject({ status: 0, code: "NETWORK", message: "" });
});

it("stops before and while it sends the file", async () => {
  const controller = new AbortController();
  const answer = upload(calls.uploadFile, file, { signal: controller.signal }).catch((error: unknown) => error);
  const aborted = vi.spyOn(FakeRequest.last, "abort");
  controller.abort();
  expect(await answer).toBe(controller.signal.reason);
  expect(aborted).toHaveBeenCalledOnce();
  const before = FakeRequest.last;
  await expect(upload(calls.uploadFile, file, { signal: controller.signal })).rejects.toBe(controller.signal.reason);
  expect(FakeRequest.last).toBe(before);
});
