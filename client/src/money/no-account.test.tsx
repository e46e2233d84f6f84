// @vitest-environment happy-dom
// The notice that no bank account is in force, also while one waits.

import { demoAccount } from "@jara/shared/demo-account";
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { NoAccount } from "./no-account.tsx";

afterEach(cleanUp);

it.each([
  [null, "Add the bank account", /An administrator adds it under Settings/],
  [
    { bank: "Zenith Bank", waitsFor: "time", dueAt: "2026-12-01T09:13:00.000Z" },
    "See the change",
    /Zenith Bank counts from 1 Dec, 10:13 on \(Lagos\)\./,
  ],
  [
    { bank: "Zenith Bank", waitsFor: "person", dueAt: null },
    "See the change",
    /Zenith Bank counts once another administrator approves it\./,
  ],
])("says what comes next: %j", async (waiting, link, words) => {
  useSession.getState().logIn({ ...testUser, role: "admin" }, "t");
  answerFetch({
    "GET /site": { body: { bankAccount: demoAccount } },
    "GET /admin/settings/bank-account/waiting": { body: { waiting } },
  });
  renderAt("/", { "/": NoAccount });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe("/admin/settings#bank-account");
});
