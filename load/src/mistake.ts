// An error that the person at the terminal can fix: shown without a stack, and the program exits with 2.
export class Mistake extends Error {}
