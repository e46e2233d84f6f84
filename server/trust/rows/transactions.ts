// `pnpm trust transactions`: transfers by `database.transaction` under every fault, many times.
import type { Row } from "../row.ts";
import { transactionFaults } from "../transactions/faults.ts";
import { openTrial } from "../transactions/trial.ts";

const TIMES = { full: 60, quick: 6 };
/** Those that take seconds each time. */
const SLOW = /silent|silence|crashed|frozen|standby|never ends/;
const SLOW_SHARE = 0.15;

export const transactionsRow: Row = {
  name: "transactions",
  what: "Transfers in transactions while backends end, links break or fall silent, and PostgreSQL crashes or freezes",
  run: async ({ quick, say }) => {
    const trial = await openTrial();
    const findings: string[] = [];
    const notes: string[] = [];
    let tried = 0;
    try {
      for (const fault of transactionFaults) {
        const times = quick ? TIMES.quick : TIMES.full;
        const books = await fault.run(trial, SLOW.test(fault.name) ? Math.ceil(times * SLOW_SHARE) : times);
        const { committed, failed, unknown } = books.counts;
        tried += committed + failed + unknown;
        findings.push(...books.findings.map((finding) => `${fault.name}: ${finding}`));
        if (!fault.isFelt(books)) findings.push(`${fault.name}: had no effect`);
        notes.push(
          `${fault.name}: ${committed} committed, ${failed} failed, ${unknown} unknown (${books.unknownThere} of them carried out), ${books.ranAgain} run again`,
        );
        say(notes.at(-1) ?? "");
      }
    } finally {
      await trial.close();
    }
    return { tried, bad: findings.length, findings, notes };
  },
};
