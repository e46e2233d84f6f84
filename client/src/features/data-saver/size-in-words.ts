// Sizes of data as phones show them: in kB and MB of 1,000.
export const sizeInWords = (bytes: number): string =>
  bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
