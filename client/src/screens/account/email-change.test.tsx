// @vitest-environment happy-dom
// Covers the pages of the two links that belong to a change of the e-mail address.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as Confirm } from "./confirm-email-change.tsx";
import { Component as Undo } from "./undo-email-change.tsx";

const screens = { "/confirm-email-change": Confirm, "/undo-email-change": Undo };
const broken = { status: 400, body: { code: "VERIFICATION_FAILED", message: "No" } };
const posts = (calls: { call: string; body: unknown }[]) => calls.filter(({ call }) => call.startsWith("POST "));

describe.each([
  ["confirm", "Use this address", "Your email address is changed"],
  ["undo", "Keep my old address", "Your account is secured"],
])("the link to %s a change", (what, button, done) => {
  afterEach(cleanUp);
  const address = `/${what}-email-change?token=abc`;
  const call = `POST /auth/${what}-email-change`;

  it("does nothing until the button is pressed, and removes the secret from the address", async () => {
    const calls = answerFetch({ [call]: { body: { message: "That is done." } } });
    const router = renderAt(address, screens);
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(posts(calls)).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByRole("heading", { name: done })).toBeTruthy();
    expect(screen.getByText("That is done.")).toBeTruthy();
    expect(posts(calls)).toEqual([{ call, body: { token: "abc" }, search: "" }]);
  });

  it("says that the link does not work any more after a refusal", async () => {
    answerFetch({ [call]: broken });
    renderAt(address, screens);
    fireEvent.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByRole("heading", { name: "This link does not work any more" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: button })).toBeNull();
  });

  it("says that a link without its secret is not complete, and sends nothing", () => {
    const calls = answerFetch({});
    renderAt(`/${what}-email-change`, screens);
    expect(screen.getByRole("heading", { name: "This link is not complete" })).toBeTruthy();
    expect(posts(calls)).toEqual([]);
  });

  it.each([
    [429, { code: "RATE_LIMITED", message: "Too many", retryAfterMs: 600_000 }, /wait 10 minutes/],
    [503, { code: "UNAVAILABLE", message: "It is safe to try again." }, /safe to try again/],
  ])("can be tried again after a %i", async (status, body, words) => {
    let answer: { status?: number; body: unknown } = { status, body };
    answerFetch({ [call]: () => answer });
    renderAt(address, screens);
    fireEvent.click(screen.getByRole("button", { name: button }));
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
    answer = { body: { message: "Done now." } };
    fireEvent.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText("Done now.")).toBeTruthy();
  });
});

describe("after a change of the address", () => {
  afterEach(cleanUp);

  it("shows the new address to the person who is signed in", async () => {
    useSession.getState().logIn(testUser, "t");
    let email = testUser.email;
    answerFetch({
      "GET /auth/profile": () => ({ body: { user: { ...testUser, email } } }),
      "POST /auth/confirm-email-change": () => {
        email = "new@example.ng";
        return { body: { message: "Changed." } };
      },
    });
    renderAt("/confirm-email-change?token=abc", screens);
    fireEvent.click(screen.getByRole("button", { name: "Use this address" }));
    await screen.findByText("Changed.");
    await waitFor(() => expect(useSession.getState().user?.email).toBe("new@example.ng"));
    expect(screen.getByRole("link", { name: "Go to Login and security" })).toBeTruthy();
  });
});
