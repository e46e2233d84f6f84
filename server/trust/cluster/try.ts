import { startCluster, removeCluster } from "./cluster.ts";
import { planCluster, addressesOf } from "./plan.ts";
const plan = await planCluster("/tmp/jara-cluster-try");
const t = performance.now();
try {
  const c = await startCluster(plan);
  console.log("up", performance.now() - t, await c.states(), addressesOf(plan));
} catch (e) { console.log(e); }
