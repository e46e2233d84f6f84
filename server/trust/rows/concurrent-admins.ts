// Tries administrators who keep changing everything, over two nodes, while people bid and connections are lost. There
// is no fault, so there must be no finding.

import { playConcurrentAdmins } from "../round/concurrent-admins.ts";
import { judge } from "../round/judge.ts";
import { makePeople } from "../round/participants.ts";
import { newSeed, randomOf } from "../round/random.ts";
import type { Row } from "../row.ts";
import { openSite } from "../site/site.ts";

const NODES = 2;
const BIDDERS = 8;
const CHANGES = 200;
const ROUNDS = { full: 30, quick: 2 };

export const concurrentAdmins: Row = {
  name: "concurrent-admins",
  what: "Status changes and edits of any kind by two administrators at once, while people bid and watchers lose their connections",
  run: async ({ quick, say }) => {
    const rounds = quick ? ROUNDS.quick : ROUNDS.full;
    const seed = newSeed();
    const seeds = randomOf(seed);
    const findings: string[] = [];
    let tried = 0;
    let looked = 0;
    const site = await openSite({ nodes: NODES });
    try {
      const participants = await makePeople(site.database, BIDDERS);
      const addresses = site.nodes.map(({ address }) => address);
      for (let round = 1; round <= rounds; round += 1) {
        const played = await playConcurrentAdmins({
          addresses,
          participants,
          seed: seeds.whole(2 ** 31),
          changes: CHANGES,
        });
        const judged = await judge(played, site.database, participants);
        findings.push(...judged.findings);
        tried += played.changes;
        looked += judged.looked;
        const shown = `${played.changes} changes, ${played.shownAgain} views again`;
        say(`round ${round} of ${rounds}: ${shown}, ${judged.findings.length} findings`);
      }
    } finally {
      await site.close();
    }
    const notes = [`${looked.toLocaleString("en")} things held against a promise; seed ${seed}`];
    return { tried, bad: findings.length, findings, notes };
  },
};
