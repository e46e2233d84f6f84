// @vitest-environment happy-dom
import type { AdminUser } from "@jara/shared/rest/users";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component } from "./admin-user.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

afterEach(cleanUp);

it("names the balance that it has just set in the next change, before the page is read again", async () => {
  const admin = { ...testUser, role: "admin" as const };
  const ada = { ...testUser, _id: "ada", id: "ada", username: "ada", balance: 100, isBanned: false } as AdminUser;
  const reads = lateAnswers(() => ({ user: ada, facts: {}, suspensions: [] }));
  useSession.getState().logIn(admin, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /admin/users/ada": reads.answer,
    "PUT /users/admin/balance/ada": (body) => ({
      body: { user: { ...ada, balance: (body as { balance: number }).balance } },
    }),
  });
  renderAt("/admin/users/ada?show=money", { "/admin/users/:id": Component });
  const set = async (amount: string) => {
    fireEvent.click(await screen.findByRole("button", { name: "Edit Balance" }));
    fireEvent.change(screen.getByLabelText("Mode"), { target: { value: "set" } });
    fireEvent.change(screen.getByLabelText("Amount (₦)"), { target: { value: amount } });
    fireEvent.submit(screen.getByRole("form", { name: "Edit balance of ada" }));
  };
  await screen.findByRole("heading", { name: "ada" });
  reads.hold();
  await set("500");
  await waitFor(() => expect(screen.queryByRole("form", { name: "Edit balance of ada" })).toBeNull());
  await set("600");
  await waitFor(() => expect(calls.filter(({ call }) => call.startsWith("PUT"))).toHaveLength(2));
  expect(calls.filter(({ call }) => call.startsWith("PUT"))[1]?.body).toMatchObject({ balance: 600, seen: 500 });
});
