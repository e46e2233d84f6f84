// A QR code as one SVG path, dark on light in both colour schemes, because many apps read no inverted ones.
import { useMemo } from "react";
import { encode } from "uqr";
import { cx } from "../lib/cx.ts";

interface QrCodeProps {
  text: string;
  label: string;
  /** For a long text: a larger picture, with less repetition in it. */
  isLong?: boolean;
}

export const QrCode = ({ text, label, isLong = false }: QrCodeProps) => {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: isLong ? "L" : "M", border: 3 });
    const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
    return { path: rows.join(""), size };
  }, [text, isLong]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx(
        // The theme's own colours would turn it around in the dark.
        "rounded-box border border-line bg-[#fff] text-[#000]",
        isLong ? "aspect-square w-full max-w-96 justify-self-center" : "size-52",
      )}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
};
