// A QR code as one SVG path, dark on light in both colour schemes, because many apps read no inverted ones.
import { useMemo } from "react";
import { encode } from "uqr";

export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 3 });
    const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
    return { path: rows.join(""), size };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-box border border-line bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
};
