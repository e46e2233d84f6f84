// @vitest-environment happy-dom
import type { Media } from "@jara/shared/auction";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Gallery } from "./gallery.tsx";

afterEach(() => {
  cleanup();
  // The moving copy of a picture stays in the document for a moment, where other tests would find it.
  for (const copy of document.querySelectorAll("body > img")) copy.remove();
});
const media = (...urls: string[]): Media[] => urls.map((url) => ({ url, type: "image" }));
const sources = () =>
  [...screen.getByRole("region", { name: "Pictures" }).querySelectorAll("img")].map((image) =>
    image.getAttribute("src"),
  );

// S060
it("says No image available when there is none", () => {
  render(<Gallery media={[]} title="Generator" />);
  expect(screen.getByText("No image available")).toBeTruthy();
});

// S059
it("shows thumbnails only when there is more than one, and moves the clicked one to the front", () => {
  const { rerender } = render(<Gallery media={media("/a")} title="Generator" />);
  expect(sources()).toEqual(["/a"]);
  rerender(<Gallery media={media("/a", "/b", "/c")} title="Generator" />);
  expect(sources()).toEqual(["/a", "/a", "/b", "/c"]);
  fireEvent.click(screen.getByRole("button", { name: "Show image 3 of Generator" }));
  expect(sources()).toEqual(["/c", "/c", "/a", "/b"]);
});

it("shows a picture that the seller gave twice once", () => {
  render(<Gallery media={media("/a", "/b", "/a")} title="Generator" />);
  fireEvent.click(screen.getByRole("button", { name: "Show image 2 of Generator" }));
  expect(sources()).toEqual(["/b", "/b", "/a"]);
});

// S061
it("plays videos with controls, and shows a still of each among the thumbnails", () => {
  render(<Gallery media={[...media("/a.webp"), { url: "/v.mp4", type: "video" }]} title="Generator" />);
  const thumbnail = document.querySelector<HTMLVideoElement>("button video");
  expect(thumbnail?.getAttribute("src")).toContain("/v.mp4#t=");
  expect([thumbnail?.controls, thumbnail?.muted, thumbnail?.tabIndex]).toEqual([false, true, -1]);
  fireEvent.click(screen.getByRole("button", { name: "Show video 2 of Generator" }));
  const large = screen.getByLabelText<HTMLVideoElement>("Video of Generator");
  expect([large.controls, large.getAttribute("preload")]).toEqual([true, "metadata"]);
});

it("links to the file when the browser cannot play a video, and tries to play the next one", () => {
  const both: Media[] = ["/v.mp4", "/w.mp4"].map((url) => ({ url, type: "video" }));
  render(<Gallery media={both} title="Generator" />);
  fireEvent.error(screen.getByLabelText("Video of Generator"));
  expect(screen.getByRole("link", { name: "Open the video file" }).getAttribute("href")).toBe("/v.mp4");
  fireEvent.click(screen.getByRole("button", { name: "Show video 2 of Generator" }));
  expect(screen.getByLabelText<HTMLVideoElement>("Video of Generator").src).toContain("/w.mp4");
});

it("opens a picture in full screen, and goes through the pictures with its arrows", async () => {
  render(<Gallery media={media("/a", "/b", "/c")} title="Generator" />);
  const previous = screen.getByRole("button", { name: "Previous picture" });
  expect(previous.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("1 / 3")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Generator: open in full screen" }));
  const fullScreen = within(await screen.findByRole("dialog", { name: "Pictures of Generator" }));
  expect((await fullScreen.findAllByRole("img")).map((picture) => picture.getAttribute("alt"))).toContain(
    "Generator, picture 1",
  );
  expect(fullScreen.getByRole("button", { name: "Next" })).toBeTruthy();
  fireEvent.click(fullScreen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Pictures of Generator" })).toBeNull());
});

it("loads the next large picture only once somebody touches the row", () => {
  render(<Gallery media={media("/a", "/b", "/c")} title="Generator" />);
  const row = screen.getByRole("list", { name: "Large pictures" });
  const large = () => [...row.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  expect(large()).toEqual(["/a"]);
  fireEvent.touchStart(row);
  expect(large()).toEqual(["/a", "/b"]);
});

it("follows a swipe with the counter and the marked thumbnail", () => {
  render(<Gallery media={media("/a", "/b", "/c")} title="Generator" />);
  const row = screen.getByRole("list", { name: "Large pictures" });
  Object.defineProperty(row, "clientWidth", { value: 400 });
  row.scrollLeft = 800;
  fireEvent.scroll(row);
  expect(screen.getByText("3 / 3")).toBeTruthy();
  expect(document.querySelector("[aria-current]")?.textContent).toBe("Show image 3 of Generator");
  expect(sources().slice(-3), "the order stays").toEqual(["/a", "/b", "/c"]);
});
