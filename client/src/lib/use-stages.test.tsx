// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const opened = (type: string) =>
  vi
    .spyOn(performance, "getEntriesByType")
    .mockReturnValue([{ type } as PerformanceNavigationTiming] as unknown as PerformanceEntryList);

/** The stages that were rendered, in their order. */
const rendered: number[] = [];
const Screen = ({ useStages }: { useStages: (last: number) => number }) => {
  const stage = useStages(3);
  rendered.push(stage);
  return <p>Stage {stage}</p>;
};
const openScreen = async () => render(<Screen useStages={(await import("./use-stages.ts")).useStages} />);

beforeEach(() => {
  vi.resetModules();
  rendered.length = 0;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("renders the first view of a document in stages, and the next screen at once", async () => {
  opened("navigate");
  const { unmount } = await openScreen();
  await waitFor(() => screen.getByText("Stage 3"));
  expect([...new Set(rendered)]).toEqual([1, 2, 3]);
  unmount();
  rendered.length = 0;
  await openScreen();
  expect(rendered).toEqual([3]);
});

it.each(["reload", "back_forward"])("renders everything at once after %s, so that the place is found", async (type) => {
  opened(type);
  await openScreen();
  expect(rendered).toEqual([3]);
});
