import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { DAY_MS } from "../../src/domain/durations.ts";
import { createAuthority, type Identity, selfSigned } from "../../src/probe/targets/certificates.ts";
import { startHttpTarget, startTlsTarget } from "../../src/probe/targets/http-target.ts";
import { unusedPort } from "../../src/probe/targets/listening.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

/** A service that trusts `authority` beside the well-known ones, as an operator makes it. */
async function startTrusting(authority: string) {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-authority-"));
	const file = join(directory, "authority.pem");
	await writeFile(file, authority);
	const service = await Lapwing.start({ env: { NODE_EXTRA_CA_CERTS: file } });
	return { service, removeAuthority: () => rm(directory, { recursive: true }) };
}

/** The monitor as the list shows it, with its certificate. */
async function listed(service: Lapwing, id: string) {
	const { monitors } = (await service.ask("GET", "/api/v1/monitors")).body.data;
	return monitors.find((monitor: { id: string }) => monitor.id === id);
}

test.concurrent("a monitor shows each certificate status: unknown, valid, expiring, expired, error", async () => {
	const authority = await createAuthority();
	const stranger = await createAuthority("CN=Nobody's Root, O=Nobody");
	const shown: [state: string, status: string, certificate: Identity][] = [
		["valid", "up", await authority.issue({ validToDays: 90 })],
		["expiring", "up", await authority.issue({ validToDays: 20 })],
		["expired", "down", await authority.issue({ validFromDays: -30, validToDays: -1 })],
		["error", "down", await authority.issue({ validFromDays: 1, validToDays: 90 })],
		["error", "down", await authority.issue({ names: ["elsewhere.example"] })],
		["error", "down", await stranger.issue()],
		["error", "down", await selfSigned()],
		["error", "down", await (await authority.intermediate({ hidden: true })).issue()],
	];
	const { service, removeAuthority } = await startTrusting(authority.certificate);
	await using plain = await startHttpTarget((_request, response) => response.end());
	const targets = await Promise.all(shown.map(([, , certificate]) => startTlsTarget({ certificate })));
	try {
		const ids = await Promise.all(targets.map((target) => service.watch(target.url, { method: "GET" })));
		const insecure = await service.watch(plain.url);
		await service.untilStatus(insecure, "up");
		expect(await listed(service, insecure)).toMatchObject({
			sslStatus: "unknown",
			sslExpiresAt: null,
			sslIssuer: null,
		});
		for (const [index, [state, status]] of shown.entries()) {
			const id = ids[index] ?? "";
			await service.untilStatus(id, status);
			const monitor = await listed(service, id);
			expect([index, monitor.sslStatus]).toEqual([index, state]);
			// A refused certificate is shown too.
			expect(monitor.sslExpiresAt).toEqual(expect.any(Number));
			expect(monitor.sslLastCheckedAt).toBeGreaterThan(Date.now() - 120_000);
		}
		expect(await listed(service, ids[0] ?? "")).toMatchObject({ sslIssuer: "Lapwing Tests" });
	} finally {
		await Promise.all(targets.map((target) => target[Symbol.asyncDispose]()));
		await service[Symbol.asyncDispose]();
		await removeAuthority();
	}
});

test.concurrent("an expiring certificate causes one warning, and the certificate that replaces it another", async () => {
	const authority = await createAuthority();
	const secret = `whsec_${randomBytes(32).toString("base64")}`;
	// biome-ignore lint/suspicious/noExplicitAny: a receiver reads what it is sent.
	const delivered: any[] = [];
	await using receiver = await startHttpTarget((request, response) => {
		let text = "";
		request.setEncoding("utf8").on("data", (piece: string) => {
			text += piece;
		});
		request.on("end", () => {
			delivered.push(new Webhook(secret).verify(text, request.headers as Record<string, string>));
			response.writeHead(204).end();
		});
	});
	const { service, removeAuthority } = await startTrusting(authority.certificate);
	const port = await unusedPort();
	let target = await startTlsTarget({ port, certificate: await authority.issue({ validToDays: 10 }) });
	try {
		await service.ask("POST", "/api/v1/alerts", {
			name: "On call",
			channel: { type: "webhook", url: receiver.url, secret },
		});
		const id = await service.watch(target.url, { sslExpiryWarningDays: 30 });
		await service.untilStatus(id, "up");
		await until(() => (delivered.length >= 1 ? true : undefined), { what: "the warning" });
		// The same certificate again causes no second warning.
		await service.checkAgain(id, 11);
		await until(async () => ((await service.metric('lapwing_checks_total{verdict="up"}')) >= 2 ? true : undefined), {
			what: "another check",
		});
		const events = async () => (await service.ask("GET", `/api/v1/monitors/${id}/alert-events`)).body.data.events;
		expect((await events()).map((event: { eventType: string }) => event.eventType)).toEqual(["degraded"]);

		await target[Symbol.asyncDispose]();
		target = await startTlsTarget({ port, certificate: await authority.issue({ validToDays: 100 }) });
		await service.checkAgain(id, 12);
		await until(async () => ((await listed(service, id)).sslStatus === "valid" ? true : undefined), {
			what: "the renewed certificate",
		});
		expect((await listed(service, id)).sslExpiresAt).toBeGreaterThan(Date.now() + 90 * DAY_MS);

		await target[Symbol.asyncDispose]();
		target = await startTlsTarget({ port, certificate: await authority.issue({ validToDays: 5 }) });
		await service.checkAgain(id, 13);
		await until(async () => ((await events()).length === 2 ? true : undefined), {
			what: "the warning of the next one",
		});
		expect(await service.status(id)).toBe("up");
	} finally {
		await target[Symbol.asyncDispose]();
		await service[Symbol.asyncDispose]();
		await removeAuthority();
	}
});
