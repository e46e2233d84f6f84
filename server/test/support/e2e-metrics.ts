// Reads and parses /metrics as Prometheus does.
import type { TestServer } from "./e2e-server.ts";

export interface Sample {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
}

/** Throws at a line that is none of the format's. */
export const readMetrics = (text: string): Sample[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name, labels = "", value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`not a sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: value === "+Inf" ? Infinity : Number(value) };
    });

export const scrape = async ({ api }: Pick<TestServer, "api">): Promise<Sample[]> => {
  const { status, text } = await api("GET", "/metrics");
  if (status !== 200) throw new Error(`/metrics answered ${status}`);
  return readMetrics(text);
};

/** The sum of the samples that have these labels. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number => {
  const found = samples.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
};
