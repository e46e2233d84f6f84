// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, forbidStorage, renderAt, testUser } from "../../app/render-for-test.tsx";
import { pathAfterVerification } from "../../features/session/kept-path.ts";
import { useSession } from "../../store/session.ts";
import { Component as VerifyEmail } from "./verify-email.tsx";

const unverified = { ...testUser, isEmailVerified: false };
const link = "/verify-email?token=abc&email=adaeze%40example.ng";
const refused = { status: 400, body: { code: "VERIFICATION_FAILED", message: "This link has expired." } };
const profile = { "GET /auth/profile": { body: { user: unverified } } };
const verifyCalls = (calls: { call: string }[]) => calls.filter(({ call }) => call === "POST /auth/verify-email");

describe("email verification", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(cleanUp);

  // S255
  it.each(["/verify-email", "/verify-email?token=abc", "/verify-email?email=a%40b.ng"])(
    "says that the link is invalid at %s, and sends nothing",
    async (address) => {
      const calls = answerFetch({});
      renderAt(address, { "/verify-email": VerifyEmail });
      expect((await screen.findByRole("alert")).textContent).toBe("Invalid verification link");
      expect(calls).toEqual([]);
    },
  );

  // S052
  it("sends the link once although StrictMode mounts twice, updates the user and goes home after 3 s", async () => {
    useSession.getState().logIn(unverified, "t");
    const calls = answerFetch({
      ...profile,
      "POST /auth/verify-email": { body: { message: "Email verified successfully", user: testUser } },
    });
    const router = renderAt(link, { "/verify-email": VerifyEmail });
    expect(screen.getByRole("heading", { name: "Verifying your email..." })).toBeTruthy();
    expect(await screen.findByText("Email verified successfully")).toBeTruthy();
    expect(verifyCalls(calls)).toEqual([
      { call: "POST /auth/verify-email", body: { token: "abc", email: "adaeze@example.ng" }, search: "" },
    ]);
    expect(useSession.getState().user?.isEmailVerified).toBe(true);

    // The fake clock also advances with the real time of the test.
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(router.state.location.pathname).toBe("/verify-email");
    await act(() => vi.advanceTimersByTimeAsync(2100));
    expect(router.state.location.pathname).toBe("/");
  });

  it("goes back to where the person was before the registration in this browser, and never to another site", async () => {
    const verifies = { "POST /auth/verify-email": { body: { message: "Done", user: testUser } } };
    answerFetch(verifies);
    pathAfterVerification.remember("/auction/a1?bid=auto");
    const router = renderAt(link, { "/verify-email": VerifyEmail });
    await screen.findByText("Taking you back to where you were in 3 seconds.");
    await act(() => vi.advanceTimersByTimeAsync(3100));
    expect(router.state.location).toMatchObject({ pathname: "/auction/a1", search: "?bid=auto" });
    expect(pathAfterVerification.get()).toBe("/");
    pathAfterVerification.remember("//elsewhere.example/");
    expect(pathAfterVerification.get()).toBe("/");
  });

  it("goes home after 3 s where the browser forbids storage", async () => {
    answerFetch({ "POST /auth/verify-email": { body: { message: "Done", user: testUser } } });
    forbidStorage();
    const router = renderAt(link, { "/verify-email": VerifyEmail });
    await screen.findByText("Done");
    await act(() => vi.advanceTimersByTimeAsync(3100));
    expect(router.state.location.pathname).toBe("/");
  });

  it("offers another attempt after a server error, and none after a refusal", async () => {
    let status = 503;
    answerFetch({
      "POST /auth/verify-email": () =>
        status === 503 ? { status, body: {} } : { body: { message: "Done", user: testUser } },
    });
    renderAt(link, { "/verify-email": VerifyEmail });
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    status = 200;
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Done")).toBeTruthy();
    cleanUp();
    answerFetch({ "POST /auth/verify-email": refused });
    renderAt(`${link}2`, { "/verify-email": VerifyEmail });
    await screen.findByRole("alert");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("does not sign a visitor in", async () => {
    answerFetch({ "POST /auth/verify-email": { body: { message: "Done", user: testUser } } });
    renderAt(link, { "/verify-email": VerifyEmail });
    await screen.findByText("Done");
    expect(useSession.getState().user).toBeNull();
  });

  it("says that the address is already verified when the link is opened again", async () => {
    const message = "Your email address is already verified.";
    answerFetch({ "POST /auth/verify-email": { status: 409, body: { code: "ALREADY_EXISTS", message } } });
    renderAt(link, { "/verify-email": VerifyEmail });
    expect(await screen.findByRole("heading", { name: "Email already verified" })).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  // S053
  it("offers a visitor no resend after a failure", async () => {
    answerFetch({ "POST /auth/verify-email": refused });
    renderAt(link, { "/verify-email": VerifyEmail });
    expect((await screen.findByRole("alert")).textContent).toBe("This link has expired.");
    expect(screen.queryByRole("button", { name: /Resend/ })).toBeNull();
    expect(screen.getByRole("link", { name: "Login" }).getAttribute("href"), "where a new one is").toBe("/login");
  });

  // S256
  it("offers a verified user no resend after a failure", async () => {
    useSession.getState().logIn(testUser, "t");
    answerFetch({ "GET /auth/profile": { body: { user: testUser } }, "POST /auth/verify-email": refused });
    renderAt(link, { "/verify-email": VerifyEmail });
    await screen.findByRole("alert");
    expect(screen.queryByRole("button", { name: /Resend/ })).toBeNull();
  });

  // S054
  it("offers an unverified user a resend, and reports that the mail was sent", async () => {
    useSession.getState().logIn(unverified, "t");
    answerFetch({
      ...profile,
      "POST /auth/verify-email": refused,
      "POST /auth/resend-verification": { body: { message: "sent" } },
    });
    renderAt(link, { "/verify-email": VerifyEmail });
    fireEvent.click(await screen.findByRole("button", { name: /Resend/ }));
    expect(await screen.findByText("Verification email sent successfully! Please check your inbox.")).toBeTruthy();
  });

  // S424
  it("shows an error when the resend fails", async () => {
    useSession.getState().logIn(unverified, "t");
    answerFetch({
      ...profile,
      "POST /auth/verify-email": { status: 400, body: {} },
      "POST /auth/resend-verification": { status: 500, body: {} },
    });
    renderAt(link, { "/verify-email": VerifyEmail });
    expect((await screen.findByRole("alert")).textContent).toBe("Email verification failed");
    fireEvent.click(screen.getByRole("button", { name: /Resend/ }));
    expect(await screen.findByText("Failed to resend verification email")).toBeTruthy();
  });
});
