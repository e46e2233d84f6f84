// The screens of the staff and their addresses.
import type { RouteObject } from "react-router-dom";

export const staffRoutes: RouteObject[] = [
  { path: "admin", lazy: () => import("../screens/admin.tsx") },
  { path: "admin/desk", lazy: () => import("../screens/admin-desk.tsx") },
  { path: "admin/users/:id", lazy: () => import("../screens/admin-user.tsx") },
  { path: "admin/audit-log", lazy: () => import("../screens/admin-audit-log.tsx") },
  { path: "admin/auctions", lazy: () => import("../screens/admin-auctions.tsx") },
  { path: "admin/imports/:id?", lazy: () => import("../screens/admin-imports.tsx") },
  { path: "admin/questions", lazy: () => import("../screens/admin-questions.tsx") },
  { path: "admin/sales", lazy: () => import("../screens/admin-sales.tsx") },
  { path: "admin/sales/:id", lazy: () => import("../screens/admin-sale.tsx") },
  { path: "admin/sales/:id/console", lazy: () => import("../screens/sale-console.tsx") },
  { path: "admin/auctions/:id/history", lazy: () => import("../screens/auction-history.tsx") },
  { path: "admin/auctions/:id/complaint", lazy: () => import("../screens/admin-complaint.tsx") },
  { path: "admin/settlements", lazy: () => import("../screens/admin-settlements.tsx") },
  { path: "admin/settlements/:id", lazy: () => import("../screens/admin-settlement.tsx") },
  { path: "admin/takings", lazy: () => import("../screens/admin-takings.tsx") },
  { path: "admin/reports", lazy: () => import("../screens/admin-reports.tsx") },
  { path: "admin/settlements/holidays", lazy: () => import("../screens/admin-holidays.tsx") },
  { path: "admin/withdrawals", lazy: () => import("../screens/admin-withdrawals.tsx") },
  { path: "admin/approvals", lazy: () => import("../screens/admin-approvals.tsx") },
  { path: "admin/settings", lazy: () => import("../screens/admin-settings.tsx") },
  { path: "admin/staff", lazy: () => import("../screens/admin-staff.tsx") },
];
