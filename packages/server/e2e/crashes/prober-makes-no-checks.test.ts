/** A prober that can't load what makes checks, as where memory or file descriptors have run out. */

import { once } from "node:events";
import { expect, test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { Lapwing, MAIN_OF_SOURCES, until } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

const FAILING = `
	import { registerHooks } from "node:module";
	registerHooks({
		load(url, context, next) {
			if (url.endsWith("/src/probe/check.ts")) throw new Error("EMFILE: too many open files");
			return next(url, context);
		},
	});
`;

test("a prober that can make no checks says so, leaves them to others, and ends with 1", WITH_NATS_SERVER, async () => {
	await using nats = await startNats();
	const env = { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile };
	await using service = await Lapwing.start({ env });
	await using stack = new AsyncDisposableStack();
	const prober = await startProber(stack, { ...env, DATABASE_URL: service.databaseUrl }, "away", {
		main: MAIN_OF_SOURCES,
		env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(FAILING)}` },
	});
	let errors = "";
	prober.stderr.setEncoding("utf8").on("data", (text: string) => {
		errors += text;
	});
	const ended = once(prober, "close");
	const state = async () => (await service.ask("GET", "/api/v1/probers")).body.data.probers[0].state;
	await until(async () => (await state()) === "connected" || undefined, { what: "the prober to connect" });
	await service.watch("http://127.0.0.1:9/", { locations: ["away"] });
	expect(await ended).toEqual([1, null]);
	expect(errors).toBe("lapwing: This prober can make no checks (EMFILE: too many open files)\n");
	// It said that it leaves: nobody waits until it counts as silent.
	await until(async () => (await state()) === "away" || undefined, { withinMs: 5_000, what: "it to be away" });
});
