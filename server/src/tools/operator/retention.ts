// Decides which backups stay: the newest of each of the last days, and the newest of each of the last weeks that have
// one. The newest backup always stays.

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday, so weeks that begin on a Monday are shifted by three days. */
const weekOf = (at: number): number => Math.floor((Math.floor(at / DAY_MS) + 3) / 7);
const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** `at`: when the backup was made, epoch ms. Days and weeks are those of UTC. Returns the names of those that stay. */
export const keptBackups = (
  backups: readonly { readonly name: string; readonly at: number }[],
  { daily, weekly }: { readonly daily: number; readonly weekly: number },
): Set<string> => {
  const newestFirst = [...backups].sort((one, other) => other.at - one.at);
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name));
  for (const [periodOf, count] of [
    [dayOf, daily],
    [weekOf, weekly],
  ] as const) {
    const periods = new Set<number>();
    for (const { name, at } of newestFirst) {
      const period = periodOf(at);
      if (periods.has(period) || periods.size >= count) continue;
      periods.add(period);
      kept.add(name);
    }
  }
  return kept;
};
