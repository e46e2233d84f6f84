// The default sizes of each scenario, and the limits of what may be asked for, because a run must end and one process
// must be able to hold it.
export const scenarioNames = ["hot", "market", "audience", "war", "storm", "close"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface Sizes {
  readonly bidders: number;
  readonly watchers: number;
  /** Commands per second. */
  readonly rate: number;
  /** Seconds during which commands are due. */
  readonly time: number;
  readonly auctions: number;
}

export const defaults: Readonly<Record<ScenarioName, Sizes>> = {
  hot: { bidders: 200, watchers: 100, rate: 200, time: 10, auctions: 1 },
  market: { bidders: 200, watchers: 200, rate: 300, time: 10, auctions: 1000 },
  audience: { bidders: 20, watchers: 1000, rate: 10, time: 10, auctions: 1 },
  war: { bidders: 50, watchers: 100, rate: 100, time: 10, auctions: 1 },
  storm: { bidders: 50, watchers: 1000, rate: 50, time: 15, auctions: 10 },
  close: { bidders: 50, watchers: 100, rate: 100, time: 10, auctions: 10 },
};

export const bounds: Readonly<Record<keyof Sizes, { readonly least: number; readonly most: number }>> = {
  bidders: { least: 2, most: 5_000 },
  watchers: { least: 0, most: 20_000 },
  rate: { least: 0.1, most: 10_000 },
  time: { least: 1, most: 900 },
  auctions: { least: 1, most: 5_000 },
};

/** Seconds of the same load before anything is measured, so that statements are planned and code is compiled. */
export const warmUp = { usual: 2, most: 60 } as const;

/** The limit, because each closing auction is created with a call of its own before the run. */
export const MOST_CLOSING = 100;

export const about: Readonly<Record<ScenarioName, string>> = {
  hot: "many bidders on one auction",
  market: "bids over a thousand auctions",
  audience: "many watchers of one auction with few bids",
  war: "maximum bids against each other",
  storm: "everybody loses the connection at once and comes back",
  close: "bids across the closing instant of auctions that end during the run",
};
