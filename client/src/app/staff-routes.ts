// The screens of the staff and their addresses.
import type { RouteObject } from "react-router-dom";

export const staffRoutes: RouteObject[] = [
  { path: "admin", lazy: () => import("../screens/admin/admin.tsx") },
  { path: "admin/desk", lazy: () => import("../screens/admin/admin-desk.tsx") },
  { path: "admin/users/:id", lazy: () => import("../screens/admin/admin-user.tsx") },
  { path: "admin/audit-log", lazy: () => import("../screens/admin/admin-audit-log.tsx") },
  { path: "admin/auctions", lazy: () => import("../screens/admin/admin-auctions.tsx") },
  { path: "admin/imports/:id?", lazy: () => import("../screens/admin/admin-imports.tsx") },
  { path: "admin/questions", lazy: () => import("../screens/admin/admin-questions.tsx") },
  { path: "admin/sales", lazy: () => import("../screens/admin/admin-sales.tsx") },
  { path: "admin/sales/:id", lazy: () => import("../screens/admin/admin-sale.tsx") },
  { path: "admin/sales/:id/console", lazy: () => import("../screens/admin/sale-console.tsx") },
  { path: "admin/auctions/:id/history", lazy: () => import("../screens/admin/auction-history.tsx") },
  { path: "admin/auctions/:id/complaint", lazy: () => import("../screens/admin/admin-complaint.tsx") },
  { path: "admin/settlements", lazy: () => import("../screens/admin/admin-settlements.tsx") },
  { path: "admin/settlements/:id", lazy: () => import("../screens/admin/admin-settlement.tsx") },
  { path: "admin/takings", lazy: () => import("../screens/admin/admin-takings.tsx") },
  { path: "admin/reports", lazy: () => import("../screens/admin/admin-reports.tsx") },
  { path: "admin/settlements/holidays", lazy: () => import("../screens/admin/admin-holidays.tsx") },
  { path: "admin/withdrawals", lazy: () => import("../screens/admin/admin-withdrawals.tsx") },
  { path: "admin/approvals", lazy: () => import("../screens/admin/admin-approvals.tsx") },
  { path: "admin/settings", lazy: () => import("../screens/admin/admin-settings.tsx") },
  { path: "admin/staff", lazy: () => import("../screens/admin/admin-staff.tsx") },
];
