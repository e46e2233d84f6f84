// Orders ledger entries that have the same time. One statement may write several entries of one balance, and only their
// balances say which came first.

interface Link {
  readonly at: number;
  readonly amountMinor: number;
  /** After the entry. */
  readonly balanceMinor: number;
}

/** Takes entries oldest first. Those of the same millisecond are put so that each begins where the one before it ended. */
export const inChainOrder = <T extends Link>(entries: readonly T[]): T[] => {
  const ordered: T[] = [];
  for (let i = 0; i < entries.length; ) {
    const first = entries[i] as T;
    const group = [first];
    while (entries[i + group.length]?.at === first.at) group.push(entries[i + group.length] as T);
    ordered.push(...chained(group, ordered.at(-1)?.balanceMinor));
    i += group.length;
  }
  return ordered;
};

const startOf = ({ balanceMinor, amountMinor }: Link): number => balanceMinor - amountMinor;

/** `before` is the balance before the group, if it is known. Entries that fit nowhere keep their order. */
const chained = <T extends Link>(group: readonly T[], before: number | undefined): T[] => {
  if (group.length === 1) return [...group];
  const left = [...group];
  const take = (fits: (entry: T) => boolean): T | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const isFirst = (entry: T): boolean =>
    !left.some((other) => other !== entry && other.balanceMinor === startOf(entry));
  const chain: T[] = [];
  while (left.length > 0) {
    const balance = chain.at(-1)?.balanceMinor ?? before;
    const next = take((entry) => startOf(entry) === balance) ?? take(isFirst) ?? left.shift();
    if (next) chain.push(next);
  }
  return chain;
};
