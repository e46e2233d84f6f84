// Bounds how long a read waits for its answer. A browser may wait for minutes, and the page would show nothing meanwhile.

/** Long enough for a large answer on a slow network. */
const ANSWER_WITHIN_MS = 20_000;

/** Aborts with `signal`, or when the answer takes too long. */
export const answerWithin = (signal?: AbortSignal, ms = ANSWER_WITHIN_MS): AbortSignal => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error("No answer came in time")), ms);
  const follow = () => {
    clearTimeout(timer);
    deadline.abort(signal?.reason);
  };
  if (signal?.aborted) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  return deadline.signal;
};
