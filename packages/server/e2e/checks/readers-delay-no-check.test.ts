import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

/** A crowd that this machine holds beside other tests; bench/readers.ts has 10,000. */
const READERS = 1_000;
const MONITORS = 40;
/** A bucket of the metric; without readers all are within it on a busy machine, too. */
const ON_TIME_SECONDS = "2.5";

test("no check is late beside a crowd that holds its connections and asks again and again", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	await using service = await Lapwing.start({ env: { LOG_LEVEL: "warn" } });
	await service.ask("POST", "/api/v1/status-pages", { name: "Acme", slug: "acme", isPublished: true });
	const { port } = new URL(service.url);
	let answers = 0;
	const request = "GET /status/acme HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n";
	const sockets: Socket[] = [];
	try {
		for (let n = 0; n < READERS; n++) {
			const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: `127.0.3.${1 + (n % 50)}` });
			socket
				.on("error", () => {})
				.on("data", (chunk: Buffer) => {
					if (chunk.subarray(0, 12).toString() === "HTTP/1.1 200") answers += 1;
				});
			sockets.push(socket);
		}
		await Promise.all(sockets.map((socket) => once(socket, "connect")));
		const asking = setInterval(() => {
			for (let n = 0; n < READERS / 10; n++) sockets[Math.floor(Math.random() * READERS)]?.write(request);
		}, 50);
		const ids = await Promise.all(Array.from({ length: MONITORS }, () => service.watch(target.url)));
		for (const id of ids) await service.untilStatus(id, "up", 60_000);
		clearInterval(asking);
		const checks = await service.metric("lapwing_check_lag_seconds_count");
		const onTime = await service.metric(`lapwing_check_lag_seconds_bucket{le="${ON_TIME_SECONDS}"}`);
		expect(checks).toBeGreaterThanOrEqual(MONITORS);
		expect(onTime).toBe(checks);
		expect(await service.metric('lapwing_checks_total{verdict="missed"}')).toBe(0);
		expect(answers).toBeGreaterThan(READERS / 10);
	} finally {
		for (const socket of sockets) socket.destroy();
	}
});
