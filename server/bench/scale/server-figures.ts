// What a server process uses, as it says itself at /metrics.
export interface ServerFigures {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

export const figuresOf = async (url: string): Promise<ServerFigures> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, "m").exec(text);
    if (!found) throw new Error(`the server does not tell ${name}`);
    return Number(found[1]);
  };
  return { cpuSeconds: value("process_cpu_seconds_total"), residentBytes: value("process_resident_memory_bytes") };
};
