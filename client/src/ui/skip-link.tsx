// A link that only the keyboard finds: it leads past what stands before the part that it names.
export const SkipLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    className="sr-only z-50 rounded-box bg-brand font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
  >
    {children}
  </a>
);
