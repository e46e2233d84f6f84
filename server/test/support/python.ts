// Says whether this machine has Python, for the tests of the sample client in Python and of switchover.py.
import { spawnSync } from "node:child_process";

export const hasPython = (): boolean => spawnSync("python3", ["--version"], { stdio: "ignore" }).status === 0;
