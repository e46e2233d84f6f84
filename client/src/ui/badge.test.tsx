// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Badge, StatusBadge, type Tone } from "./badge.tsx";

afterEach(cleanup);

const look = (text: string) => screen.getByText(text).className;

/** The styles in the spec's list (default, secondary, destructive, success, outline), in our tones. */
// S286
it.each([
  ["active", "Active", "brand"],
  ["ended", "Ended", "neutral"],
  ["cancelled", "Cancelled", "danger"],
  ["sold", "Sold", "success"],
  ["draft", "Draft", "outline"],
  ["paused", "Paused", "neutral"],
] as const)("shows %s in the style of the list", (status, label, tone: Tone) => {
  render(
    <>
      <StatusBadge status={status} />
      <Badge tone={tone}>same tone</Badge>
    </>,
  );
  expect(look(label)).toBe(look("same tone"));
});

it("gives each style a different look", () => {
  const tones: Tone[] = ["brand", "neutral", "danger", "success", "outline"];
  render(tones.map((tone) => <Badge key={tone} tone={tone}>{`a ${tone} badge`}</Badge>));
  expect(new Set(tones.map((tone) => look(`a ${tone} badge`))).size).toBe(tones.length);
});

// S550
it.each([
  ["active", "Active", "brand"],
  ["cancelled", "Cancelled", "danger"],
  ["ended", "Ended", "neutral"],
  ["sold", "Sold", "neutral"],
  ["draft", "Draft", "neutral"],
  ["paused", "Paused", "neutral"],
] as const)("shows %s plainly on a lot's page and in My Auctions", (status, label, tone: Tone) => {
  render(
    <>
      <StatusBadge status={status} isPlain />
      <Badge tone={tone}>same tone</Badge>
    </>,
  );
  expect(look(label)).toBe(look("same tone"));
});
