// The screens of the staff: people and invitations, approvals, the audit log, a page of another role, and an invitation.
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const at = "2026-11-22T09:30:00.000Z";
const person = (username: string) => ({ _id: username, username });
const approval = (id: string, given: object) => ({
  _id: id,
  kind: "balance",
  status: "waiting",
  user: person("ada"),
  lot: null,
  amountNgn: 250_000,
  asked: { action: "add", amount: 250_000, currency: "NGN" },
  reason: "Deposit at the desk",
  askedBy: person("funke"),
  askedAt: at,
  decidedBy: null,
  decidedAt: null,
  message: null,
  mayDecide: true,
  mayTakeBack: false,
  ...given,
});

test("the staff, an invitation and a page of another role", async ({ administrator, api, open, watch }) => {
  watch.expectErrors(/40[0134] .*\/api\//);
  const cashier = await api.member("kemi");
  await api.call("PUT", `/api/users/admin/role/${cashier.user._id}`, administrator, { role: "cashier" });
  for (const role of ["cataloguer", "manager"]) {
    const email = `tunde.adebayo.with.a.long.name.${role}@people.test`;
    await api.call("POST", "/api/admin/invitations", administrator, { email, role });
  }
  const page = await open(administrator, "/admin/staff");
  await expect(page.getByRole("list", { name: /^Invitations/ })).toBeVisible();
  await shoot(page, "staff-people");
  const other = await open(cashier, "/admin/auctions");
  await expect(other.getByRole("heading", { name: "This page is not for your role" })).toBeVisible();
  await shoot(other, "staff-other-role");
  const invited = await open(null, "/invitation?token=made-up");
  await expect(invited.getByRole("heading", { level: 1 })).toBeVisible();
  await shoot(invited, "staff-invitation");
});

test("approvals and the audit log", async ({ administrator, open }) => {
  const page = await open(administrator, "/admin/audit-log");
  await expect(page.getByText("Logged in with a password").first()).toBeVisible();
  await shoot(page, "staff-audit-log", "view");
  const approvals = [
    approval("1", {}),
    approval("2", { askedBy: person(administrator.user.username), mayDecide: false, mayTakeBack: true }),
    approval("3", { status: "done", decidedBy: person("admin"), decidedAt: at, mayDecide: false }),
    approval("4", {
      status: "refused",
      decidedBy: person("admin"),
      decidedAt: at,
      message: "No slip",
      mayDecide: false,
    }),
  ];
  await page.route("**/api/admin/approvals*", (route) =>
    route.fulfill({ json: { approvals, open: 1, pagination: { current: 1, pages: 1, total: 4, limit: 20 } } }),
  );
  await page.goto("/admin/approvals");
  await expect(page.getByRole("button", { name: /^Approve/ })).toBeVisible();
  await shoot(page, "staff-approvals");
});
