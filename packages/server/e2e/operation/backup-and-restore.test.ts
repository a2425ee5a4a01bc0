import { mkdtemp, readFile, rm, stat, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../src/notify/testing/receiver.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { writeMark } from "../../src/storage/database/moving/marks.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import { Lapwing, lapwing } from "../testing/lapwing.ts";

const SIGNING_KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

let home: string;
let receiver: Receiver;
let key: string;
let alertId: string;
let monitorId: string;
const inHome = (name: string) => join(home, name);
const databaseIn = (folder: string) => `sqlite:${join(home, folder, "lapwing.db")}`;
const failing = (databaseUrl: string, ...args: string[]) =>
	lapwing(databaseUrl, ...args).then(
		() => expect.unreachable(),
		(error: { code: number; stderr: string }) => error,
	);

/** docs/operate: Backup. One service whose database is copied while it records checks. */
beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), "lapwing-backup-"));
	receiver = await startReceiver();
	await using target = await startHttpTarget((_request, response) => response.end());
	await using service = await Lapwing.start({ directory: home, databaseUrl: databaseIn("first") });
	key = service.key;
	const channel = { type: "webhook", url: receiver.url, secret: SIGNING_KEY };
	alertId = (await service.ask("POST", "/api/v1/alerts", { name: "On call", channel })).body.data.id;
	monitorId = await service.watch(target.url);
	await service.untilStatus(monitorId, "up");
	const writing = Promise.all(Array.from({ length: 30 }, () => service.watch(target.url)));
	await lapwing(service.databaseUrl, "backup", inHome("whole.db"));
	await writing;
	await lapwing(service.databaseUrl, "backup", inHome("without.db"), "--without-secret");
	const busy = await failing(service.databaseUrl, "restore", inHome("whole.db"), "--force");
	expect(busy.stderr).toContain("is in use. Stop the service first.");
});
afterAll(async () => {
	await receiver[Symbol.asyncDispose]();
	await rm(home, { recursive: true });
});

test("a backup that was made while the service ran is restored with everything that it needs to notify", async () => {
	const { stdout } = await lapwing(databaseIn("second"), "restore", inHome("whole.db"));
	expect(stdout).toMatch(/^Restored .* Its secret is in .*second\/secret\.\n$/);
	await using service = await Lapwing.start({ directory: home, databaseUrl: databaseIn("second"), key });
	const monitor = await service.ask("GET", `/api/v1/monitors/${monitorId}?view=full`);
	expect([monitor.status, monitor.body.data.status]).toEqual([200, "up"]);
	const before = receiver.received.length;
	const tried = await service.ask("POST", `/api/v1/alerts/${alertId}/test`);
	expect(tried.body.data).toEqual({ status: "sent", errorMessage: null });
	expect(receiver.received.length).toBe(before + 1);
	const secret = Buffer.from((await readFile(join(home, "second", "secret"), "utf8")).trim(), "base64url");
	const database = await readFile(join(home, "second", "lapwing.db"));
	expect(database.includes(secret)).toBe(false);
});

test("a backup is readable by its owner alone, and replaces no file unless it is told to", async () => {
	expect((await stat(inHome("whole.db"))).mode & 0o777).toBe(0o600);
	expect(await failing(databaseIn("first"), "backup", inHome("whole.db"))).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("--force replaces it"),
	});
	expect(await failing(databaseIn("nowhere"), "backup", inHome("x.db"))).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("Set DATABASE_URL"),
	});
});

test("what can't be backed up or restored is refused with what to do", async () => {
	const nowhere = inHome("no/such/folder/lapwing.db");
	const refusals: [string[], string][] = [
		[["backup", nowhere], `There is no folder ${inHome("no/such/folder")}. Make it, or name a file elsewhere.`],
		// Not even root writes there.
		[["backup", "/sys/lapwing.db"], "This user can't write in /sys: run this as its owner, or name a file elsewhere."],
		[["restore", nowhere], `There is no file ${nowhere}. Name one that \`lapwing backup\` wrote.`],
		[["restore", home], `${home} is a folder. Name the backup in it.`],
	];
	for (const [args, message] of refusals) {
		expect(await failing(databaseIn("first"), ...args)).toMatchObject({ code: 2, stderr: `lapwing: ${message}\n` });
	}
	// As a job does that does not have the environment of its service.
	const foreign = { DATABASE_URL: databaseIn("first"), LAPWING_SECRET: "another than that of the service, 32+" };
	const refused = await lapwing(foreign, "backup", inHome("foreign.db")).catch((error) => error);
	expect(refused).toMatchObject({ code: 2 });
	expect(refused.stderr).toContain("The secret of this database is not in LAPWING_SECRET");
	expect(refused.stderr).toContain("--without-secret");
});

test("a backup of a database that was moved away says so when it is restored", async () => {
	const url = databaseIn("moved");
	await lapwing(url, "migrate");
	const moved = openDatabase(url);
	await writeMark(moved, "source", { id: "1", other: "postgres://db/lapwing", state: "done", progress: {} }, 0);
	await moved.close();
	const { stdout: without } = await lapwing(url, "backup", inHome("moved.db"));
	expect(without).toContain("which has no secret yet");
	const { stdout } = await lapwing(databaseIn("moved-again"), "restore", inHome("moved.db"));
	expect(stdout).toContain("It takes no changes, for it was moved to postgres://db/lapwing: `lapwing move --unfence`");
	const { stdout: json } = await lapwing(databaseIn("moved-as-json"), "restore", inHome("moved.db"), "--json");
	expect(JSON.parse(json)).toMatchObject({ secret: "absent", movedTo: "postgres://db/lapwing" });
});

test("without the secret the start is refused until the secret is put back, or given up", async () => {
	const url = databaseIn("third");
	expect((await lapwing(url, "restore", inHome("without.db"))).stdout).toContain("The backup has no secret");
	const refused = await failing(url, "serve");
	expect(refused.stderr).toMatch(/belongs to another secret: there is none in .*--accept-new-secret.*alert "On call"/);
	const args = ["--accept-new-secret"];
	await using service = await Lapwing.start({ directory: home, databaseUrl: url, key, args });
	expect(service.log).toContain('alert \\"On call\\" of the team default (webhook)');
	const tried = await service.ask("POST", `/api/v1/alerts/${alertId}/test`);
	expect(tried.body.data).toEqual({
		status: "failed",
		errorMessage: "The channel's secrets can't be read any more. Enter them again.",
	});
});

test("a restore puts an existing database aside, and takes nothing that is no backup", async () => {
	const url = databaseIn("fourth");
	await lapwing(url, "migrate");
	expect((await failing(url, "restore", inHome("whole.db"))).stderr).toContain("--force puts it aside");
	const { earlier } = JSON.parse((await lapwing(url, "restore", inHome("whole.db"), "--force", "--json")).stdout);
	expect((await stat(earlier)).size).toBeGreaterThan(0);
	await writeFile(inHome("text.db"), "no database");
	expect((await failing(url, "restore", inHome("text.db"), "--force")).stderr).toContain("is no backup of Lapwing");
	expect((await failing(url, "restore", inHome("gone.db"), "--force")).stderr).toContain("There is no file");
	await unlink(inHome("text.db"));
});

test("PostgreSQL is backed up by its own tools, which the commands name", async () => {
	const url = "postgres://lapwing@127.0.0.1:1/lapwing";
	expect((await failing(url, "backup", "/x.dump")).stderr).toContain(
		'pg_dump --format=custom --file=/x.dump "$DATABASE_URL"',
	);
	expect((await failing(url, "restore", "/x.dump")).stderr).toMatch(
		/pg_restore --exit-on-error .*empty database.*createdb -O USER NAME.*--no-owner/s,
	);
});
