// Every call that writes a whole value, with the field by which its body names the value that the caller saw, or the reason
// why it has none. A test fails on a PUT or PATCH that is not here.

type Rule = { readonly names: "seen" | "revision" | "version" } | { readonly none: string };

const own = { none: "one's own: nobody else writes it" };

export const wholeValues: Readonly<Record<string, Rule>> = {
  "PUT /api/auctions/:id": { names: "seen" },
  "PUT /api/auctions/admin/:id": { names: "seen" },
  "PATCH /api/auctions/admin/:id/status": { names: "seen" },
  "PATCH /api/auctions/:id/cancel": { none: "an action, not a value: the engine decides whether it is possible" },
  "PUT /api/auth/users/:id/role": { names: "seen" },
  "PUT /api/users/admin/role/:id": { names: "seen" },
  "PUT /api/users/admin/balance/:id": { names: "seen" },
  "PUT /api/lot-drafts/:id": { names: "revision" },
  "PUT /api/admin/questions/:id/answer": { names: "revision" },
  "PUT /api/admin/holidays/:date": { names: "seen" },
  "PUT /api/admin/settings": { names: "version" },
  "PUT /api/offers/:id": { names: "revision" },
  "PUT /api/sales/:id": { names: "revision" },
  "PUT /api/sales/:id/lots": { names: "revision" },
  // No PUT, but it replaces a place and a time that somebody else may have set.
  "POST /api/settlements/:id/ready": { names: "seen" },
  "PATCH /api/auth/passkeys/:id": own,
  "PUT /api/users/profile": own,
  "PUT /api/users/pickup": own,
  "PUT /api/admin/desk/alerts": own,
  "PATCH /api/saved-searches/:id": own,
  "PUT /api/watchlist/reminders": own,
  "PUT /api/watchlist/:id": own,
  "PUT /api/notifications/preferences": own,
};
