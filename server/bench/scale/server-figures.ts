// Reads the resources that a server process uses, as it reports them at /metrics.
export interface ServerFigures {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

const read = async (url: string): Promise<(name: string) => number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => {
    const found = [...text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, "gm"))];
    if (found.length === 0) throw new Error(`the server does not tell ${name}`);
    return found.reduce((sum, [, value]) => sum + Number(value), 0);
  };
};

export const figuresOf = async (url: string): Promise<ServerFigures> => {
  const value = await read(url);
  return { cpuSeconds: value("process_cpu_seconds_total"), residentBytes: value("process_resident_memory_bytes") };
};

/** The sum over all labels. */
export const figureOf = async (url: string, name: string): Promise<number> => (await read(url))(name);
