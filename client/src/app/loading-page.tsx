// Shown between the first paint and the first screen.
export const LoadingPage = () => (
  <div role="status" className="grid min-h-dvh place-items-center text-ink-soft">
    Loading...
  </div>
);
