// @vitest-environment happy-dom
// The test plays Google's script: it records what the script is given, and delivers a credential. The browser tests
// load a real one.
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { Component as Login } from "../../screens/account/login.tsx";
import { Component as Register } from "../../screens/account/register.tsx";
import { useSession } from "../../store/session.ts";
import { pathAfterGoogle } from "../session/kept-path.ts";
import { type CredentialResponse, type GoogleId, prepareGoogle } from "./google-script.ts";

vi.mock("./google-script.ts", () => ({ prepareGoogle: vi.fn() }));

const base64url = (value: object) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const claims = { sub: "1184", email: "chioma@gmail.test", name: "Chioma Ọbi?>", picture: "https://pictures.test/c" };
const credential = `${base64url({ alg: "RS256" })}.${base64url(claims)}.signature`;

const siteWith = (googleClientId: string | null, googleRedirect = googleClientId !== null) => ({
  "GET /site": {
    body: {
      brandName: "Jara",
      contact: { whatsapp: "+2348000000000", email: "a@b.ng" },
      googleClientId,
      googleRedirect,
      onlineTopUp: "off",
      bankAccount: null,
    },
  },
});
const loggedIn = { body: { user: testUser, token: "g", requiresEmailVerification: false } };

/** The arguments that the script got, and a function that delivers a credential. */
const playGoogle = () => {
  const renderButton = vi.fn<GoogleId["renderButton"]>((parent) => parent.append("Google's button"));
  let listener: (response: CredentialResponse) => void = () => {};
  vi.mocked(prepareGoogle).mockImplementation(async (_clientId, given) => {
    listener = given;
    return { initialize: vi.fn(), renderButton };
  });
  return { renderButton, give: (response: CredentialResponse) => act(() => listener(response)) };
};

describe("sign-in with Google", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
  afterEach(() => {
    cleanUp();
    vi.mocked(prepareGoogle).mockReset();
    vi.restoreAllMocks();
  });

  // S050
  it.each([
    ["/login", Login],
    ["/register", Register],
  ])("shows nothing on %s until a client id is configured", async (path, Screen) => {
    const calls = answerFetch(siteWith(null));
    renderAt(path, { [path]: Screen });
    await expect.poll(() => calls.map(({ call }) => call)).toContain("GET /site");
    expect(screen.queryByText("Continue with Google")).toBeNull();
    expect(prepareGoogle).not.toHaveBeenCalled();
  });

  // S046
  it.each([
    ["/login", Login, "signin_with"],
    ["/register", Register, "signup_with"],
  ])(
    "shows Google's large outlined standard button on %s, and the redirect as a plain link",
    async (path, Screen, text) => {
      answerFetch(siteWith("client-1"));
      const { renderButton } = playGoogle();
      renderAt(path, { [path]: Screen });
      expect(await screen.findByText("Google's button")).toBeTruthy();
      expect(vi.mocked(prepareGoogle).mock.lastCall?.[0]).toBe("client-1");
      expect(renderButton.mock.lastCall?.[1]).toMatchObject({
        type: "standard",
        theme: "outline",
        size: "large",
        text,
      });
      expect(screen.getByRole("link", { name: "Continue with Google" }).getAttribute("href")).toBe("/api/auth/google");
    },
  );

  it.each([
    ["/login", Login],
    ["/register", Register],
  ])("remembers where the person was going when they leave %s for Google's pages", async (path, Screen) => {
    answerFetch(siteWith("client-1"));
    playGoogle();
    renderAt(`${path}?next=%2Fauction%2Fa1`, { [path]: Screen });
    const link = await screen.findByRole("link", { name: "Continue with Google" });
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link);
    expect(pathAfterGoogle.get()).toBe("/auction/a1");
  });

  it("offers no redirect when the site has none", async () => {
    answerFetch(siteWith("client-1", false));
    playGoogle();
    renderAt("/login", { "/login": Login });
    expect(await screen.findByText("Google's button")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Continue with Google" })).toBeNull();
  });

  // S243
  it("sends the credential with its claims, logs in and continues", async () => {
    const calls = answerFetch({ ...siteWith("client-1"), "POST /auth/google": loggedIn });
    const { give } = playGoogle();
    const router = renderAt("/login?next=%2Fmy-bids", { "/login": Login });
    await screen.findByText("Google's button");
    give({ credential, clientId: "client-1", select_by: "btn" });
    await screen.findByText("elsewhere");
    expect(calls.find(({ call }) => call === "POST /auth/google")?.body).toEqual({
      googleToken: credential,
      userInfo: { email: claims.email, name: claims.name, googleId: claims.sub, picture: claims.picture },
    });
    expect(useSession.getState()).toMatchObject({ token: "g", user: { username: "adaeze" } });
    expect(router.state.location.pathname).toBe("/my-bids");
  });

  it("sends a credential that it cannot read, because the server checks it", async () => {
    const calls = answerFetch({ ...siteWith("client-1"), "POST /auth/google": loggedIn });
    const { give } = playGoogle();
    renderAt("/login", { "/login": Login });
    await screen.findByText("Google's button");
    give({ credential: "no JWT" });
    await screen.findByText("elsewhere");
    expect(calls.find(({ call }) => call === "POST /auth/google")?.body).toEqual({
      googleToken: "no JWT",
      userInfo: {},
    });
  });

  // S423
  it.each([
    ["This Google account has no verified email.", "This Google account has no verified email."],
    ["", "Google Sign-In failed"],
  ])("shows the server's message (%j), or its own if there is none", async (message, expected) => {
    answerFetch({
      ...siteWith("client-1"),
      "POST /auth/google": { status: 401, body: { code: "UNAUTHENTICATED", message } },
    });
    const { give } = playGoogle();
    renderAt("/login", { "/login": Login });
    await screen.findByText("Google's button");
    fireEvent.change(screen.getByLabelText("Email"), { target: { value: "typed@before.ng" } });
    give({ credential });
    expect((await screen.findByRole("alert")).textContent).toBe(expected);
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("typed@before.ng");
  });

  // S251
  it("reports when Google gives no credential, and removes the message when the next attempt works", async () => {
    answerFetch({ ...siteWith("client-1"), "POST /auth/google": loggedIn });
    const { give } = playGoogle();
    renderAt("/login", { "/login": Login });
    await screen.findByText("Google's button");
    give({});
    expect((await screen.findByRole("alert")).textContent).toBe("Google Sign-In was cancelled or failed");
    give({ credential });
    await screen.findByText("elsewhere");
  });

  // S252
  it("reports when the script cannot be loaded, and keeps the link", async () => {
    answerFetch(siteWith("client-1"));
    vi.mocked(prepareGoogle).mockRejectedValue(new Error("blocked"));
    renderAt("/login", { "/login": Login });
    expect((await screen.findByRole("alert")).textContent).toBe("Google Sign-In was cancelled or failed");
    expect(screen.getByRole("link", { name: "Continue with Google" })).toBeTruthy();
  });
});
