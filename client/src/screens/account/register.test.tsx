// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { answerFetch, cleanUp, forbidStorage, renderAt, testUser } from "../../app/render-for-test.tsx";
import { pathAfterVerification } from "../../features/session/kept-path.ts";
import { useSession } from "../../store/session.ts";
import { Component as Register } from "./register.tsx";

const whole = { Username: "adaeze", Email: "adaeze@example.ng", Password: "secret1", "Confirm password": "secret1" };
const submit = (change: Partial<typeof whole> = {}) => {
  for (const [label, value] of Object.entries({ ...whole, ...change })) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole("button", { name: "Register" }));
};

const writes = (calls: { call: string; body: unknown }[]) => calls.filter(({ call }) => !call.startsWith("GET "));

describe("registration", () => {
  afterEach(cleanUp);

  // S049
  it.each([
    ["Passwords do not match", { "Confirm password": "secret2" }],
    ["Password must be at least 6 characters long", { Password: "12345", "Confirm password": "12345" }],
    ["Password is required", { Password: "", "Confirm password": "" }],
    ["Username is required", { Username: "  " }],
    ["Username must be at least 3 characters long", { Username: "ab" }],
    ["Username must be at most 30 characters long", { Username: "a".repeat(31) }],
    ["Username can have letters, digits, dots, dashes and underscores only", { Username: "Ada Obi" }],
    ["Username can have letters, digits, dots, dashes and underscores only", { Username: "ad\u200ba" }],
    ["Username can have letters of one alphabet only", { Username: "аdaeze" }],
    ["Email is required", { Email: "" }],
    ["Please enter a valid email address", { Email: "adaeze@" }],
  ])("shows “%s” and sends nothing", async (message, change) => {
    const calls = answerFetch({});
    renderAt("/register", { "/register": Register });
    submit(change);
    expect((await screen.findByText(message)).getAttribute("role")).toBe("alert");
    expect(writes(calls)).toEqual([]);
  });

  it("links each error to its field", async () => {
    answerFetch({});
    renderAt("/register", { "/register": Register });
    submit({ "Confirm password": "other" });
    const error = await screen.findByText("Passwords do not match");
    const box = screen.getByLabelText("Confirm password");
    expect(box.getAttribute("aria-invalid")).toBe("true");
    expect(box.getAttribute("aria-describedby")?.split(" ")).toContain(error.id);
  });

  // S249
  it("never sends the confirmed password", async () => {
    const calls = answerFetch({
      "POST /auth/register": { status: 201, body: { user: testUser, token: "t", requiresEmailVerification: false } },
    });
    renderAt("/register", { "/register": Register });
    submit();
    await screen.findByText("elsewhere");
    expect(writes(calls)[0]?.body).toEqual({ username: "adaeze", email: "adaeze@example.ng", password: "secret1" });
  });

  // S051
  it("logs in and shows the success screen while the email is unverified", async () => {
    const user = { ...testUser, isEmailVerified: false };
    answerFetch({
      "POST /auth/register": { status: 201, body: { user, token: "t", requiresEmailVerification: true } },
    });
    renderAt("/register", { "/register": Register });
    submit();
    expect(await screen.findByRole("heading", { name: "Registration Successful!" })).toBeTruthy();
    expect(screen.getByText("The link expires in 24 hours.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Continue to Home" }).getAttribute("href")).toBe("/");
    expect(useSession.getState().token).toBe("t");
  });

  it("leads back to the page that the person came from, at once and after the verification", async () => {
    const user = { ...testUser, isEmailVerified: false };
    answerFetch({
      "POST /auth/register": { status: 201, body: { user, token: "t", requiresEmailVerification: true } },
    });
    renderAt("/register?next=%2Fauction%2Fa1", { "/register": Register });
    submit();
    const back = await screen.findByRole("link", { name: "Back to where you were" });
    expect(back.getAttribute("href")).toBe("/auction/a1");
    expect(screen.getByRole("link", { name: "Continue to Home" }).getAttribute("href")).toBe("/");
    expect(pathAfterVerification.get()).toBe("/auction/a1");
  });

  it("registers where the browser forbids storage", async () => {
    const user = { ...testUser, isEmailVerified: false };
    answerFetch({
      "POST /auth/register": { status: 201, body: { user, token: "t", requiresEmailVerification: true } },
    });
    forbidStorage();
    renderAt("/register?next=%2Fauction%2Fa1", { "/register": Register });
    submit();
    expect(await screen.findByRole("link", { name: "Back to where you were" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("passes the page that the person came from on to the login", async () => {
    answerFetch({});
    const router = renderAt("/register?next=%2Fauction%2Fa1", { "/register": Register });
    fireEvent.click(screen.getByRole("link", { name: "Login" }));
    expect(router.state.location).toMatchObject({ pathname: "/login", state: { from: "/auction/a1" } });
  });

  it("shows the success screen without a login when the site hides which addresses have accounts", async () => {
    answerFetch({
      "POST /auth/register": { status: 201, body: { user: null, token: null, requiresEmailVerification: true } },
    });
    renderAt("/register", { "/register": Register });
    submit();
    expect(await screen.findByRole("heading", { name: "Registration Successful!" })).toBeTruthy();
    expect(screen.getByText("adaeze@example.ng")).toBeTruthy();
    expect(useSession.getState().token).toBe(null);
  });

  // S422
  it.each([
    ["That username is taken.", "That username is taken."],
    ["", "Registration failed"],
  ])("shows the server's message (%j) or its own, and keeps the typed values", async (message, expected) => {
    answerFetch({ "POST /auth/register": { status: 409, body: { code: "ALREADY_EXISTS", message } } });
    renderAt("/register", { "/register": Register });
    submit();
    expect((await screen.findByRole("alert")).textContent).toBe(expected);
    expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("adaeze");
  });
});
