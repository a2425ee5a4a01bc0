/** `lapwing discover kubernetes`: monitors from annotations on Ingress, Service and HTTPRoute, followed by watches. */

import { readFileSync } from "node:fs";
import { type ClusterApi, ClusterObjects } from "../../compose/discovery/cluster-objects.ts";
import { UsageError } from "../usage-error.ts";
import { type CommonOptions, discoverCommand, inStepOf, untilStopped } from "./discover-command.ts";
import { keepInStep } from "./keep-in-step.ts";

const MOUNTED = "/var/run/secrets/kubernetes.io/serviceaccount";

interface Options extends CommonOptions {
	readonly api?: string;
	readonly tokenFile?: string;
	readonly caFile?: string;
	readonly namespace?: string;
}

export function discoverKubernetes() {
	return discoverCommand(
		"kubernetes",
		"Monitors from annotations lapwing/* on Ingress, Service and HTTPRoute.",
		"kubernetes",
	)
		.option("--api <url>", "the API server; default: that of the pod's cluster")
		.option("--token-file <file>", "the token, read anew for each request", `${MOUNTED}/token`)
		.option("--ca-file <file>", "the cluster's certificate authority", `${MOUNTED}/ca.crt`)
		.option("--namespace <name>", "this namespace alone; default: all")
		.addHelpText(
			"after",
			`
Annotations are members of a monitor: lapwing/monitor: "true" checks the address of the object, lapwing/url another
one; lapwing/interval-seconds: "300". Several of one object: lapwing/api.url, lapwing/admin.url.
Rights: get, list and watch on ingresses, services and httproutes (deploy/kubernetes-discover/discover.yaml).`,
		)
		.action((options: Options) => {
			const [api, inStep] = [clusterAt(options), inStepOf(options)];
			return untilStopped((signal) => {
				const objects = new ClusterObjects(api, options.namespace ?? null);
				return keepInStep({
					...inStep,
					signal,
					read: () => objects.monitors(signal),
					changed: (until) => objects.changed(until),
				});
			});
		});
}

function clusterAt({ api, tokenFile = "", caFile = "" }: Options): ClusterApi {
	const [host, port] = [process.env["KUBERNETES_SERVICE_HOST"], process.env["KUBERNETES_SERVICE_PORT_HTTPS"] ?? "443"];
	const bracketed = host?.includes(":") ? `[${host}]` : host;
	const url = api ?? (host === undefined ? null : `https://${bracketed}:${port}`);
	if (url === null || !URL.canParse(url)) {
		throw new UsageError("This is no pod of a cluster: name its API with --api https://…");
	}
	const read = (file: string): string | null => {
		try {
			return readFileSync(file, "utf8").trim();
		} catch {
			return null;
		}
	};
	const ca = read(caFile);
	return { url, token: () => read(tokenFile), ...(ca !== null && { ca }) };
}
