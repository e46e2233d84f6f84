// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { CardWatchButton, WatchButton } from "./watch-button.tsx";
import { useWatchlist } from "./watched.ts";

const lot = { _id: "00000000-0000-4000-8000-000000000001", title: "Talking drum" };
afterEach(() => {
  cleanUp();
  useWatchlist.setState({ ids: new Set(), isKnown: false });
});

it("is a heart whose name says what it does, and whether it is pressed", async () => {
  const calls = answerFetch({});
  renderAt("/", { "/": () => <CardWatchButton auction={lot} /> });
  const heart = screen.getByRole("button", { name: "Watch Talking drum" });
  expect(heart.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(heart);
  expect(await screen.findByRole("button", { name: "Stop watching Talking drum" })).toBe(heart);
  expect(heart.getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(heart);
  await screen.findByRole("button", { name: "Watch Talking drum", pressed: false });
  expect(calls.filter(({ call }) => call.includes("watchlist"))).toEqual([]);
});

it("has words beside the heart on the page of the lot", async () => {
  answerFetch({});
  renderAt("/", { "/": () => <WatchButton words auction={lot} className="" /> });
  fireEvent.click(screen.getByText("Watch"));
  expect(await screen.findByText("Watching")).toBeTruthy();
});
