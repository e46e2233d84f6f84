// Turns what PostgreSQL's programs and the operating system report into a sentence for the operator.

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/No space left|ENOSPC|Disk quota|EDQUOT/, "Free space on that disk. Nothing that was saved is lost."],
  [/Read-only|EROFS/, "Make the file system writable, or set DATA_DIR to another folder."],
  [
    /ermission denied|EACCES|EPERM|wrong ownership/,
    "Start the program as the user that owns the folder, or set DATA_DIR to another folder.",
  ],
];

const withAdvice = (problem: string): string => {
  const advice = ADVICE.find(([pattern]) => pattern.test(problem));
  return `${problem.replace(/\.$/, "")}.${advice ? ` ${advice[1]}` : ""}`;
};

/** The last error of the output, without its time and level, and what to do. */
export const lastProblem = (output: string): string => {
  const lines = output.split("\n").map((line) => line.trim());
  const problem = lines.findLast((line) => /\b(FATAL|PANIC|error|could not)\b/i.test(line)) ?? lines.findLast(Boolean);
  return withAdvice((problem ?? "it says nothing").replace(/^.*?\b(FATAL|PANIC|LOG|error):\s*/i, ""));
};

/** Null for an error that the operating system did not report. */
export const systemProblem = (error: unknown): string | null => {
  const { syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === undefined ? null : withAdvice(message);
};
