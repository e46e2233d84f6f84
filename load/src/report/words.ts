// Formats the figures of the report with their units.
export const count = (value: number): string => Math.round(value).toLocaleString("en");
export const rate = (perSecond: number): string =>
  `${perSecond.toLocaleString("en", { maximumFractionDigits: perSecond < 100 ? 1 : 0 })}/s`;
export const ms = (value: number | null | undefined): string =>
  value == null ? "–" : `${value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 })} ms`;
export const megabytes = (bytes: number | null): string => (bytes === null ? "–" : `${count(bytes / 1e6)} MB`);
export const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toLocaleString("en", { maximumFractionDigits: 2 })}%`;
export const cores = (cpu: number | null): string => (cpu === null ? "–" : `${Math.round(cpu * 100)}% of a core`);
