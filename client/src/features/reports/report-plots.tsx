// The plots of a report. Each says its figures in words as well; the table below them has all figures.
import type { Report, ReportRow } from "@jara/shared/rest/reports";
import { type ComponentType, lazy, Suspense, useMemo } from "react";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { BarChartProps, BarSeries } from "./bar-chart.tsx";
import { figure, naira, percent, rowLabel, rowName, shortNaira } from "./report-words.ts";

/** More bars than these could not be told apart. The newest sales stay. */
const BARS_MAX = 106;

const InWords = ({ summary }: { summary: string }) => <p className="text-sm">{summary}</p>;
/** If the code cannot be loaded, the words remain. */
const BarChart = lazy<ComponentType<BarChartProps>>(() =>
  import("./bar-chart.tsx").catch(() => ({ default: InWords })),
);

interface Plot {
  readonly title: string;
  readonly series: readonly { name: string; colour: BarSeries["colour"]; of: (row: ReportRow) => number | null }[];
  /** On the axis, and in words. */
  readonly short: (value: number) => string;
  readonly long: (value: number | null) => string;
  readonly least: number;
}

const whole = (value: number): string => (Number.isInteger(value) ? figure(value) : "");

const plots: readonly Plot[] = [
  {
    title: "Sell-through",
    series: [{ name: "Sold", colour: "--brand", of: ({ sellThrough }) => sellThrough }],
    short: percent,
    long: percent,
    least: 100,
  },
  {
    title: "Bids per lot",
    series: [{ name: "Bids per lot", colour: "--brand", of: ({ bidsPerLot }) => bidsPerLot }],
    short: figure,
    long: figure,
    least: 1,
  },
  {
    title: "Bidders",
    series: [
      { name: "New", colour: "--brand", of: ({ newBidders }) => newBidders },
      { name: "Returning", colour: "--amber-mark", of: ({ returningBidders }) => returningBidders },
    ],
    short: whole,
    long: figure,
    least: 4,
  },
  {
    title: "Revenue in naira",
    series: [
      {
        name: "Hammer and fees",
        colour: "--brand",
        of: ({ hammer, fees, premium }) => Math.round((hammer.ngn + fees.ngn + premium.ngn) * 100) / 100,
      },
      { name: "Received", colour: "--amber-mark", of: ({ received }) => received },
    ],
    short: shortNaira,
    long: (value) => naira(value ?? 0),
    least: 1_000,
  },
  {
    title: "Defaults",
    series: [{ name: "Defaults", colour: "--amber-mark", of: ({ defaults }) => defaults }],
    short: whole,
    long: figure,
    least: 4,
  },
];

export const ReportPlots = ({ report }: { report: Report }) => {
  const { by, rows } = report;
  // The newest sale is the first row, and the last bar.
  const bars = useMemo(() => (by === "week" ? rows : rows.slice(0, BARS_MAX).toReversed()), [by, rows]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      {plots.map((plot) => (
        <Panel key={plot.title} title={plot.title} className="gap-2! lg:last:odd:col-span-2">
          <Suspense fallback={<Skeleton className="h-[190px]" />}>
            <Bars plot={plot} bars={bars} by={by} />
          </Suspense>
        </Panel>
      ))}
    </div>
  );
};

const Bars = ({ plot, bars, by }: { plot: Plot; bars: readonly ReportRow[]; by: Report["by"] }) => {
  const props = useMemo<BarChartProps>(
    () => ({
      labels: bars.map((row) => rowLabel(row, by)),
      series: plot.series.map(({ name, colour, of }) => ({ name, colour, values: bars.map(of) })),
      format: plot.short,
      least: plot.least,
      summary: inWords(plot, bars, by),
    }),
    [plot, bars, by],
  );
  return <BarChart {...props} />;
};

/** The first, the highest and the last figure of each series. */
const inWords = ({ title, series, long }: Plot, bars: readonly ReportRow[], by: Report["by"]): string => {
  const sentences = series.map(({ name, of }) => {
    const known = bars.filter((row) => of(row) !== null);
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) return `${name}: no figures.`;
    const highest = known.reduce((most, row) => ((of(row) ?? 0) > (of(most) ?? 0) ? row : most));
    const said = (row: ReportRow) => `${long(of(row))} (${rowName(row, by)})`;
    return `${name}: first ${said(first)}, highest ${said(highest)}, last ${said(last)}.`;
  });
  return `${title}. ${sentences.join(" ")} The table below has all figures.`;
};
