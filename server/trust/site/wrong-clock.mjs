// Loaded before a node's own code: its clock is TRUST_CLOCK_WRONG_MS ahead (or behind), whatever asks for it.
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
