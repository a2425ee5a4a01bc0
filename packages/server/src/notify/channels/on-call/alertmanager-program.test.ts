/** The Alertmanager itself, where it is installed (Debian: prometheus-alertmanager). */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aMessage, aNotice, HOSTILE_TEXT } from "../../../domain/alerts/testing/messages.ts";
import { PolicedDialer } from "../../../net/dial.ts";
import { createNotifier } from "../../notifier.ts";
import { type Receiver, startReceiver } from "../../testing/receiver.ts";
import { never, to } from "../../testing/vendor-stage.ts";

const PROGRAM = ["prometheus-alertmanager", "alertmanager"].find((name) => spawnSync(name, ["--version"]).status === 0);
const WHY = PROGRAM === undefined ? "Alertmanager is not installed: apt-get install prometheus-alertmanager" : "";

describe.skipIf(PROGRAM === undefined)(`the Alertmanager that is installed here${WHY && ` (skipped: ${WHY})`}`, () => {
	let program: ChildProcess;
	let directory: string;
	let url: string;
	let pages: Receiver;
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const minute = 60_000;
	const start = Date.now() - 5 * minute;

	beforeAll(async () => {
		pages = await startReceiver();
		directory = await mkdtemp(join(tmpdir(), "lapwing-alertmanager-"));
		const config = join(directory, "alertmanager.yml");
		await writeFile(
			config,
			`route: { receiver: none, group_by: [alertname, monitor_id, severity], group_wait: 0s, group_interval: 1s, routes: [{ matchers: ['severity="critical"'], receiver: pages }] }
receivers: [{ name: none }, { name: pages, webhook_configs: [{ url: "${pages.url}", send_resolved: true }] }]`,
		);
		const port = await freePort();
		url = `http://127.0.0.1:${port}/am`;
		program = spawn(
			PROGRAM ?? "",
			[
				`--config.file=${config}`,
				`--storage.path=${directory}`,
				`--web.listen-address=127.0.0.1:${port}`,
				"--web.route-prefix=/am",
				"--cluster.listen-address=",
			],
			{ stdio: "ignore" },
		);
		for (let tries = 0; tries < 100; tries += 1) {
			if (
				await fetch(`${url}/-/ready`).then(
					({ ok }) => ok,
					() => false,
				)
			)
				return;
			await pause(100);
		}
		throw new Error("Alertmanager did not start");
	}, 30_000);
	afterAll(async () => {
		dialer.close();
		if (program?.exitCode === null) {
			program.kill("SIGKILL");
			await once(program, "exit");
		}
		await pages[Symbol.asyncDispose]();
		await rm(directory, { recursive: true, force: true });
	});

	async function send(...notices: Parameters<typeof aMessage>) {
		const notifier = createNotifier({
			dialer,
			userAgent: "Lapwing/test",
			publicUrl: "https://lapwing.example",
			smtp: null,
			now: Date.now,
			onFault: (error) => {
				throw error;
			},
		});
		const settings: ChannelSettings = { type: "alertmanager", serverUrl: url, authorization: null };
		const message = { ...aMessage(...notices), createdAt: Date.now() };
		expect(await notifier.deliver(to(settings), message, never)).toEqual({ kind: "sent" });
	}

	const firing = async () => {
		const answer = await fetch(`${url}/api/v2/alerts`);
		const alerts = (await answer.json()) as { labels: Record<string, string> }[];
		return alerts.map(({ labels }) => `${labels["alertname"]} ${labels["monitor"]} ${labels["severity"]}`).sort();
	};
	const shop = { since: start, lastUpAt: start - minute };

	test("has a problem as one alert, by its present severity, and routes it on; its end too", async () => {
		await send(aNotice({ ...shop, event: "degraded", checkedAt: start + minute }));
		expect(await firing()).toEqual(["LapwingMonitorDown Shop warning"]);
		await send(aNotice({ ...shop, checkedAt: start + 2 * minute }));
		expect(await firing()).toEqual(["LapwingMonitorDown Shop critical"]);
		await pages.until(1);
		await send(aNotice({ ...shop, event: "up", error: null, checkedAt: Date.now() - 1_000 }));
		expect(await firing()).toEqual([]);
		await pages.until(2);
		expect(pages.received.map(({ json }) => json.status)).toEqual(["firing", "resolved"]);
		const [{ json }] = pages.received as [Receiver["received"][number]];
		expect(json.alerts[0].annotations.summary).toBe("Shop is down");
		expect(json.alerts[0].generatorURL).toBe("https://lapwing.example/monitors/mon_01");
	}, 30_000);

	test("takes hostile names, a hundred monitors, and a test", async () => {
		const named = (index: number) => ({ id: `mon_${index}`, name: `${HOSTILE_TEXT} ${index}`, target: "x" });
		await send(...Array.from({ length: 100 }, (_, index) => aNotice({ ...shop, monitor: named(index) })));
		await send();
		const all = await firing();
		expect(all.length).toBe(101);
		expect(all).toContain(`LapwingMonitorDown ${HOSTILE_TEXT} 99 critical`);
		expect(all).toContain("LapwingTest undefined info");
	}, 30_000);
});

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("No port");
	return address.port;
}
