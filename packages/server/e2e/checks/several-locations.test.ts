/** Two probers, each a process of its own, behind a real NATS server. Skipped where no nats-server is installed. */

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { startDnsServer } from "../../src/probe/targets/dns-server.ts";
import { Lapwing, until } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

/** Each location has a name server of its own, so a request shows by the address that it came to where it is from. */
const ADDRESSES = { frankfurt: "127.0.0.1", ashburn: "127.0.0.2" };

// macOS has one loopback address.
const OPTIONS = { ...WITH_NATS_SERVER, skip: WITH_NATS_SERVER.skip || process.platform !== "linux", timeout: 240_000 };

test(
	"any, the majority or all of two locations decide, and one that is killed has missed the check",
	OPTIONS,
	async () => {
		await using nats = await startNats();
		const env = { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile };
		await using service = await Lapwing.start({ env });
		const probers = new Map<string, ChildProcess>();
		await using stack = new AsyncDisposableStack();
		for (const [name, address] of Object.entries(ADDRESSES)) {
			const names = stack.use(await startDnsServer({ "target.test": { addresses: [address] } }));
			const settings = { ...env, DATABASE_URL: service.databaseUrl };
			probers.set(name, await startProber(stack, settings, name, { env: { PROBE_RESOLVERS: names.address } }));
		}
		const stateOf = async (name: string) =>
			(await service.ask("GET", "/api/v1/probers")).body.data.probers.find(
				(each: { name: string }) => each.name === name,
			)?.state;
		const areConnected = async () =>
			((await stateOf("frankfurt")) === "connected" && (await stateOf("ashburn")) === "connected") || undefined;
		await until(areConnected, { withinMs: 60_000, what: "both probers to connect" });

		let hangs = false;
		const target = createServer((request, response) => {
			if (request.url === "/hang") {
				hangs = true;
				return;
			}
			const isFrankfurt = request.socket.localAddress === ADDRESSES.frankfurt;
			response.writeHead(request.url === "/none" || (isFrankfurt && request.url === "/one") ? 503 : 200).end();
		});
		target.listen(0, "0.0.0.0");
		await once(target, "listening");
		stack.defer(() => void target.close());
		const { port } = target.address() as AddressInfo;
		const locations = ["frankfurt", "ashburn"];
		/** The status that the first check from both gives, and what each location saw. */
		const seen = async (path: string, downWhen: string) => {
			const id = await service.watch(`http://target.test:${port}${path}`, { locations, downWhen });
			const [result] = await until(
				async () => {
					const results = await service.results(id);
					return results.length > 0 ? results : undefined;
				},
				{ withinMs: 60_000, what: `the check of ${path}` },
			);
			const figures = await service.ask("GET", `/api/v1/monitors/${id}/series/locations`);
			return { id, status: await service.status(id), location: result.location, figures: figures.status };
		};
		const several = { location: null, figures: 200 };
		const all = await Promise.all([
			seen("/one", "any"),
			seen("/one", "majority"),
			seen("/one", "all"),
			seen("/none", "all"),
		]);
		expect(all).toMatchObject([
			{ ...several, status: "down" },
			{ ...several, status: "up" },
			{ ...several, status: "up" },
			{ ...several, status: "down" },
		]);

		const bound = await service.watch(`http://target.test:${port}/hang`, {
			locations: ["frankfurt"],
			timeoutSeconds: 30,
		});
		await until(() => hangs || undefined, { withinMs: 60_000, what: "a check that is under way" });
		const killed = probers.get("frankfurt");
		killed?.kill("SIGKILL");
		if (killed) await once(killed, "exit");
		await until(async () => (await stateOf("frankfurt")) === "away" || undefined, {
			withinMs: 40_000,
			what: "the prober that was killed to be away",
		});
		const shown = 'lapwing_probers{location="frankfurt",state="away"}';
		await until(async () => (await service.metric(shown)) === 1 || undefined, { what: shown });
		// Ashburn alone decides, and sees the target up.
		expect(await seen("/one", "all")).toMatchObject({ status: "up" });
		expect(await seen("/one", "any")).toMatchObject({ status: "up" });

		// Nobody else may check that one: once its time is over it is missed, with the cause, and once.
		const [missed, ...others] = await until(
			async () => {
				const results = await service.results(bound);
				return results.length > 0 ? results : undefined;
			},
			{ withinMs: 100_000, what: "the check that was under way" },
		);
		expect(others).toEqual([]);
		expect(JSON.stringify(missed)).toContain("prober_away");
		expect(await service.status(bound)).toBe("pending");
	},
);
