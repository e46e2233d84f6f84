// The price as a step chart. uPlot draws on a canvas; the figure's caption describes the line in words. Loaded only
// when an auction with bids is shown.
import type { Currency } from "@jara/shared/money";
import { currencySymbols } from "@jara/shared/money";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { PriceSteps } from "./price-steps.ts";

const HEIGHT = 200;
/** At most so many times stand below the line, each with this much room (px). */
const TIMES_MAX = 5;
const TIME_WIDTH = 100;

/** The first and the last time of the axis, and as many between them as there is room for. */
const spread = ({ width }: uPlot, _axis: number, min: number, max: number): number[] => {
  const parts = Math.max(1, Math.min(TIMES_MAX, Math.floor(width / TIME_WIDTH)) - 1);
  return Array.from({ length: parts + 1 }, (_, n) => min + ((max - min) * n) / parts);
};

/** `21 Nov` below `14:05`, in Lagos; with seconds where the axis spans a few minutes. Both arguments are in seconds. */
const lagosTick = (seconds: number, span: number): string => {
  const format = (fields: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", ...fields }).format(seconds * 1000);
  const time = format({ hour: "2-digit", minute: "2-digit", ...(span < 10 * 60 && { second: "2-digit" }) });
  return `${time}\n${format({ day: "numeric", month: "short" })}`;
};

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const font = '12px system-ui, "Segoe UI", Roboto, sans-serif';

const optionsFor = (width: number, currency: Currency): uPlot.Options => {
  const compact = new Intl.NumberFormat("en-NG", {
    notation: "compact",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const axis = { stroke: token("--ink-soft"), font, ticks: { show: false } } as const;
  return {
    width,
    height: HEIGHT,
    cursor: { show: false },
    legend: { show: false },
    // The last time stands under the end of the line, and half of it beside it.
    padding: [12, 28, 0, 0],
    scales: { x: { time: true } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: spread,
        values: ({ scales: { x } }, splits) => {
          const span = (x?.max ?? 0) - (x?.min ?? 0);
          return splits.map((seconds) => lagosTick(seconds, span));
        },
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: token("--line"), width: 1 },
        values: (_plot, splits) => splits.map((amount) => `${currencySymbols[currency]}${compact.format(amount)}`),
      },
    ],
    series: [
      {},
      {
        stroke: token("--brand"),
        fill: token("--brand-soft"),
        width: 2,
        points: { show: false },
        ...(uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
      },
    ],
  };
};

export interface PriceChartProps {
  steps: PriceSteps;
  currency: Currency;
  /** A description of the line in words. */
  summary: string;
}

const PriceChart = ({ steps, currency, summary }: PriceChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(steps);
  latest.current = steps;

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const draw = () => {
      plot.current?.destroy();
      const { times, prices } = latest.current;
      plot.current = new uPlot(optionsFor(target.clientWidth, currency), [times, prices], target);
    };
    draw();
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: target.clientWidth, height: HEIGHT }));
    resized.observe(target);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      resized.disconnect();
      dark.removeEventListener("change", draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [currency]);

  useEffect(() => {
    plot.current?.setData([steps.times, steps.prices]);
  }, [steps]);

  return (
    <figure className="grid gap-2">
      <div ref={box} aria-hidden className="min-w-0 overflow-hidden" style={{ height: HEIGHT }} />
      <figcaption className="sr-only">{summary}</figcaption>
    </figure>
  );
};

export default PriceChart;
