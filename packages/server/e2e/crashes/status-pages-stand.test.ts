/** Readers get a status page whatever happens to the database and to the service. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "../../src/storage/testing/postgres.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

const HOLDER = new URL("../../src/storage/testing/writing-process.ts", import.meta.url);
const STALE = 'class="stale"';

async function publish(service: Lapwing): Promise<void> {
	for (const slug of ["acme", "closed"]) {
		const made = await service.ask("POST", "/api/v1/status-pages", {
			name: slug,
			slug,
			isPublished: true,
			sections: [{ name: "", components: [{ name: "Checkout" }] }],
		});
		expect(made.status).toBe(201);
		expect((await fetch(`${service.url}/status/${slug}`)).status).toBe(200);
		if (slug === "closed")
			await service.ask("PUT", `/api/v1/status-pages/${made.body.data.id}`, { isPublished: false });
	}
	await until(async () => ((await readdir(copies(service))).length === 1 ? true : undefined), {
		what: "a copy on disk",
	});
}

function copies({ directory }: Lapwing): string {
	return join(directory, readdirSync(directory).includes("status-pages") ? "status-pages" : "data/status-pages");
}

async function read(service: Lapwing, path = "/status/acme"): Promise<{ status: number; text: string }> {
	const answer = await fetch(service.url + path, { headers: { accept: "text/html" } });
	return { status: answer.status, text: await answer.text() };
}

/** What a service answers that has not been able to open its database. */
async function expectStanding(service: Lapwing): Promise<void> {
	const page = await read(service);
	expect([page.status, page.text.includes(STALE), page.text.includes("Checkout")]).toEqual([200, true, true]);
	expect((await read(service, "/status/acme.json")).status).toBe(200);
	for (const path of ["/status/closed", "/status/never"]) expect((await read(service, path)).status).toBe(503);
	const health = await service.ask("GET", "/healthz");
	expect([health.status, health.body]).toMatchObject([503, { status: "failing", database: false }]);
	const refused = await service.ask("GET", "/api/v1/monitors");
	expect([refused.status, refused.body.error?.code, refused.headers.get("retry-after")]).toEqual([
		503,
		"DATABASE_BUSY",
		"5",
	]);
	expect((await fetch(`${service.url}/ping/V1StGXR8Z5jdHi6BmyT3Qa`, { method: "POST" })).status).toBe(503);
}

async function expectWhole(service: Lapwing): Promise<void> {
	await expect.poll(async () => (await fetch(`${service.url}/healthz`)).status, { timeout: 30_000 }).toBe(200);
	await expect
		.poll(
			async () => {
				const { status, text } = await read(service);
				return [status, text.includes(STALE)];
			},
			{ timeout: 10_000 },
		)
		.toEqual([200, false]);
	expect((await read(service, "/status/closed")).status).toBe(404);
	expect((await service.ask("GET", "/api/v1/monitors")).status).toBe(200);
}

test("on SQLite: a service that is killed and starts while its file is locked shows its pages, and goes on once it is not", async () => {
	await using first = await Lapwing.start();
	await publish(first);
	const holder: ChildProcess = fork(HOLDER, [first.databaseUrl, "60000"]);
	await once(holder, "message");
	let second: Lapwing | undefined;
	try {
		expect((await read(first)).status).toBe(200);
		await first.kill();
		second = await first.restart();
		await expectStanding(second);
		expect(second.welcome).toContain("The database can't be opened yet");
	} finally {
		holder.kill();
		await once(holder, "exit");
	}
	await expectWhole(second);
	expect(await second.stop()).toMatchObject({ code: 0 });
});

test("on SQLite: a service that stands without its file stops when it is asked to", async () => {
	await using first = await Lapwing.start();
	await publish(first);
	await first.kill();
	const holder: ChildProcess = fork(HOLDER, [first.databaseUrl, "60000"]);
	await once(holder, "message");
	try {
		const second = await first.restart();
		expect(await second.stop()).toMatchObject({ code: 0 });
	} finally {
		holder.kill();
		await once(holder, "exit");
	}
});

test("on PostgreSQL: pages are shown while the server stands still, is killed, and while the service starts without it", {
	timeout: 120_000,
}, async () => {
	const server = await startPostgres({ keep: true });
	const env = { LAPWING_SECRET: "a secret of thirty-two characters, or more" };
	await using first = await Lapwing.start({ databaseUrl: `${server.url}/postgres`, env });
	await publish(first);
	const stopped = signalAll(server.directory, "SIGSTOP");
	// The first reader may wait until it shows that there is no answer, the others do not.
	await expect.poll(async () => (await read(first)).text.includes(STALE), { timeout: 20_000 }).toBe(true);
	const times: number[] = [];
	for (let n = 0; n < 40; n++) {
		const at = performance.now();
		expect((await read(first)).status).toBe(200);
		times.push(performance.now() - at);
	}
	expect(times.toSorted((a, b) => a - b)[20]).toBeLessThan(200);
	await first.kill();
	await using second = await first.restart(env);
	await expectStanding(second);
	await second.kill();

	for (const pid of stopped) process.kill(pid, "SIGCONT");
	signalAll(server.directory, "SIGKILL");
	await using third = await second.restart(env);
	await expectStanding(third);
	const again = await startPostgres({ directory: server.directory, port: server.port, keep: true });
	try {
		await expectWhole(third);
	} finally {
		await third.kill();
		await again.stop();
		await rm(server.directory, { recursive: true, force: true, maxRetries: 5 });
	}
});

/** To the server and to the processes of its connections; their ids. */
function signalAll(directory: string, signal: NodeJS.Signals): readonly number[] {
	const server = Number(readFileSync(join(directory, "data/postmaster.pid"), "utf8").split("\n", 1)[0]);
	const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === server);
	const all = [server, ...children.map(Number)];
	for (const pid of all) {
		try {
			process.kill(pid, signal);
		} catch (error) {
			// A connection's process ends by itself once the server has.
			if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
		}
	}
	return all;
}

function parentOf(pid: string): number | null {
	try {
		return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
	} catch {
		// It has ended meanwhile.
		return null;
	}
}
