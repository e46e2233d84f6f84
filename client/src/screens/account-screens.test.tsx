// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../app/render-for-test.tsx";
import { Component as Login } from "./login.tsx";
import { Component as Register } from "./register.tsx";

afterEach(cleanUp);

it("login leads to registration and registration to login", () => {
  answerFetch({});
  const router = renderAt("/login", { "/login": Login, "/register": Register });
  fireEvent.click(screen.getByRole("link", { name: "Register" }));
  expect(router.state.location.pathname).toBe("/register");
  fireEvent.click(screen.getByRole("link", { name: "Login" }));
  expect(router.state.location.pathname).toBe("/login");
});
