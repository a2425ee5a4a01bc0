/**
 * Where bin/setup puts the built dashboard. This file is as far from it as dist/ is, into which the service is built,
 * so the address holds in both.
 */

import { fileURLToPath } from "node:url";

export const DASHBOARD = fileURLToPath(new URL("../../web/dist", import.meta.url));
