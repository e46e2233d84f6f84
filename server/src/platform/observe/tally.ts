// Counters and histograms that cost only nanoseconds to record. They are plain maps and arrays, converted to
// Prometheus's form only when it asks. prom-client's own take a third of a microsecond each, which would delay every
// bid.
import { Counter, type Metric, type Registry } from "prom-client";

interface Named {
  readonly registry: Registry;
  readonly name: string;
  readonly help: string;
}

/** Counts by two labels. Labels must have few values, because each pair is kept for ever. */
export const createTally = <A extends string, B extends string>(
  { registry, ...named }: Named,
  labelNames: readonly [string, string],
): ((a: A, b: B) => void) => {
  const counts = new Map<A, Map<B, number>>();
  new Counter({
    ...named,
    registers: [registry],
    labelNames: [...labelNames],
    collect() {
      this.reset();
      for (const [a, byB] of counts) {
        for (const [b, count] of byB) this.inc({ [labelNames[0]]: a, [labelNames[1]]: b }, count);
      }
    },
  });
  return (a, b) => {
    let byB = counts.get(a);
    if (!byB) {
      byB = new Map();
      counts.set(a, byB);
    }
    byB.set(b, (byB.get(b) ?? 0) + 1);
  };
};

/** One histogram without labels, in the unit of its bounds. */
export const createDistribution = (
  { registry, name, help }: Named,
  bounds: readonly number[],
): ((value: number) => void) => {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  const get = async () => {
    let count = 0;
    const buckets = [...counts].map((here, i) => {
      count += here;
      return { labels: { le: bounds[i] ?? "+Inf" }, value: count, metricName: `${name}_bucket` };
    });
    const totals = [
      { labels: {}, value: sum, metricName: `${name}_sum` },
      { labels: {}, value: count, metricName: `${name}_count` },
    ];
    return { name, help, type: "histogram", aggregator: "sum", values: [...buckets, ...totals] };
  };
  // A registry uses only a metric's name and its `get`.
  registry.registerMetric({ name, get } as unknown as Metric);
  return (value) => {
    let i = 0;
    while (i < bounds.length && value > (bounds[i] as number)) i++;
    counts[i] = (counts[i] as number) + 1;
    sum += value;
  };
};
