// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ShareLot } from "./share-lot.tsx";

const auction = { _id: "lot-1", title: "Drum & stick" };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("opens the phone's own sheet with the title and the address, and nothing else", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
  render(<ShareLot auction={auction} />);
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(share).toHaveBeenCalledWith({ title: "Drum & stick", url: `${window.location.origin}/auction/lot-1` });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("offers WhatsApp and a copied link where there is no such sheet", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<ShareLot auction={auction} />);
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  const url = `${window.location.origin}/auction/lot-1`;
  expect(screen.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href")).toBe(
    `https://wa.me/?text=${encodeURIComponent(`Drum & stick\n${url}`)}`,
  );
  fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(writeText).toHaveBeenCalledWith(url);
});
