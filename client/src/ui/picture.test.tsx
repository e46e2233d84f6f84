// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Picture } from "./picture.tsx";

afterEach(cleanup);

const image = () => document.querySelector("img");
const sources = () =>
  [...document.querySelectorAll("source")].map((source) => [source.type, source.getAttribute("srcset")]);

it("offers the server's own pictures in two widths and two formats, best first", () => {
  render(<Picture src="/media/demo/drum-1.webp" alt="Drum" sizes="18rem" />);
  expect(sources()).toEqual([
    ["image/avif", "/media/demo/drum-1-480.avif 480w, /media/demo/drum-1-960.avif 960w"],
    ["image/webp", "/media/demo/drum-1-480.webp 480w, /media/demo/drum-1-960.webp 960w"],
  ]);
  expect(document.querySelector("source")?.getAttribute("sizes")).toBe("18rem");
  expect(image()?.getAttribute("src")).toBe("/media/demo/drum-1.webp");
});

it("uses a picture from another host unchanged, and loads it lazily unless it is the first", () => {
  const { rerender } = render(<Picture src="https://elsewhere.example/media/drum.webp" alt="Drum" />);
  expect(sources()).toEqual([]);
  expect(image()?.getAttribute("loading")).toBe("lazy");
  rerender(<Picture src="https://elsewhere.example/media/drum.webp" alt="Drum" eager />);
  expect(image()?.getAttribute("loading")).toBe("eager");
  expect(image()?.getAttribute("fetchpriority")).toBe("high");
});

// S032
it("tries the original picture before it shows that there is none", () => {
  const { rerender } = render(<Picture src="/media/drum.webp" alt="Drum" />);
  fireEvent.error(image() as HTMLImageElement);
  expect(sources()).toEqual([]);
  expect(image()?.getAttribute("src")).toBe("/media/drum.webp");
  fireEvent.error(image() as HTMLImageElement);
  expect(screen.getByRole("img", { name: "Drum: Image Not Found" })).toBeTruthy();
  rerender(<Picture src="/media/sofa.webp" alt="Sofa" />);
  expect(sources()).toHaveLength(2);
});

it("shows No Image, or the caller's text, when there is none", () => {
  const { rerender } = render(<Picture src={null} alt="" />);
  expect(screen.getByRole("img", { name: "No Image" })).toBeTruthy();
  rerender(<Picture src={null} alt="" emptyText="No image available" />);
  expect(screen.getByRole("img", { name: "No image available" })).toBeTruthy();
});
