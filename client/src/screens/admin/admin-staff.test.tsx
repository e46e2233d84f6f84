// @vitest-environment happy-dom
import { type Role, roles } from "@jara/shared/permissions";
import type { Invitation, StaffMember } from "@jara/shared/rest/invitations";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as Invited } from "../account/invitation.tsx";
import { Component as Staff } from "./admin-staff.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

const as = (role: Role) => ({ ...testUser, role });
const kemi: StaffMember = { _id: "kemi", username: "kemi", email: "kemi@example.ng", role: "cashier", isBanned: false };
const invitation: Invitation = {
  _id: "i1",
  email: "tunde@example.ng",
  role: "cataloguer",
  invitedBy: { _id: "u1", username: "adaeze" },
  createdAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-11-28T09:00:00.000Z",
  isExpired: false,
};
const open = (role: Role, more: Parameters<typeof answerFetch>[0] = {}) => {
  useSession.getState().logIn(as(role), "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: as(role) } },
    "GET /admin/staff": { body: { staff: [{ ...kemi, _id: "u1", username: "adaeze", role }, kemi] } },
    "GET /admin/invitations": { body: { invitations: [invitation] } },
    ...more,
  });
  const router = renderAt("/admin/staff", { "/admin/staff": Staff });
  return { router, written: () => calls.filter(({ call }) => !call.startsWith("GET")) };
};

beforeEach(() => toasts.setState([], true));
afterEach(cleanUp);

describe("the page of the staff", () => {
  it.each(roles)("opens for managers and administrators, and says to other staff what is theirs: %s", async (role) => {
    const { router } = open(role);
    if (role === "manager" || role === "admin") {
      expect(await screen.findByRole("heading", { name: "Staff" })).toBeTruthy();
    } else if (role === "user") {
      expect(router.state.location.pathname).toBe("/");
    } else {
      expect(screen.getByRole("heading", { name: "This page is not for your role" })).toBeTruthy();
      expect(screen.getByText(`As a ${role} you may:`)).toBeTruthy();
    }
  });

  it("lets a manager invite cataloguers and cashiers alone, and change no role", async () => {
    const { written } = open("manager", { "POST /admin/invitations": { body: { invitation } } });
    const role = await screen.findByLabelText<HTMLSelectElement>("Role");
    expect([...role.options].map(({ text }) => text)).toEqual(["Cataloguer", "Cashier"]);
    expect(screen.queryByLabelText("Role of kemi")).toBeNull();
    fireEvent.change(screen.getByLabelText("Email address"), { target: { value: " Tunde@example.ng " } });
    fireEvent.click(screen.getByRole("button", { name: "Send invitation" }));
    await waitFor(() => expect(toasts.getState()[0]?.message).toBe("Invitation sent to tunde@example.ng"));
    expect(written()).toMatchObject([
      { call: "POST /admin/invitations", body: { email: "tunde@example.ng", role: "cataloguer" } },
    ]);
  });

  it("says what a role may do before an administrator gives it", async () => {
    const { written } = open("admin", {
      "PUT /users/admin/role/kemi": { body: { user: { username: "kemi", role: "manager" } } },
    });
    fireEvent.change(await screen.findByLabelText("Role of kemi"), { target: { value: "manager" } });
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("Make kemi a manager?")).toBeTruthy();
    expect(dialog.getByText("void bids")).toBeTruthy();
    expect(dialog.queryByText(/change roles/)).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Make manager" }));
    await waitFor(() => expect(toasts.getState()[0]?.message).toBe("kemi is now a manager"));
    expect(written()).toMatchObject([
      { call: "PUT /users/admin/role/kemi", body: { role: "manager", seen: "cashier" } },
    ]);
  });

  it("names the role that it has just given in the next change, before the staff are read again", async () => {
    const bayo = { ...kemi, _id: "bayo", username: "bayo" };
    const reads = lateAnswers(() => ({ staff: [kemi, bayo] }));
    const { written } = open("admin", {
      "GET /admin/staff": reads.answer,
      "PUT /users/admin/role/kemi": { body: { user: { _id: "kemi", username: "kemi", role: "manager" } } },
      "PUT /users/admin/role/bayo": { body: { user: { _id: "bayo", username: "bayo", role: "manager" } } },
    });
    const give = async (name: string, role: string) => {
      fireEvent.change(await screen.findByLabelText(`Role of ${name}`), { target: { value: role } });
      fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: `Make ${role}` }));
    };
    const shown = (name: string) => screen.getByLabelText<HTMLSelectElement>(`Role of ${name}`).value;
    await screen.findByLabelText("Role of kemi");
    reads.hold();
    await give("kemi", "manager");
    await give("bayo", "manager");
    await waitFor(() => expect([shown("kemi"), shown("bayo")]).toEqual(["manager", "manager"]));
    await give("kemi", "cataloguer");
    await waitFor(() => expect(written()).toHaveLength(3));
    expect(written()[2]?.body).toEqual({ role: "cataloguer", seen: "manager" });
  });

  it("takes an invitation back", async () => {
    const { written } = open("manager", { "DELETE /admin/invitations/i1": { body: { message: "Done" } } });
    fireEvent.click(await screen.findByRole("button", { name: "Take back the invitation of tunde@example.ng" }));
    await waitFor(() => expect(written()).toMatchObject([{ call: "DELETE /admin/invitations/i1" }]));
  });
});

describe("the page of an invitation", () => {
  const ACCEPT = "POST /auth/accept-invitation";
  const openLink = (answer: object, role?: Role) => {
    if (role) useSession.getState().logIn(as(role), "t");
    const calls = answerFetch({ "GET /auth/profile": { body: { user: testUser } }, [ACCEPT]: answer });
    const router = renderAt("/invitation?token=secret", { "/invitation": Invited });
    return { router, sent: () => calls.filter(({ call }) => call === ACCEPT) };
  };

  it("takes the secret out of the address, and makes an account with a name and a password", async () => {
    const { router, sent } = openLink({ body: { message: "Done", role: null } });
    await waitFor(() => expect(router.state.location.search).toBe(""));
    fireEvent.change(screen.getByLabelText("Username"), { target: { value: "kemi" } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "four unlikely words" } });
    fireEvent.click(screen.getByRole("button", { name: "Create my account" }));
    expect(await screen.findByRole("heading", { name: "Almost done" })).toBeTruthy();
    expect(sent()).toMatchObject([{ body: { token: "secret", username: "kemi", password: "four unlikely words" } }]);
  });

  it("accepts for the account that is signed in, and says what its role may do", async () => {
    const { sent } = openLink({ body: { message: "Done", role: "cashier" } }, "user");
    fireEvent.click(await screen.findByRole("button", { name: "Accept the invitation" }));
    expect(await screen.findByRole("heading", { name: "You are a cashier now" })).toBeTruthy();
    expect(sent()).toMatchObject([{ body: { token: "secret" } }]);
  });

  it("shows the server's reason for a link that is not for this account", async () => {
    const body = { code: "VERIFICATION_FAILED", message: "This invitation is for another email address." };
    openLink({ status: 400, body }, "user");
    fireEvent.click(await screen.findByRole("button", { name: "Accept the invitation" }));
    expect(await screen.findByText(body.message)).toBeTruthy();
  });
});
