// The reference of a payment or the number of an invoice: stands on one line, as long as a line has room for it.
export const Reference = ({ children }: { children: string }) => (
  <span translate="no" className="tabular inline-block max-w-full [overflow-wrap:anywhere]">
    {children}
  </span>
);
