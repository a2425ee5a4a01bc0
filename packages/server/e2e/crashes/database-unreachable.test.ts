import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { startPostgres } from "../../src/storage/testing/postgres.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("while the database is unreachable no monitor is down and /healthz reports it; afterwards the outcomes are recorded", async () => {
	let hold: (() => void) | undefined;
	await using target = await startHttpTarget((_request, response) => {
		if (hold) hold();
		response.end();
	});
	const first = await startPostgres({ keep: true });
	await using service = await Lapwing.start({
		databaseUrl: `${first.url}/postgres`,
		env: { LAPWING_SECRET: "a secret of thirty-two characters, or more" },
	});
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	const probed = new Promise<void>((resolve) => {
		hold = resolve;
	});
	await service.checkAgain(id, 11);
	await probed;
	await first.stop();
	await expect.poll(async () => (await fetch(`${service.url}/healthz`)).status, { timeout: 15_000 }).toBe(503);
	const second = await startPostgres({ directory: first.directory, port: first.port });
	try {
		await expect.poll(async () => (await fetch(`${service.url}/healthz`)).status, { timeout: 30_000 }).toBe(200);
		await service.checkAgain(id, 12);
		await expect
			.poll(async () => (await service.ask("GET", `/api/v1/monitors/${id}`)).body.data.status, { timeout: 20_000 })
			.toBe("up");
		expect(await service.metric('lapwing_checks_total{verdict="down"}')).toBe(0);
	} finally {
		await service.kill();
		await second.stop();
	}
});
