// The screens of the staff and their addresses.
import type { Route } from "../lib/router/routes.ts";

export const staffRoutes: readonly Route[] = [
  { path: "/admin", load: () => import("../screens/admin/admin.tsx") },
  { path: "/admin/desk", load: () => import("../screens/admin/admin-desk.tsx") },
  { path: "/admin/users/:id", load: () => import("../screens/admin/admin-user.tsx") },
  { path: "/admin/audit-log", load: () => import("../screens/admin/admin-audit-log.tsx") },
  { path: "/admin/auctions", load: () => import("../screens/admin/admin-auctions.tsx") },
  { path: "/admin/imports/:id?", load: () => import("../screens/admin/admin-imports.tsx") },
  { path: "/admin/questions", load: () => import("../screens/admin/admin-questions.tsx") },
  { path: "/admin/offers/:id?", load: () => import("../screens/admin/admin-offers.tsx") },
  { path: "/admin/sales", load: () => import("../screens/admin/admin-sales.tsx") },
  { path: "/admin/sales/:id", load: () => import("../screens/admin/admin-sale.tsx") },
  { path: "/admin/sales/:id/console", load: () => import("../screens/admin/sale-console.tsx") },
  { path: "/admin/auctions/:id/history", load: () => import("../screens/admin/auction-history.tsx") },
  { path: "/admin/auctions/:id/complaint", load: () => import("../screens/admin/admin-complaint.tsx") },
  { path: "/admin/settlements", load: () => import("../screens/admin/admin-settlements.tsx") },
  { path: "/admin/settlements/holidays", load: () => import("../screens/admin/admin-holidays.tsx") },
  { path: "/admin/settlements/:id", load: () => import("../screens/admin/admin-settlement.tsx") },
  { path: "/admin/sellers", load: () => import("../screens/admin/admin-sellers.tsx") },
  { path: "/admin/takings", load: () => import("../screens/admin/admin-takings.tsx") },
  { path: "/admin/reports", load: () => import("../screens/admin/admin-reports.tsx") },
  { path: "/admin/withdrawals", load: () => import("../screens/admin/admin-withdrawals.tsx") },
  { path: "/admin/approvals", load: () => import("../screens/admin/admin-approvals.tsx") },
  { path: "/admin/bidders", load: () => import("../screens/admin/admin-bidders.tsx") },
  { path: "/admin/settings", load: () => import("../screens/admin/admin-settings.tsx") },
  { path: "/admin/staff", load: () => import("../screens/admin/admin-staff.tsx") },
];
