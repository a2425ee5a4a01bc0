/** `lapwing discover docker`: monitors from the labels `lapwing.*` of running containers. Reads, and nothing else. */

import { type DockerApi, dockerSource } from "../../compose/discovery/containers.ts";
import { UsageError } from "../usage-error.ts";
import { type CommonOptions, discoverCommand, inStepOf, untilStopped } from "./discover-command.ts";
import { keepInStep } from "./keep-in-step.ts";

export function discoverDocker() {
	return discoverCommand("docker", "Monitors from the labels lapwing.* of running containers.", "docker")
		.option(
			"--docker <address>",
			"the socket of Docker, or a proxy of it",
			process.env["DOCKER_HOST"] ?? "unix:///var/run/docker.sock",
		)
		.addHelpText(
			"after",
			`
Labels are members of a monitor: lapwing.url=https://shop.example/, lapwing.interval-seconds=300, lapwing.tags=["shop"].
Several of one container: lapwing.api.url=…, lapwing.admin.url=….
The replicas of a compose service are one monitor. Only GET /containers/json and GET /events are asked.`,
		)
		.action((options: CommonOptions & { docker: string }) => {
			const [api, inStep] = [dockerAt(options.docker), inStepOf(options)];
			// A single round has nothing to wait for.
			const graceMs = options.once ? 0 : undefined;
			return untilStopped((signal) => keepInStep({ ...inStep, signal, ...dockerSource(api, signal, graceMs) }));
		});
}

function dockerAt(address: string): DockerApi {
	if (address.startsWith("unix://")) return { url: "http://docker", socketPath: address.slice("unix://".length) };
	const url = URL.parse(address.replace(/^tcp:/, "http:"));
	if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(`${address} is no address of Docker`);
	return { url: url.origin };
}
