// What the person at the terminal can act on: said as it is, without a stack, and the program ends with code 2.
export class Mistake extends Error {}
