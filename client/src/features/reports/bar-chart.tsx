// Bars over weeks or sales. uPlot draws on a canvas; the caption says the figures in words, and the report's table has all
// of them. Loaded only with a report.
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

const HEIGHT = 190;
/** A label of the horizontal axis needs so much. */
const LABEL_PX = 64;

export interface BarSeries {
  readonly name: string;
  /** The name of the colour's variable. */
  readonly colour: "--brand" | "--amber-mark";
  readonly values: readonly (number | null)[];
}

export interface BarChartProps {
  readonly labels: readonly string[];
  /** One or two. */
  readonly series: readonly BarSeries[];
  readonly format: (value: number) => string;
  /** The least height of the vertical axis. */
  readonly least: number;
  readonly summary: string;
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const font = '12px system-ui, "Segoe UI", Roboto, sans-serif';

const optionsFor = (width: number, { labels, series, format, least }: BarChartProps): uPlot.Options => {
  const axis = { stroke: token("--ink-soft"), font, ticks: { show: false } } as const;
  const every = Math.max(1, Math.ceil((labels.length * LABEL_PX) / Math.max(1, width - LABEL_PX)));
  const isPair = series.length > 1;
  return {
    width,
    height: HEIGHT,
    cursor: { show: false },
    legend: { show: false },
    padding: [12, 12, 0, 0],
    scales: {
      x: { time: false, range: () => [-0.6, labels.length - 0.4] },
      y: { range: (_plot, _min, max) => [0, Math.max(least, (max ?? 0) * 1.1)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: () => labels.flatMap((_, n) => (n % every === 0 ? [n] : [])),
        values: (_plot, splits) => splits.map((n) => labels[n] ?? ""),
      },
      {
        ...axis,
        size: LABEL_PX,
        grid: { stroke: token("--line"), width: 1 },
        values: (_plot, splits) => splits.map(format),
      },
    ],
    series: [
      {},
      ...series.map(({ colour }, n) => ({
        stroke: token(colour),
        fill: token(colour),
        width: 0,
        points: { show: false },
        ...(uPlot.paths.bars
          ? { paths: uPlot.paths.bars({ size: [isPair ? 0.36 : 0.66, 44], align: isPair ? (n === 0 ? -1 : 1) : 0 }) }
          : {}),
      })),
    ],
  };
};

const BarChart = (props: BarChartProps) => {
  const { series, summary } = props;
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    let plot: uPlot | null = null;
    const draw = () => {
      plot?.destroy();
      const data = [props.labels.map((_, n) => n), ...props.series.map(({ values }) => [...values])];
      plot = new uPlot(optionsFor(target.clientWidth, props), data as uPlot.AlignedData, target);
    };
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(target);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      resized.disconnect();
      dark.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [props]);

  return (
    <figure className="grid gap-2">
      <div ref={box} aria-hidden className="min-w-0 overflow-hidden" style={{ height: HEIGHT }} />
      {series.length > 1 && (
        <p aria-hidden className="flex flex-wrap gap-x-4 text-ink-soft text-xs">
          {series.map(({ name, colour }) => (
            <span key={name} className="flex items-center gap-1.5">
              <span className="size-3 rounded-xs" style={{ background: `var(${colour})` }} />
              {name}
            </span>
          ))}
        </p>
      )}
      <figcaption className="sr-only">{summary}</figcaption>
    </figure>
  );
};

export default BarChart;
