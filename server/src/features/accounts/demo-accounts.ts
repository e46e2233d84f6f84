// The demo's accounts. The README publishes their passwords, so none of them may be able to log in in production.
export const DEMO_DOMAIN = "auction.test";
export const ADMIN = { name: "admin", password: "admin1234" };
export const BIDDERS = ["ada", "bola", "chidi", "dayo", "emeka"];
export const UNVERIFIED = "uche";
export const BIDDER_PASSWORD = "bidder1234";
/** Cataloguers make lots. Beyond that they have the rights of a user. */
export const SELLERS = ["amaka", "sani", "tunde"];
export const SELLER_PASSWORD = "seller1234";

/** Each username with the password that it was seeded with. */
export const demoPasswords: ReadonlyMap<string, string> = new Map([
  [ADMIN.name, ADMIN.password],
  ...SELLERS.map((name) => [name, SELLER_PASSWORD] as const),
  ...[...BIDDERS, UNVERIFIED].map((name) => [name, BIDDER_PASSWORD] as const),
]);

export const demoAccounts: readonly string[] = [
  `Admin:            ${ADMIN.name}@${DEMO_DOMAIN} / ${ADMIN.password}`,
  `Sellers:          ${SELLERS.join(", ")} @${DEMO_DOMAIN} / ${SELLER_PASSWORD}`,
  `Bidders:          ${BIDDERS.join(", ")} @${DEMO_DOMAIN} / ${BIDDER_PASSWORD}`,
  `Not yet verified: ${UNVERIFIED}@${DEMO_DOMAIN} / ${BIDDER_PASSWORD}`,
];
