// @vitest-environment happy-dom
import type { Media } from "@jara/shared/auction";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Gallery } from "./gallery.tsx";

afterEach(cleanup);
const media = (...urls: string[]): Media[] => urls.map((url) => ({ url, type: "image" }));
const sources = () => [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));

it("says No image available when there is none", () => {
  render(<Gallery media={[]} title="Generator" />);
  expect(screen.getByText("No image available")).toBeTruthy();
});

it("shows thumbnails only when there is more than one, and moves the clicked one to the front", () => {
  const { rerender } = render(<Gallery media={media("/a")} title="Generator" />);
  expect(sources()).toEqual(["/a"]);
  rerender(<Gallery media={media("/a", "/b", "/c")} title="Generator" />);
  expect(sources()).toEqual(["/a", "/a", "/b", "/c"]);
  fireEvent.click(screen.getByRole("button", { name: "Show image 3 of Generator" }));
  expect(sources()).toEqual(["/c", "/c", "/a", "/b"]);
});

it("plays videos with controls", () => {
  render(<Gallery media={[{ url: "/v.mp4", type: "video" }]} title="Generator" />);
  expect(document.querySelector("video")?.controls).toBe(true);
});
