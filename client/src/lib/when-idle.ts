// Waits until the browser has nothing urgent to do, but not for long.

const LONGEST_MS = 2000;
/** Safari has no `requestIdleCallback`. */
const WITHOUT_IT_MS = 300;

export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: LONGEST_MS });
    else setTimeout(resolve, WITHOUT_IT_MS);
  });
