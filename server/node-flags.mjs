// The flags with which Node runs the built server, wherever it is started. The Dockerfile has the same flags.
export const NODE_FLAGS = [
  "--enable-source-maps",
  // Room for young objects, MB. A batch's objects live until its commit: with Node's own 16 they are copied again and again,
  // a fifth of what a bid costs the process (docs/decisions/0020). An idle server takes no more memory for it.
  "--max-semi-space-size=64",
];
