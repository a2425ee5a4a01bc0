/** What Kubernetes and Compose find in manifests, without them; and the hardening that ours promise. */

import { parse, parseAllDocuments } from "yaml";

// biome-ignore lint/suspicious/noExplicitAny: manifests are read as they are.
type Manifest = any;

/** @param files texts by name, the kustomization among them @param secrets those that its comment makes */
export function kubernetesProblems(files: Readonly<Record<string, string>>, secrets: readonly string[]): string[] {
	const problems: string[] = [];
	const { resources } = parse(files["kustomization.yaml"] ?? "");
	for (const name of Object.keys(files)) {
		if (name !== "kustomization.yaml" && !resources.includes(name)) problems.push(`${name}: no resource`);
	}
	for (const name of resources) if (files[name] === undefined) problems.push(`${name}: missing`);
	const objects: Manifest[] = resources.flatMap((name: string) =>
		parseAllDocuments(files[name] ?? "").map((document) => document.toJS()),
	);
	const deployments = objects.filter(({ kind }) => kind === "Deployment");
	const selects = (selector: Manifest) => deployments.filter((each) => matches(selector, labelsOf(each)));
	for (const object of objects) {
		const where = `${object.kind} ${object.metadata.name}`;
		if (object.kind === "Deployment")
			problems.push(...deploymentProblems(object, secrets).map((each) => `${where}: ${each}`));
		const selector = object.spec.podSelector?.matchLabels ?? object.spec.selector?.matchLabels ?? object.spec.selector;
		const selected = selects(selector);
		if (selected.length !== 1) problems.push(`${where}: selects ${selected.length} deployments`);
		for (const port of [
			...(object.spec.ports ?? []),
			...(object.spec.ingress ?? []).flatMap((each: Manifest) => each.ports),
		]) {
			const name = port.targetPort ?? port.port;
			if (!selected.some((each) => portsOf(each).includes(name))) problems.push(`${where}: port ${name}`);
		}
		for (const { podSelector } of (object.spec.ingress ?? []).flatMap((each: Manifest) => each.from ?? [])) {
			if (selects(podSelector.matchLabels).length !== 1) problems.push(`${where}: nobody is let in`);
		}
	}
	for (const deployment of deployments) {
		for (const kind of ["PodDisruptionBudget", "NetworkPolicy"]) {
			const has = objects.some(
				(each) =>
					each.kind === kind &&
					matches((each.spec.podSelector ?? each.spec.selector).matchLabels, labelsOf(deployment)),
			);
			if (!has) problems.push(`Deployment ${deployment.metadata.name}: no ${kind}`);
		}
	}
	return problems;
}

function deploymentProblems({ spec }: Manifest, secrets: readonly string[]): string[] {
	const pod = spec.template.spec;
	const problems: string[] = [];
	if (pod.securityContext?.runAsNonRoot !== true) problems.push("may run as root");
	const named = pod.volumes?.flatMap(({ secret }: Manifest) => secret?.secretName ?? []) ?? [];
	const volumes = pod.volumes?.map(({ name }: Manifest) => name) ?? [];
	for (const container of pod.containers) {
		const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext ?? {};
		const isHardened = allowPrivilegeEscalation === false && readOnlyRootFilesystem && capabilities?.drop[0] === "ALL";
		if (!isHardened) problems.push(`${container.name} is not hardened`);
		if (!container.resources?.limits?.memory) problems.push(`${container.name} has no limit of memory`);
		const ports = container.ports?.map(({ name }: Manifest) => name) ?? [];
		const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe].filter(Boolean);
		if (ports.length > 0 && probes.length < 2) problems.push(`${container.name} has ports and no probes`);
		for (const probe of probes) {
			const { port } = probe.httpGet ?? probe.tcpSocket;
			if (!ports.includes(port)) problems.push(`a probe asks port ${port}`);
		}
		for (const { name } of container.volumeMounts ?? [])
			if (!volumes.includes(name)) problems.push(`no volume ${name}`);
		named.push(...(container.envFrom ?? []).map(({ secretRef }: Manifest) => secretRef.name));
	}
	for (const name of named) if (!secrets.includes(name)) problems.push(`nobody makes the secret ${name}`);
	return problems;
}

const labelsOf = (deployment: Manifest): Manifest => deployment.spec.template.metadata.labels;
const portsOf = (deployment: Manifest): string[] =>
	deployment.spec.template.spec.containers.flatMap(({ ports = [] }: Manifest) =>
		ports.map((each: Manifest) => each.name),
	);

function matches(selector: Manifest, labels: Manifest): boolean {
	return Object.entries(selector).every(([name, value]) => labels[name] === value);
}

export function composeProblems(text: string): string[] {
	const { services, volumes = {} } = parse(text, { merge: true }) as Manifest;
	return Object.entries<Manifest>(services).flatMap(([name, service]) => {
		const problems: string[] = [];
		for (const volume of service.volumes ?? []) {
			const [source] = volume.split(":");
			if (!source.startsWith(".") && !(source in volumes)) problems.push(`${name}: no volume ${source}`);
		}
		for (const other of Object.keys(service.depends_on ?? {})) {
			if (!(other in services)) problems.push(`${name}: no service ${other}`);
		}
		for (const port of service.ports ?? []) {
			if (!port.startsWith("127.0.0.1:")) problems.push(`${name}: port ${port} is open to the network`);
		}
		const { image = "", extends: of } = service;
		if (!of && image !== "lapwing" && !/:\d+(\.\d+)+/.test(image)) problems.push(`${name}: no version of ${image}`);
		const isHardened = of || image.startsWith("postgres") || (service.read_only && service.cap_drop?.[0] === "ALL");
		if (!isHardened) problems.push(`${name} is not hardened`);
		return problems;
	});
}
