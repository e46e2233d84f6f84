// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as Login } from "./login.tsx";

afterEach(cleanUp);

const waiting = {
  status: 401,
  body: { code: "SECOND_FACTOR_REQUIRED", message: "Enter the code", challenge: "the-challenge", methods: ["code"] },
};
const isIn = { body: { user: testUser, token: "t", requiresEmailVerification: false } };
type Answer = { status?: number; body: unknown };

const open = (finish: (body: unknown) => Answer) => {
  const calls = answerFetch({ "POST /auth/login": waiting, "POST /auth/login/second-factor": finish });
  renderAt("/login", { "/login": Login });
  return calls;
};
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const firstStep = async () => {
  fill("Email", "ada@people.ng");
  fill("Password", "secret");
  press("Login");
  await screen.findByRole("heading", { name: "Two-step verification" });
};

it("asks for the code after the password, shows why one is refused, and logs in with the right one", async () => {
  const calls = open((body) =>
    (body as { code: string }).code === "123456"
      ? isIn
      : { status: 400, body: { code: "INVALID", message: "This code is wrong.", issues: [] } },
  );
  await firstStep();
  fill("Code from your authenticator app", "12");
  press("Log in");
  expect((await screen.findByRole("alert")).textContent).toBe("The code has 6 digits");
  fill("Code from your authenticator app", "000000");
  press("Log in");
  expect((await screen.findByText("This code is wrong.")).getAttribute("role")).toBe("alert");
  fill("Code from your authenticator app", "123456");
  press("Log in");
  await screen.findByText("elsewhere");
  expect(useSession.getState()).toMatchObject({ status: "authenticated", token: "t" });
  const sent = calls.filter(({ call }) => call.endsWith("second-factor")).map(({ body }) => body);
  expect(sent).toEqual(["000000", "123456"].map((code) => ({ challenge: "the-challenge", code })));
});

it("takes a recovery code in its place", async () => {
  const calls = open(() => isIn);
  await firstStep();
  press("Use a recovery code");
  fill("Recovery code", "7k3m 2qxd 9vta hn41");
  press("Log in");
  await screen.findByText("elsewhere");
  expect(calls.filter(({ call }) => call.endsWith("second-factor")).map(({ body }) => body)).toEqual([
    { challenge: "the-challenge", code: "7k3m2qxd9vtahn41" },
  ]);
});

it("goes back to the password, with the reason, if the log-in took too long, and without one if the person wants to", async () => {
  open(() => ({ status: 401, body: { code: "UNAUTHENTICATED", message: "This log-in took too long." } }));
  await firstStep();
  press("Back to login");
  await screen.findByRole("heading", { name: "Login" });
  expect(screen.queryByRole("alert")).toBeNull();
  await firstStep();
  fill("Code from your authenticator app", "123456");
  press("Log in");
  expect((await screen.findByRole("alert")).textContent).toBe("This log-in took too long.");
  expect(screen.getByRole("heading", { name: "Login" })).toBeTruthy();
});
