// Reads the server's own metrics at /metrics, in Prometheus' text format. A server without them, or one that refuses
// them here, is measured all the same; the report then omits that part.

/** Null: the server does not publish this value. */
export interface ServerSample {
  /** `performance.now()`. */
  readonly readAt: number;
  readonly memoryBytes: number | null;
  readonly cpuSeconds: number | null;
  /** As the server measures it; a few milliseconds come from its timer. */
  readonly eventLoopP99Seconds: number | null;
}

const names = {
  memoryBytes: "process_resident_memory_bytes",
  cpuSeconds: "process_cpu_seconds_total",
  eventLoopP99Seconds: "nodejs_eventloop_lag_p99_seconds",
} as const;

/** Sums the samples of a name over its labels (several processes behind one address). Null if there are none. */
export const metricIn = (text: string, name: string): number | null => {
  let sum: number | null = null;
  for (const line of text.split("\n")) {
    if (!line.startsWith(name)) continue;
    const [, value] = /^(?:\{.*\})?[ \t]+(\S+)(?:[ \t]+-?\d+)?\s*$/.exec(line.slice(name.length)) ?? [];
    if (value === undefined) continue;
    const number = Number(value);
    if (Number.isFinite(number)) sum = (sum ?? 0) + number;
  }
  return sum;
};

export const sampleIn = (text: string, readAt: number): ServerSample => ({
  readAt,
  memoryBytes: metricIn(text, names.memoryBytes),
  cpuSeconds: metricIn(text, names.cpuSeconds),
  eventLoopP99Seconds: metricIn(text, names.eventLoopP99Seconds),
});

const ANSWERS_WITHIN_MS = 5_000;

/** Null if there is nothing to read. `token` is sent as a bearer token. */
export const readServerMetrics = async (url: string, token: string | undefined): Promise<ServerSample | null> => {
  try {
    const response = await fetch(`${url}/metrics`, {
      redirect: "error",
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const text = await response.text();
    if (!response.ok) return null;
    const sample = sampleIn(text, performance.now());
    const { memoryBytes, cpuSeconds, eventLoopP99Seconds } = sample;
    return (memoryBytes ?? cpuSeconds ?? eventLoopP99Seconds) === null ? null : sample;
  } catch {
    return null;
  }
};
