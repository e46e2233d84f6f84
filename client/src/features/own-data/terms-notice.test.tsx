// @vitest-environment happy-dom
import { act, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { TermsNotice } from "./terms-notice.tsx";

afterEach(cleanUp);

/** Taps the button `ms` after now, which is when the notice appeared. */
const tapAfter = (button: HTMLElement, ms: number): void => {
  const tap = createEvent.click(button);
  Object.defineProperty(tap, "timeStamp", { value: performance.now() + ms });
  fireEvent(button, tap);
};

it("does not count a tap as consent if it was meant for what was in this place a moment before", async () => {
  const calls = answerFetch({
    "GET /users/consents": { body: { accepted: [], missing: [{ document: "terms", version: "2" }] } },
    "POST /users/consents": { body: { accepted: [], missing: [] } },
  });
  renderAt("/", { "/": () => <TermsNotice userId="u1" /> });
  const button = await screen.findByRole("button", { name: "Continue" });
  const posted = () => calls.filter(({ call }) => call.startsWith("POST"));
  tapAfter(button, 300);
  // A tap that counts sends its request without a timer, so one pass of the event loop is enough to see it.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(posted()).toEqual([]);
  tapAfter(button, 1_500);
  await waitFor(() => expect(screen.queryByRole("region", { name: "New terms" })).toBeNull());
  expect(posted()).toHaveLength(1);
});
