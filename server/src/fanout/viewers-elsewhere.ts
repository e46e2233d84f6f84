// How many watch each auction at other nodes, as they last said. A node that leaves or falls silent counts for nothing.

/** Of one node: all that is watched there, or what has changed since it said so. */
export interface ViewersThere {
  readonly isAll: boolean;
  readonly counts: readonly (readonly [auctionId: string, count: number])[];
}

export const nobodyThere: ViewersThere = { isAll: true, counts: [] };

export class ViewersElsewhere {
  readonly #byNode = new Map<string, Map<string, number>>();
  readonly #total = new Map<string, number>();

  of(auctionId: string): number {
    return this.#total.get(auctionId) ?? 0;
  }

  /** Returns the auctions whose number is another now. */
  heard(node: string, { isAll, counts }: ViewersThere): string[] {
    const known = this.#byNode.get(node) ?? new Map<string, number>();
    this.#byNode.set(node, known);
    const now = new Map(counts);
    if (isAll) for (const id of known.keys()) if (!now.has(id)) now.set(id, 0);
    const changed: string[] = [];
    for (const [id, count] of now) {
      const difference = count - (known.get(id) ?? 0);
      if (difference === 0) continue;
      changed.push(id);
      put(known, id, count);
      put(this.#total, id, this.of(id) + difference);
    }
    if (known.size === 0) this.#byNode.delete(node);
    return changed;
  }
}

const put = (counts: Map<string, number>, id: string, count: number): void => {
  if (count > 0) counts.set(id, count);
  else counts.delete(id);
};
