// @vitest-environment happy-dom
// Tests how an offer is sent when there is no connection.

import type { Offer, OfferContent } from "@jara/shared/rest/offers";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch } from "../../app/render-for-test.tsx";
import { ApiError } from "../../lib/api.ts";
import { isToTryAgain } from "../../lib/until-answered.ts";
import { createMediaList } from "../../lots/media/media-list.ts";
import { createOfferSaver } from "./offer-saver.ts";
import { useSendOffer } from "./use-send-offer.ts";

const content: OfferContent = {
  title: "Generator",
  description: "Used at weekends.",
  age: "5 years",
  category: "furniture",
  condition: "good",
  workingCondition: null,
  estimatedValue: 650_000,
  lowestPrice: null,
  location: "",
  media: [
    ...Array.from({ length: 10 }, (_, at) => ({ url: `/media/${at}.webp`, type: "image" as const })),
    { url: "/media/a.mp4", type: "video" },
  ],
  receipt: null,
};
const draft: Offer = {
  _id: "o1",
  status: "draft",
  revision: 3,
  ...content,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
  offeredAt: null,
  decidedAt: null,
  declineReason: null,
  agreement: null,
  lot: null,
  messages: [],
};
const sentOffer: Offer = { ...draft, status: "offered" };

const open = () => {
  const onSent = vi.fn();
  const parts = {
    offer: draft,
    saver: createOfferSaver(draft),
    media: createMediaList(vi.fn(), draft.media),
    isReady: true,
    onSent,
  };
  const { result, unmount } = renderHook(() => useSendOffer(parts));
  return { result, unmount, onSent };
};
let isOnline = true;
const submissions = () => calls.filter(({ call }) => call === "POST /offers/o1/submit").length;
let calls: ReturnType<typeof answerFetch>;

beforeEach(() => {
  localStorage.clear();
  isOnline = true;
  calls = answerFetch({
    "POST /offers/o1/submit": () => ({
      body: { offer: sentOffer },
      ...(!isOnline && { after: Promise.reject(new TypeError("Failed to fetch")) }),
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("waits without a connection, and is sent once the connection is back", async () => {
  const { result, onSent } = open();
  isOnline = false;
  await act(() => result.current.send());
  expect([result.current.state, result.current.problem]).toEqual(["waiting", null]);
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event("online")));
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith(sentOffer), 15_000);
  expect(submissions()).toBe(2);
});

it("is sent by the next page if this one was closed while it waited, and by no later one", async () => {
  const first = open();
  isOnline = false;
  await act(() => first.result.current.send());
  first.unmount();
  isOnline = true;
  const next = open();
  await vi.waitFor(() => expect(next.onSent).toHaveBeenCalledOnce(), 15_000);
  next.unmount();
  const later = open();
  await act(async () => {});
  expect([later.result.current.state, submissions()]).toEqual(["idle", 2]);
});

it("is not sent any more once the seller called it off", async () => {
  const { result, unmount } = open();
  isOnline = false;
  await act(() => result.current.send());
  act(() => result.current.callOff());
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event("online")));
  unmount();
  const next = open();
  await act(async () => {});
  expect([next.result.current.state, submissions()]).toEqual(["idle", 1]);
});

it("tries again what got no answer or was too much, and not what was refused", () => {
  expect([0, 429, 500, 503].map((status) => isToTryAgain(new ApiError(status, null)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([400, 404, 409].map((status) => isToTryAgain(new ApiError(status, null)))).toEqual([false, false, false]);
});
