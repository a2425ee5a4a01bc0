/**
 * Builds the service and the dashboard of this checkout, where a source has changed since: what is tested is what
 * `bin/lapwing` runs. Half a second of CPU where nothing has changed.
 */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SETUP = fileURLToPath(new URL("../../../../bin/setup", import.meta.url));

let isBuilt = false;

/** Once a process; as a global setup, once for all projects of a run. */
export default function buildCheckout(): void {
	if (isBuilt) return;
	execFileSync(SETUP, { stdio: ["ignore", "ignore", "inherit"] });
	isBuilt = true;
}
