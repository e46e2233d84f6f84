// Loaded before a node's own code: makes every clock in it run TRUST_CLOCK_WRONG_MS ahead (or behind).
const wrongMs = Number(process.env.TRUST_CLOCK_WRONG_MS);
const RightDate = Date;
const rightNow = Date.now;

globalThis.Date = class extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [rightNow() + wrongMs] : given));
  }
  static now() {
    return rightNow() + wrongMs;
  }
};
