// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { become, connection } from "../connection/connection-for-test.ts";
import type { ConnectionState } from "../connection/live-connection.ts";
import { Picture } from "./picture.tsx";

vi.mock("../connection/connection.ts", async () => {
  const { mockedConnection } = await import("../connection/connection-for-test.ts");
  return mockedConnection;
});
const goes = (state: ConnectionState) => act(() => become(state));
/** The server gives this answer when the page asks why a size failed; null: the network fails. */
const answers = (status: number | null) =>
  vi.stubGlobal("fetch", async () => {
    if (status === null) throw new TypeError("Failed to fetch");
    return { status };
  });
const fails = () => act(async () => void fireEvent.error(image() as HTMLImageElement));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  connection.state = "live";
});

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
it("tries the original picture before it shows that there is none", async () => {
  answers(404);
  const { rerender } = render(<Picture src="/media/drum.webp" alt="Drum" />);
  await fails();
  expect(sources()).toEqual([]);
  expect(image()?.getAttribute("src")).toBe("/media/drum.webp");
  await fails();
  expect(screen.getByRole("img", { name: "Drum: Image Not Found" })).toBeTruthy();
  rerender(<Picture src="/media/sofa.webp" alt="Sofa" />);
  expect(sources()).toHaveLength(2);
});

// docs/data-saver.md: "in the smallest size"
it.each([
  ["the network", null],
  ["the server", 503],
])(
  "does not load the original when %s failed, and loads the small size when the connection is back",
  async (_, status) => {
    answers(status);
    render(<Picture src="/media/drum.webp" alt="Drum" />);
    await fails();
    expect(screen.getByRole("img", { name: "Drum: Image Not Found" })).toBeTruthy();
    goes("reconnecting");
    goes("live");
    expect(sources()).toHaveLength(2);
    expect(image()?.getAttribute("src")).toBe("/media/drum.webp");
  },
);

it("loads a small size once more if the server has it, and never the original", async () => {
  answers(200);
  render(<Picture src="/media/drum.webp" alt="Drum" />);
  const first = image();
  await fails();
  expect(sources()).toHaveLength(2);
  expect(image()).not.toBe(first);
  await fails();
  expect(image()).toBeNull();
  goes("reconnecting");
  goes("live");
  expect(sources()).toHaveLength(2);
});

it("shows No Image, or the caller's text, when there is none", () => {
  const { rerender } = render(<Picture src={null} alt="" />);
  expect(screen.getByRole("img", { name: "No Image" })).toBeTruthy();
  rerender(<Picture src={null} alt="" emptyText="No image available" />);
  expect(screen.getByRole("img", { name: "No image available" })).toBeTruthy();
});
