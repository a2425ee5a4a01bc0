/** `lapwing discover`: monitors from what runs, kept in step. */

import { command } from "../command.ts";
import { discoverDocker } from "./docker.ts";
import { discoverKubernetes } from "./kubernetes.ts";

export function discover() {
	return command("discover", "Keep monitors in step with labels of containers or annotations of a cluster.")
		.addCommand(discoverDocker())
		.addCommand(discoverKubernetes());
}
