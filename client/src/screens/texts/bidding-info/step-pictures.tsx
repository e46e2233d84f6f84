// The five pictures of the guide's steps. They repeat what the words beside them say, so screen readers skip them.
import type { ReactNode } from "react";

const Frame = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 160 96"
    aria-hidden="true"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth="3"
    className="w-[80px] shrink-0 rounded-box sm:h-24 sm:w-full bg-brand-soft stroke-brand"
  >
    {children}
  </svg>
);

const Tick = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <circle r="13" className="fill-brand stroke-brand-soft" />
    <path d="m-5.5 0 4 4 7-8" className="stroke-on-brand" />
  </g>
);

const Mail = () => (
  <Frame>
    <rect x="48" y="24" width="64" height="46" rx="5" className="fill-surface" />
    <path d="m49 29 31 23 31-23" />
    <Tick x={112} y={70} />
  </Frame>
);

/** One of five coins is filled: 20%. */
const Balance = () => (
  <Frame>
    {[0, 1, 2, 3, 4].map((coin) => (
      <g key={coin} transform={`translate(${24 + coin * 28} 48)`}>
        <circle r="12" className={coin === 0 ? "fill-amber-mark" : "fill-surface"} />
        <path d="M-4.5 6v-12l9 12v-12M-7-2h14M-7 2h14" strokeWidth="1.8" />
      </g>
    ))}
  </Frame>
);

const Bid = () => (
  <Frame>
    <path d="M36 74h24V60h24V46h24V32h20" />
    <path d="M128 32v42H36" className="stroke-line-strong" strokeDasharray="2 6" />
    <circle cx="118" cy="22" r="6" className="fill-amber-mark stroke-amber-mark" />
    <path d="M118 46v-8" className="stroke-amber-mark" />
  </Frame>
);

const Monitor = () => (
  <Frame>
    <rect x="62" y="14" width="36" height="68" rx="6" className="fill-surface" />
    <path d="M69 52h6l4-10 5 18 4-8h4" />
    <path d="M69 28h14M76 74h8" className="stroke-line-strong" />
    <path d="M50 36a20 20 0 0 0 0 24M110 36a20 20 0 0 1 0 24" className="stroke-amber-mark" />
  </Frame>
);

const Parcel = () => (
  <Frame>
    <path d="m80 18 32 14v34L80 80 48 66V32z" className="fill-surface" />
    <path d="m48 32 32 14 32-14M80 46v34M64 25l32 14v10" />
    <Tick x={114} y={70} />
  </Frame>
);

/** The pictures in the order of the steps. */
export const stepPictures = [Mail, Balance, Bid, Monitor, Parcel];
