/** What stands in deploy/: linted always, and tried with the programs that this machine has. */

import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unusedPort } from "../../src/probe/targets/listening.ts";
import { Lapwing, until } from "../testing/lapwing.ts";
import { dockerfileProblems } from "./dockerfile-rules.ts";
import { composeProblems, kubernetesProblems } from "./manifest-rules.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const textOf = (path: string) => readFile(join(root, "deploy", path), "utf8");
const has = (program: string, ...args: string[]) => spawnSync(program, args, { timeout: 20_000 }).status === 0;

let directory: string;
let service: Lapwing;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "lapwing-deploy-"));
	service = await Lapwing.start();
});
afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await rm(directory, { recursive: true, force: true });
});

describe("the container", () => {
	test("its Dockerfile keeps hadolint's rules, which a bad one breaks", async () => {
		expect(dockerfileProblems(await textOf("Dockerfile"))).toEqual([]);
		const bad = "FROM node\nRUN npm install x | cat\nRUN cd /\nADD a b\nCMD node main.js\n";
		const numbers = dockerfileProblems(bad).map((problem) => problem.slice(0, 6));
		expect(new Set(numbers)).toEqual(
			new Set(["DL3002", "DL3003", "DL3006", "DL3016", "DL3020", "DL3025", "DL3057", "DL3059", "DL4006"]),
		);
	});

	test("it copies only what exists, and the Node of bin/setup runs it", async () => {
		const dockerfile = await textOf("Dockerfile");
		const version = /^NODE_VERSION=(.+)$/m.exec(await readFile(join(root, "bin/setup"), "utf8"))?.[1];
		expect(dockerfile).toContain(`ARG BASE=node:${version}-`);
		const copied = dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm);
		const present = await readdir(root);
		for (const [, sources = ""] of copied) for (const name of sources.split(" ")) expect(present).toContain(name);
	});

	test("a prober has the small heap that bin/lapwing gives it", async () => {
		const heap = /prober\) heap="(.+)" ;;/.exec(await readFile(join(root, "bin/lapwing"), "utf8"))?.[1];
		expect(await textOf("compose.prober.yaml")).toContain(`NODE_OPTIONS: ${heap}\n`);
		expect(await textOf("kubernetes/prober.yaml")).toContain(`- name: NODE_OPTIONS\n              value: ${heap}\n`);
		expect(/^ENTRYPOINT.*$/m.exec(await textOf("Dockerfile"))?.[0]).not.toContain("semi-space");
	});

	test.skipIf(!has("docker", "info"))(
		"it is built, serves and takes at most 250 MB",
		{ timeout: 900_000 },
		async () => {
			const image = "lapwing-under-test";
			await run("docker", ["build", "--quiet", "--file", "deploy/Dockerfile", "--tag", image, "."], { cwd: root });
			const { stdout: size } = await run("docker", ["image", "inspect", "--format", "{{.Size}}", image]);
			expect(Number(size) / 1e6).toBeLessThan(250);
			const pings = ["run", "--rm", "--cap-drop", "ALL", "--entrypoint", "ping", image, "-c", "1", "127.0.0.1"];
			expect((await run("docker", pings)).stdout).toContain("1 received");
			const flags = ["--detach", "--rm", "--read-only", "--cap-drop", "ALL", "--publish", "127.0.0.1::7070"];
			const { stdout: id } = await run("docker", ["run", ...flags, "--tmpfs", "/data:uid=65532", image]);
			try {
				const { stdout: at } = await run("docker", ["port", id.trim(), "7070"]);
				const answers = () => fetch(`http://${at.trim()}/healthz`).catch(() => undefined);
				expect((await until(answers, { withinMs: 60_000, what: "the container" })).status).toBe(200);
			} finally {
				await run("docker", ["stop", id.trim()]);
				await run("docker", ["image", "rm", image]);
			}
		},
	);

	describe.for([
		"compose.yaml",
		"compose.postgres.yaml",
		"compose.probers.yaml",
		"compose.prober.yaml",
		"compose.many.yaml",
	])("%s", (file) => {
		test("names volumes and services that exist, opens no port to the network, and is hardened", async () => {
			expect(composeProblems(await textOf(file))).toEqual([]);
		});

		test.skipIf(!has("docker", "compose", "version"))("is one that Compose takes", async () => {
			const secrets = { POSTGRES_PASSWORD: "x", LAPWING_SECRET: "x".repeat(32), LAPWING_PROBER_TOKEN: "x" };
			const env = { ...process.env, ...secrets };
			await run("docker", ["compose", "--file", join(root, "deploy", file), "config", "--quiet"], { env });
		});
	});

	test("a bad compose file breaks each rule", () => {
		const bad = "services:\n  a:\n    image: b\n    volumes: [c:/c]\n    depends_on: { d: {} }\n    ports: ['80:80']\n";
		expect(composeProblems(bad)).toHaveLength(5);
	});
});

describe("Kubernetes", () => {
	const folder = join(root, "deploy/kubernetes");
	const manifests = async () => {
		const names = await readdir(folder);
		return Object.fromEntries(
			await Promise.all(names.map(async (name) => [name, await textOf(`kubernetes/${name}`)] as const)),
		);
	};
	const made = (text: string) => Array.from(text.matchAll(/create secret generic (\S+)/g), ([, name = ""]) => name);

	test("what the manifests name exists, and every deployment is hardened, probed and bounded", async () => {
		const files = await manifests();
		expect(kubernetesProblems(files, made(files["kustomization.yaml"] ?? ""))).toEqual([]);
	});

	test("what they name and does not exist is found", async () => {
		const files = await manifests();
		const without = (name: string, text: RegExp) =>
			kubernetesProblems({ ...files, [name]: files[name]?.replace(text, "") ?? "" }, ["lapwing", "lapwing-nats"]);
		expect(without("prober.yaml", /x^/)).toEqual(["Deployment lapwing-prober: nobody makes the secret lapwing-prober"]);
		const broken = without("control.yaml", /readOnlyRootFilesystem: true|- name: http\n|runAsNonRoot: true/);
		expect(broken.length).toBeGreaterThan(1);
		expect(without("kustomization.yaml", / {2}- network-policies.yaml\n/).join()).toContain("no NetworkPolicy");
	});

	test.skipIf(!has("kubectl", "kustomize", folder))(
		"kustomize renders them, with the image of the overlay",
		async () => {
			const { stdout } = await run("kubectl", ["kustomize", folder]);
			expect(stdout.match(/^kind: Deployment$/gm)).toHaveLength(3);
			expect(stdout).toContain("image: registry.example.com/lapwing:0.1.0");
		},
	);
});

describe.for(["lapwing", "lapwing-control", "lapwing-prober", "lapwing-nats"])("the unit %s", (name) => {
	test("is hardened, and a prober that was removed is not started again", async () => {
		const unit = await textOf(`systemd/${name}.service`);
		for (const line of ["DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="]) {
			expect(unit.split("\n")).toContain(line);
		}
		expect(unit.includes("\nRestartPreventExitStatus=78\n")).toBe(name === "lapwing-prober");
	});

	test.skipIf(!has("systemd-analyze", "--version"))("systemd finds nothing in it", async () => {
		const unit = (await textOf(`systemd/${name}.service`)).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
		const file = join(directory, `${name}.service`);
		await writeFile(file, unit);
		const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", file]);
		expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes(`${name}.service`))).toEqual([]);
	});
});

test.skipIf(!has("nginx", "-v"))(
	"behind nginx, live changes are not held back, and forged headers do not count",
	async () => {
		const port = await unusedPort();
		const conf = (await textOf("proxies/nginx.conf"))
			.replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
			.replaceAll(/^\tssl_.*\n/gm, "")
			.replace("http://127.0.0.1:7070", service.url);
		const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
			(name) => `${name}_temp_path ${join(directory, name)};`,
		);
		const file = join(directory, "nginx.conf");
		const http = `http { access_log off; ${temporary.join(" ")}\n${conf}\n}`;
		await writeFile(file, `daemon off; pid ${join(directory, "nginx.pid")}; error_log stderr;\nevents {}\n${http}\n`);
		const nginx = spawn("nginx", ["-p", directory, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
		try {
			const url = `http://127.0.0.1:${port}`;
			await until(() => fetch(`${url}/healthz`).catch(() => undefined), { what: "nginx" });
			const headers = { authorization: `Bearer ${service.key}`, accept: "text/event-stream" };
			const live = await fetch(`${url}/api/v1/live`, { headers });
			expect(live.status).toBe(200);
			const first = await live.body?.getReader().read();
			expect(first?.value?.length).toBeGreaterThan(0);
			const forged = { "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1" };
			const page = await fetch(`${url}/`, { headers: forged });
			// As over http, which this is.
			expect(page.headers.get("strict-transport-security")).toBeNull();
		} finally {
			nginx.kill("SIGTERM");
			await once(nginx, "close");
		}
	},
);

describe("Prometheus and Grafana", () => {
	/** The names in an expression that are ours, or of the process. */
	const namesIn = (text: string) => text.match(/\b(?:lapwing|process)_[a-z_]+\b/g) ?? [];

	test("every metric of the rules and the dashboard is one that /metrics has", async () => {
		const metrics = await (await fetch(`${service.url}/metrics`)).text();
		const known = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name]) => name));
		const dashboard = JSON.parse(await textOf("grafana/lapwing.json"));
		const expressions = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
			targets.map(({ expr }) => expr),
		);
		const rules = Array.from(
			(await textOf("prometheus/lapwing-rules.yml")).matchAll(/expr: (.+)/g),
			([, expr]) => expr,
		);
		expect([expressions.length, rules.length].every((count) => count > 5)).toBe(true);
		const named = [...expressions, ...rules].flatMap(namesIn);
		const missing = named.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, "")));
		expect(missing).toEqual([]);
	});

	test.skipIf(!has("promtool", "--version"))("promtool finds nothing in the rules and the configuration", async () => {
		const folder = join(root, "deploy/prometheus");
		await run("promtool", ["check", "rules", join(folder, "lapwing-rules.yml")]);
		await run("promtool", ["check", "config", join(folder, "prometheus.yml")]);
	});
});
