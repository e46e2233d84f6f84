// Says why a button cannot be pressed now.
export const HeldNote = ({ children }: { children: string }) => (
  <p role="status" className="text-amber text-sm">
    {children}
  </p>
);
