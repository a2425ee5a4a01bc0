import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { ClusterObjects } from "../../compose/discovery/cluster-objects.ts";
import { dockerSource } from "../../compose/discovery/containers.ts";
import { type Service, startService } from "../../http/testing/service.ts";
import type { LocalApi } from "../../net/local-api.ts";
import { type InStepOptions, keepInStep } from "./keep-in-step.ts";

let service: Service;
let closeService: () => void;
let stopping: AbortController;
let running: Promise<void> | null;
const servers: { close(): void; closeAllConnections(): void }[] = [];

beforeEach(async () => {
	service = await startService("sqlite");
	const server = serve({ fetch: service.app.fetch, port: 0, hostname: "127.0.0.1" });
	await new Promise((resolve) => server.once("listening", resolve));
	const address = server.address();
	process.env["LAPWING_URL"] = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
	// What the docs and --help ask for, and no more.
	process.env["LAPWING_API_KEY"] = await service.keyWith(["config:read", "config:write", "monitors:write"]);
	closeService = () => server.close();
	stopping = new AbortController();
	running = null;
});
afterEach(async () => {
	stopping.abort();
	await running?.catch(() => {});
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
	closeService();
	delete process.env["LAPWING_URL"];
	delete process.env["LAPWING_API_KEY"];
	await service[Symbol.asyncDispose]();
});

type Source = Pick<InStepOptions, "read" | "changed">;

function start(project: string, source: Source, more: Partial<InStepOptions> = {}): void {
	running = keepInStep({ project, once: false, signal: stopping.signal, ...source, ...more });
}

async function monitors(): Promise<Record<string, unknown>[]> {
	const { json } = await service.ask("GET", "/api/v1/monitors?perPage=100&view=full");
	return json.data.monitors;
}

const names = async () => (await monitors()).map(({ name }) => name).sort();

async function until<T>(read: () => Promise<T>, wanted: T): Promise<void> {
	for (let left = 200; left > 0; left -= 1) {
		if (JSON.stringify(await read()) === JSON.stringify(wanted)) return;
		await pause(50);
	}
	expect(await read()).toEqual(wanted);
}

/** A Docker Engine as far as discovery asks it: HTTP over a Unix socket. */
async function startDocker() {
	const directory = mkdtempSync(join(tmpdir(), "lapwing-docker-"));
	const socketPath = join(directory, "docker.sock");
	const listeners = new Set<ServerResponse>();
	const docker = {
		containers: [] as { Names: string[]; Labels: Record<string, string> }[],
		fails: false,
		asked: new Set<string>(),
		api: { url: "http://docker", socketPath } satisfies LocalApi,
		/** Epoch milliseconds of the newest one. */
		eventAt: 0,
		event() {
			docker.eventAt = Date.now();
			for (const each of listeners) each.write(`${JSON.stringify({ Type: "container", Action: "start" })}\n`);
		},
	};
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? "", "http://docker");
		// Without it, Docker lists those that run.
		const all = searchParams.has("all") ? "?all=1" : "";
		docker.asked.add(`${request.method} ${pathname}${all}`);
		if (docker.fails) response.writeHead(500).end('{"message":"down"}');
		else if (pathname.endsWith("/containers/json")) response.end(JSON.stringify(docker.containers));
		else if (pathname.endsWith("/events")) {
			response.writeHead(200).flushHeaders();
			if (docker.eventAt >= Number(searchParams.get("since")) * 1_000) response.write("{}\n");
			listeners.add(response);
			response.on("close", () => listeners.delete(response));
		} else response.writeHead(404).end();
	});
	servers.push({
		close: () => server.close(() => rmSync(directory, { recursive: true })),
		closeAllConnections: () => server.closeAllConnections(),
	});
	await new Promise<void>((resolve) => server.listen(socketPath, resolve));
	return docker;
}

const web = {
	Names: ["/shop-web-1"],
	Labels: { "lapwing.url": "https://shop.example/", "lapwing.interval-seconds": "300" },
};
const api = (count: number) => ({
	Names: [`/shop-api-${count}`],
	Labels: {
		"com.docker.compose.project": "shop",
		"com.docker.compose.service": "api",
		"lapwing.live.url": "https://api.example/live",
		"lapwing.port.type": "tcp",
		"lapwing.port.host": "api.example",
		"lapwing.port.port": "443",
	},
});

test("labels of containers are monitors, replicas are one, and what ends is deleted", async () => {
	const docker = await startDocker();
	docker.containers = [web, api(1), api(2), { Names: ["/database"], Labels: {} }];
	await service.newMonitor({ name: "made by hand" });
	start("docker", dockerSource(docker.api, stopping.signal, 0));
	await until(names, ["api live", "api port", "made by hand", "shop-web-1"]);
	const shop = (await monitors()).find(({ name }) => name === "shop-web-1");
	expect(shop).toMatchObject({ url: "https://shop.example/", intervalSeconds: 300 });
	docker.containers = [web];
	docker.event();
	// Two of three is more than half: nothing is deleted without a word.
	await pause(1_500);
	expect(await names()).toHaveLength(4);
	stopping.abort();
	await running;
	stopping = new AbortController();
	start("docker", dockerSource(docker.api, stopping.signal, 0), { pruneLimit: 2 });
	await until(names, ["made by hand", "shop-web-1"]);
	expect([...docker.asked].sort()).toEqual(["GET /v1.40/containers/json?all=1", "GET /v1.40/events"]);
});

test("a source that can't be read deletes nothing, and is read again", async () => {
	const docker = await startDocker();
	docker.containers = [web];
	start("docker", dockerSource(docker.api, stopping.signal), { pruneLimit: 100 });
	await until(names, ["shop-web-1"]);
	docker.fails = true;
	docker.event();
	await pause(1_000);
	expect(await names()).toEqual(["shop-web-1"]);
	docker.fails = false;
	docker.containers = [web, { Names: ["/new"], Labels: { "lapwing.url": "https://new.example/" } }];
	await until(names, ["new", "shop-web-1"]);
});

test("a label that the service refuses stops neither the others nor deletes its monitor", async () => {
	const docker = await startDocker();
	docker.containers = [web];
	start("docker", dockerSource(docker.api, stopping.signal), { pruneLimit: 100 });
	await until(names, ["shop-web-1"]);
	const broken = { ...web, Labels: { ...web.Labels, "lapwing.interval-seconds": "never" } };
	// No label makes a monitor that of another object.
	const fresh = { "lapwing.url": "https://new.example/", "lapwing.key": "shop-web-1" };
	docker.containers = [broken, { Names: ["/new"], Labels: fresh }];
	docker.event();
	await until(names, ["new", "shop-web-1"]);
	expect((await monitors()).find(({ name }) => name === "shop-web-1")).toMatchObject({ intervalSeconds: 300 });
});

test("each label that the service refuses is reported, also when there are more than it lists at once", async () => {
	const docker = await startDocker();
	const broken = (at: number) => ({
		Names: [`/broken-${at}`],
		Labels: { "lapwing.url": "https://broken.example/", "lapwing.interval-seconds": "never" },
	});
	docker.containers = [web, ...Array.from({ length: 60 }, (_, at) => broken(at))];
	const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
	onTestFinished(() => void told.mockRestore());
	start("docker", dockerSource(docker.api, stopping.signal));
	await until(names, ["shop-web-1"]);
	const text = told.mock.calls.map(([line]) => String(line)).join("");
	for (let at = 0; at < 60; at += 1) expect(text).toMatch(new RegExp(`^broken-${at}: .*interval`, "im"));
});

test("a container that is made anew keeps its monitor, and one that stays away loses it", async () => {
	const docker = await startDocker();
	docker.containers = [web, api(1)];
	// Nobody knows what was there before: a process that was just started deletes nothing either.
	start("docker", dockerSource(docker.api, stopping.signal, 60_000), { pruneLimit: 100 });
	await until(names, ["api live", "api port", "shop-web-1"]);
	const ids = async () => (await monitors()).map(({ id }) => id).sort();
	const before = await ids();
	docker.containers = [web];
	docker.event();
	await pause(1_500);
	expect(await ids()).toEqual(before);
	stopping.abort();
	await running;
	stopping = new AbortController();
	start("docker", dockerSource(docker.api, stopping.signal, 60_000), { pruneLimit: 100 });
	await pause(1_500);
	expect(await ids()).toEqual(before);
	stopping.abort();
	await running;
	stopping = new AbortController();
	const source = dockerSource(docker.api, stopping.signal, 1_000);
	start("docker", { ...source, changed: () => pause(300) }, { pruneLimit: 100 });
	await until(names, ["shop-web-1"]);
});

/** An API server of Kubernetes as far as discovery asks it: lists with versions, and watches that go on from one. */
async function startCluster() {
	interface Event {
		readonly resource: string;
		readonly version: number;
		readonly type: string;
		readonly object: object;
	}
	const objects = new Map<string, { resource: string; object: Record<string, unknown> }>();
	const events: Event[] = [];
	const watching = new Set<{ resource: string; response: ServerResponse }>();
	let version = 100;
	let oldest = 0;
	const tokens: (string | undefined)[] = [];
	const cluster = {
		tokens,
		lists: 0,
		fails: false,
		/** What lists of httproutes are answered: 404 where the cluster has no such kind. */
		routes: 404,
		set(resource: string, name: string, annotations: Record<string, string>, spec: object, type = "MODIFIED") {
			version += 1;
			const metadata = {
				uid: `${resource}/${name}`,
				name,
				namespace: "default",
				resourceVersion: String(version),
				annotations,
			};
			const object = { metadata, spec };
			if (type === "DELETED") objects.delete(metadata.uid);
			else objects.set(metadata.uid, { resource, object });
			const event = { resource, version, type, object };
			events.push(event);
			for (const each of watching) {
				if (each.resource === resource) each.response.write(`${JSON.stringify({ type, object })}\n`);
			}
		},
		/** Versions up to now are forgotten, and watches end. */
		compact() {
			oldest = version += 1;
			for (const { response } of watching) response.end();
			watching.clear();
		},
		api: { url: "", token: () => "token-of-the-pod" } as { url: string; token(): string },
	};
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "", "http://cluster");
		tokens.push(request.headers.authorization);
		const resource = url.pathname.split("/").at(-1) ?? "";
		if (cluster.fails) {
			response.writeHead(500).end();
			return;
		}
		if (resource === "httproutes" && cluster.routes !== 200) {
			response.writeHead(cluster.routes).end(`{"kind":"Status","code":${cluster.routes}}`);
			return;
		}
		if (url.searchParams.get("watch") === null) {
			cluster.lists += 1;
			const items = [...objects.values()].filter((each) => each.resource === resource).map(({ object }) => object);
			response.end(JSON.stringify({ metadata: { resourceVersion: String(version) }, items }));
			return;
		}
		const from = Number(url.searchParams.get("resourceVersion"));
		response.writeHead(200).flushHeaders();
		if (from < oldest) {
			response.end(`${JSON.stringify({ type: "ERROR", object: { kind: "Status", code: 410 } })}\n`);
			return;
		}
		for (const each of events) {
			if (each.resource === resource && each.version > from) {
				response.write(`${JSON.stringify({ type: each.type, object: each.object })}\n`);
			}
		}
		const watch = { resource, response };
		watching.add(watch);
		response.on("close", () => watching.delete(watch));
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	cluster.api.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
	return cluster;
}

const asked = { "lapwing/monitor": "true" };

test("annotations of a cluster are monitors and follow its watches, also over a version that is gone", async () => {
	const cluster = await startCluster();
	cluster.set("ingresses", "shop", asked, { rules: [{ host: "shop.example" }], tls: [{ hosts: ["shop.example"] }] });
	cluster.set("services", "api", { "lapwing/live.url": "http://api.example/live" }, { ports: [{ port: 80 }] });
	cluster.set("services", "plain", {}, { ports: [{ port: 80 }] });
	const objects = new ClusterObjects(cluster.api, null);
	start(
		"kubernetes",
		{ read: () => objects.monitors(stopping.signal), changed: (signal) => objects.changed(signal) },
		{ pruneLimit: 1 },
	);
	await until(names, ["default/api live", "default/shop"]);
	expect((await monitors()).map(({ url }) => url).sort()).toEqual(["http://api.example/live", "https://shop.example/"]);
	const { lists } = cluster;
	cluster.set("services", "web", asked, { ports: [{ port: 8080 }] });
	await until(names, ["default/api live", "default/shop", "default/web"]);
	cluster.set("services", "api", {}, {}, "DELETED");
	await until(names, ["default/shop", "default/web"]);
	expect(cluster.lists).toBe(lists);
	cluster.compact();
	cluster.set("ingresses", "blog", asked, { rules: [{ host: "blog.example" }] });
	await until(names, ["default/blog", "default/shop", "default/web"]);
	expect(cluster.lists).toBeGreaterThan(lists);
	expect(new Set(cluster.tokens)).toEqual(new Set(["Bearer token-of-the-pod"]));
});

test("a cluster that answers no list deletes nothing", async () => {
	const cluster = await startCluster();
	cluster.set("ingresses", "shop", asked, { rules: [{ host: "shop.example" }] });
	const first = new ClusterObjects(cluster.api, null);
	const source = (objects: ClusterObjects): Source => ({
		read: () => objects.monitors(stopping.signal),
		changed: (signal) => objects.changed(signal),
	});
	await keepInStep({ project: "kubernetes", once: true, signal: stopping.signal, ...source(first) });
	expect(await names()).toEqual(["default/shop"]);
	cluster.fails = true;
	const again = keepInStep({
		...{ project: "kubernetes", once: true, pruneLimit: 100, signal: stopping.signal },
		...source(new ClusterObjects(cluster.api, null)),
	});
	await expect(again).rejects.toThrow("500");
	expect(await names()).toEqual(["default/shop"]);
});

test.each([404, 403])(
	"httproutes that can't be listed (%i) keep their monitors; others are deleted",
	async (status) => {
		const cluster = await startCluster();
		cluster.routes = 200;
		cluster.set("httproutes", "blog", asked, { hostnames: ["blog.example"] });
		cluster.set("ingresses", "shop", asked, { rules: [{ host: "shop.example" }] });
		cluster.set("ingresses", "old", asked, { rules: [{ host: "old.example" }] });
		const once = () => {
			const objects = new ClusterObjects(cluster.api, null);
			const source = {
				read: () => objects.monitors(stopping.signal),
				changed: (signal: AbortSignal) => objects.changed(signal),
			};
			return keepInStep({ project: "kubernetes", once: true, pruneLimit: 100, signal: stopping.signal, ...source });
		};
		await once();
		expect(await names()).toEqual(["default/blog", "default/old", "default/shop"]);
		const blog = async () => (await monitors()).find(({ name }) => name === "default/blog");
		const before = await blog();
		cluster.routes = status;
		cluster.set("ingresses", "old", {}, {}, "DELETED");
		await once();
		expect(await names()).toEqual(["default/blog", "default/shop"]);
		expect(await blog()).toEqual(before);
		cluster.routes = 200;
		cluster.set("httproutes", "blog", {}, {}, "DELETED");
		await once();
		expect(await names()).toEqual(["default/shop"]);
	},
);

test("the manifest grants reading of the three kinds alone, to a process without privileges", () => {
	const file = new URL("../../../../../deploy/kubernetes-discover/discover.yaml", import.meta.url);
	const documents = parseAllDocuments(readFileSync(file, "utf8"));
	expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
	// biome-ignore lint/suspicious/noExplicitAny: manifests are looked at member by member.
	const objects = documents.map((document) => document.toJS() as any);
	for (const { apiVersion, kind, metadata } of objects)
		expect([apiVersion, kind, metadata.name]).not.toContain(undefined);
	const byKind = new Map(objects.map((object) => [object.kind, object]));
	const { rules } = byKind.get("ClusterRole");
	expect(rules.map(({ apiGroups, resources }: Record<string, string[]>) => `${apiGroups}/${resources}`)).toEqual([
		"/services",
		"networking.k8s.io/ingresses",
		"gateway.networking.k8s.io/httproutes",
	]);
	for (const { verbs } of rules) expect(verbs).toEqual(["get", "list", "watch"]);
	const account = byKind.get("ServiceAccount").metadata;
	expect(byKind.get("ClusterRoleBinding").subjects).toEqual([{ kind: "ServiceAccount", ...account }]);
	const pod = byKind.get("Deployment").spec.template.spec;
	expect(pod).toMatchObject({ serviceAccountName: account.name, securityContext: { runAsNonRoot: true } });
	expect(pod.containers[0]).toMatchObject({
		args: ["discover", "kubernetes"],
		securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
	});
});
