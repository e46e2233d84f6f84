// The code that the buyer shows to collect the lots that are ready together.
export const PickupCode = ({ code }: { code: string }) => (
  <div>
    <p className="text-ink-soft text-sm">Your pickup code</p>
    <p translate="no" className="tabular font-bold text-2xl tracking-widest">
      {code.slice(0, 3)} {code.slice(3)}
    </p>
    <p className="text-sm">
      It is for all of your lots that are ready together. Show it when you have them in your hands, not before.
    </p>
  </div>
);
