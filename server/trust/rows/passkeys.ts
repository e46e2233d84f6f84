// Attacks passkeys over two nodes: with another origin, a challenge used again or elsewhere, a copied key, and others'
// passkeys. Each attack is on a victim of its own, and must be refused and change nothing. If several requests are sent
// at the same moment, one succeeds.

import { SITE } from "../../test/support/e2e-passkeys.ts";
import { callApi, type TestServer } from "../../test/support/e2e-server.ts";
import { attackPasskey, passkeyAttacks } from "../../test/support/passkey-attacks.ts";
import type { Row } from "../row.ts";
import { openSite } from "../site/site.ts";

const ROUNDS = { full: 20, quick: 2 };

export const passkeysRow: Row = {
  name: "passkeys",
  what: "Passkeys of another origin or relying party, challenges used again or elsewhere, copied keys and others' passkeys, over two nodes",
  run: async ({ quick, say }) => {
    const rounds = quick ? ROUNDS.quick : ROUNDS.full;
    const findings: string[] = [];
    let tried = 0;
    const site = await openSite({ nodes: 2, environmentOf: () => ({ PUBLIC_URL: SITE }) });
    try {
      const { query } = site.database;
      const nodes = site.nodes.map(({ address }) => {
        const api: TestServer["api"] = (method, path, call) => callApi(address, method, path, call);
        return { api, query };
      });
      for (let round = 1; round <= rounds; round += 1) {
        // Each node is the first in half of the rounds.
        if (round > 1) nodes.reverse();
        for (const attack of passkeyAttacks) {
          const attacked = await attackPasskey(nodes, attack);
          tried += attacked.tried;
          findings.push(...attacked.bad);
        }
        say(`round ${round} of ${rounds}: ${findings.length} findings`);
      }
    } finally {
      await site.close();
    }
    return { tried, bad: findings.length, findings, notes: [`${passkeyAttacks.length} kinds of attacks`] };
  },
};
