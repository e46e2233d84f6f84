// Draws the page's plots. Runs in the reader's browser from the report inside the page; it fetches nothing.
/* global uPlot */
const report = JSON.parse(document.getElementById("report").textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");
const HEIGHT = 260;

const moments = report.moments;
const over = (pick) => moments.map(pick);
const times = over(({ at }) => at);
const figure = (digits) => (_plot, value) =>
  value == null ? "–" : value.toLocaleString("en", { maximumFractionDigits: digits });

/** Percentiles by their number of nines, so that the tail has room: 2 is 99%, 3 is 99.9%. */
const nines = (percent) => -Math.log10(1 - percent / 100);
const percentWords = (value) => {
  const percent = 100 * (1 - 10 ** -value);
  return `${Number(percent.toPrecision(value < 2 ? 2 : Math.ceil(value) + 1))}%`;
};

const distribution = () => {
  const { answer, watcher } = report.latency;
  const at = [...new Set([answer, watcher].flatMap((one) => (one ? one.curve.map(([percent]) => percent) : [])))];
  at.sort((a, b) => a - b);
  const curveOf = (summary) => {
    const known = new Map(summary ? summary.curve : []);
    return at.map((percent) => known.get(percent) ?? null);
  };
  return {
    x: at.map(nines),
    xWords: percentWords,
    xLabel: "share of all, up to",
    unit: "ms",
    lines: [
      { label: "to answer", values: curveOf(answer), colour: "--one" },
      { label: "to watcher", values: curveOf(watcher), colour: "--two" },
    ],
  };
};

const line = (label, pick, colour, dash) => ({ label, values: over(pick), colour, dash });
const plots = {
  rate: {
    unit: "commands/s",
    lines: [
      line("offered", ({ offered }) => offered, "--three", [6, 4]),
      line("accepted", ({ accepted }) => accepted, "--one"),
      line("refused", ({ refused }) => refused, "--two"),
    ],
  },
  answer: {
    unit: "ms",
    lines: [
      line("median", ({ answerP50 }) => answerP50, "--one"),
      line("99th percentile", ({ answerP99 }) => answerP99, "--two"),
    ],
  },
  watcher: {
    unit: "ms",
    lines: [
      line("median", ({ watcherP50 }) => watcherP50, "--one"),
      line("99th percentile", ({ watcherP99 }) => watcherP99, "--two"),
    ],
  },
  distribution: distribution(),
  deliveries: {
    unit: "deliveries/s",
    lines: [line("deliveries", ({ deliveries }) => deliveries, "--one")],
  },
  watchers: {
    unit: "watchers",
    lines: [line("connected", ({ watchersUp }) => watchersUp, "--one")],
  },
  memory: {
    unit: "MB",
    lines: [line("server", ({ serverMemoryMb }) => serverMemoryMb, "--one")],
  },
  cpu: {
    unit: "% of a core",
    lines: [
      line("server", ({ serverCpu }) => (serverCpu === null ? null : serverCpu * 100), "--one"),
      line("load tester", ({ testerCpu }) => testerCpu * 100, "--three", [6, 4]),
    ],
  },
};

const draw = (place, { unit, lines, x = times, xWords, xLabel = "seconds" }) => {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    labelSize: 20,
  };
  const xFigure = xWords ? (_plot, value) => (value == null ? "–" : xWords(value)) : figure(1);
  place.replaceChildren();
  return new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      scales: { x: { time: false }, y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.08 : 1] } },
      series: [
        { label: xLabel, value: xFigure },
        ...lines.map(({ label, colour: name, dash }) => ({
          label: `${label} (${unit})`,
          stroke: colour(name),
          width: 2,
          ...(dash && { dash }),
          value: figure(1),
          points: { show: x.length < 3 },
          spanGaps: true,
        })),
      ],
      axes: [
        { ...axis, label: xLabel, values: (_plot, ticks) => ticks.map((tick) => (xWords ? xWords(tick) : tick)) },
        { ...axis, label: unit, size: 64, values: (_plot, ticks) => ticks.map((tick) => tick.toLocaleString("en")) },
      ],
    },
    [x, ...lines.map(({ values }) => values)],
    place,
  );
};

let drawn = [];
const drawAll = () => {
  for (const { plot } of drawn) plot.destroy();
  drawn = [...document.querySelectorAll("[data-plot]")].map((place) => ({
    place,
    plot: draw(place, plots[place.dataset.plot]),
  }));
};
drawAll();
dark.addEventListener("change", drawAll);
addEventListener("resize", () => {
  for (const { place, plot } of drawn) plot.setSize({ width: place.clientWidth, height: HEIGHT });
});
