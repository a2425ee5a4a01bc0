/** Prometheus' own linter of metrics, which bin/setup brings where it can. */

import { spawnSync } from "node:child_process";

export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
