import { mkdtempSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { USUAL_RULES } from "../domain/alerts/alert-rules.ts";
import { COMMON_DEFAULTS } from "../domain/monitors/common-settings.ts";
import { secretValues } from "../domain/monitors/secrets.ts";
import type { CronSettings, FlowSettings, HttpSettings, TypeSettings } from "../domain/monitors/types.ts";
import { knownSecret, secretFile } from "../secret.ts";
import { createAlert } from "../services/alerts/create.ts";
import { updateMonitor } from "../services/testing/monitors.ts";
import { onTheCommandLine } from "../services/testing/on-the-command-line.ts";
import { createKey } from "../storage/access/api-keys.ts";
import { KeyLookups } from "../storage/access/key-lookups.ts";
import { connectIdentity, userOfIdentity } from "../storage/access/oidc-identities.ts";
import { channelOf } from "../storage/alerts/alert-channels.ts";
import { secretBox } from "../storage/database/secret-box.ts";
import { renewReportKey } from "../storage/jobs/jobs.ts";
import { decryptReportKey, newReportKey } from "../storage/jobs/report-keys.ts";
import { createMonitor, findMonitor } from "../storage/monitors/monitors.ts";
import { ordersFor } from "../storage/schedule/check-orders.ts";
import { freshDatabase, onEachEngine } from "../storage/testing/engines.ts";
import { aTeam } from "../storage/testing/fixtures.ts";
import { aProvenUser } from "../storage/testing/users.ts";
import { ForeignSecret, secretFor } from "./secret.ts";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "lapwing-secret-"));
});
afterEach(() => rmSync(directory, { recursive: true }));
const inFile = () => ({ secret: null, databaseUrl: `sqlite:${join(directory, "lapwing.db")}` });
const inEnvironment = (secret: string) => ({ ...inFile(), secret: secret.repeat(40) });
const lines: { dropped?: string[] }[] = [];
const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line)) });
const REFUSE = { acceptNew: false, log };
const ACCEPT = { acceptNew: true, log };

const COMMON = { ...COMMON_DEFAULTS, isEnabled: true };
const HTTP: HttpSettings = { type: "http", url: "https://api.example.com/", method: "GET", expectedStatus: 200 };
const REQUEST: NonNullable<HttpSettings["request"]> = {
	headers: [{ name: "X-Key", value: "key-4711", secret: true }],
	body: null,
	auth: { type: "bearer", token: "token-4712" },
};
const STEP: Omit<FlowSettings["steps"][number], "name" | "url"> = {
	method: "GET",
	headers: [],
	body: null,
	auth: null,
	expect: ["2xx"],
	contentChecks: [],
	save: [],
};
const FLOW: FlowSettings = {
	type: "flow",
	steps: [{ ...STEP, name: "Log in", url: "https://api.example.com/?p={{word}}" }],
	variables: [{ name: "word", value: "word-4713", secret: true }],
};
const CRON: CronSettings = {
	type: "cron",
	schedule: "0 2 * * *",
	timeZone: "UTC",
	every: null,
	graceSeconds: 300,
	maxRuntimeSeconds: null,
};
const CLAIM = { slotAt: 0, nextDueAt: 60_000, revision: 0, wasSlow: false, locationId: null } as const;

async function anAlert(database: Awaited<ReturnType<typeof freshDatabase>>, secret: Uint8Array): Promise<number> {
	const wanted = {
		...USUAL_RULES,
		name: "On call",
		channel: { type: "slack", url: "https://hooks.slack.com/services/T/B/sekret" } as const,
		monitorIds: null,
		events: ["down"] as const,
		isEnabled: true,
	};
	const teamId = await aTeam(database, "acme");
	const deps = { now: 0, secretBox: secretBox(secret) };
	const made = await onTheCommandLine(database, teamId, createAlert, wanted, deps);
	return made.id;
}

onEachEngine("the secret of a database", (name) => {
	test("is the one of its first start, at every further start", async () => {
		await using database = await freshDatabase(name);
		const first = await secretFor(database, inFile(), REFUSE);
		expect(await secretFor(database, inFile(), REFUSE)).toEqual(first);
	});

	test("is missed when it was not restored: the start is refused with what to do, and no other one is made", async () => {
		await using database = await freshDatabase(name);
		await anAlert(database, await secretFor(database, inFile(), REFUSE));
		unlinkSync(secretFile(inFile()));
		const refusal = await secretFor(database, inFile(), REFUSE).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(ForeignSecret);
		expect((refusal as Error).message).toBe(
			`This database belongs to another secret: there is none in ${secretFile(inFile())}. Put the secret that was ` +
				`backed up with the database into ${secretFile(inFile())}, or set LAPWING_SECRET to what it was. If it is ` +
				"lost, start once with `lapwing serve --accept-new-secret`: it deletes the secrets of: " +
				'alert "On call" of the team acme (slack).',
		);
		expect(knownSecret(inFile())).toBeNull();
	});

	test("can't be replaced by another one by accident", async () => {
		await using database = await freshDatabase(name);
		await secretFor(database, inEnvironment("a"), REFUSE);
		await expect(secretFor(database, inEnvironment("b"), REFUSE)).rejects.toThrow(
			/the one in LAPWING_SECRET is another\. .*: nothing is lost by it\.$/,
		);
		expect(await secretFor(database, inEnvironment("a"), REFUSE)).toHaveLength(32);
	});

	test("can be given up: what it encrypted is deleted and named, and the alert asks for it again", async () => {
		await using database = await freshDatabase(name);
		const alert = await anAlert(database, await secretFor(database, inEnvironment("a"), REFUSE));
		lines.length = 0;
		const secret = await secretFor(database, inEnvironment("b"), ACCEPT);
		expect(lines.map(({ dropped }) => dropped)).toEqual([['alert "On call" of the team acme (slack)']]);
		expect(await channelOf(database, secretBox(secret), alert, 0)).toBe("unreadable");
		expect(await secretFor(database, inEnvironment("b"), REFUSE)).toEqual(secret);
		await expect(secretFor(database, inEnvironment("a"), REFUSE)).rejects.toThrow(ForeignSecret);
		// The option does nothing where nothing is wrong.
		lines.length = 0;
		await secretFor(database, inEnvironment("b"), ACCEPT);
		expect(lines).toEqual([]);
	});

	test("takes the secrets of monitors along when it is given up: each is named, and asked for again", async () => {
		await using database = await freshDatabase(name);
		const old = await secretFor(database, inEnvironment("a"), REFUSE);
		const teamId = await aTeam(database, "acme");
		const create = (name: string, settings: TypeSettings) =>
			createMonitor(database, { ...COMMON, teamId, name, settings }, 0, secretBox(old));
		const api = await create("API", { ...HTTP, request: REQUEST });
		const flow = await create("Journey", FLOW);
		const job = await create("Backup", CRON);
		await create("Website", HTTP);
		lines.length = 0;
		const box = secretBox(await secretFor(database, inEnvironment("b"), ACCEPT));
		expect(lines.map(({ dropped }) => dropped)).toEqual([
			[
				'monitor "API" of the team acme (secrets of its requests)',
				'monitor "Journey" of the team acme (secrets of its requests)',
				'monitor "Backup" of the team acme (its ping address, which goes on to work)',
			],
		]);

		const claims = [api, flow].map(({ id }) => ({ ...CLAIM, monitorId: id }));
		const orders = await ordersFor(database, claims, box);
		expect(orders.map(({ settings }) => secretValues(settings))).toEqual([[null], [null]]);
		const change = (id: number, settings: object) => updateMonitor(database, id, { settings: { ...settings } }, 0, box);
		const request = { ...REQUEST, headers: [{ ...REQUEST.headers[0], value: null }], auth: null };
		await expect(change(api.id, { request })).rejects.toMatchObject({
			details: [{ path: "/request/headers/0/value" }],
		});
		await change(api.id, { request: REQUEST });
		await change(flow.id, { variables: FLOW.variables });
		const entered = await ordersFor(database, claims, box);
		expect(entered.map(({ settings }) => secretValues(settings))).toEqual([["key-4711", "token-4712"], ["word-4713"]]);

		// The job's reports go on to be taken; its address can't be shown until it is renewed.
		const stored = (await findMonitor(database, teamId, job.publicId, 0))?.reportKey;
		expect(stored?.hash).toBe(job.reportKey?.hash);
		expect(stored && decryptReportKey(box, stored)).toBeNull();
		const renewed = newReportKey(box);
		await renewReportKey(database, job.id, renewed);
		const again = (await findMonitor(database, teamId, job.publicId, 0))?.reportKey;
		expect(again && decryptReportKey(box, again)).toMatch(/^[0-9A-Za-z]{22}$/);
	});

	test("can be given up without a loss of keys, sessions and identities, of which hashes alone are stored", async () => {
		await using database = await freshDatabase(name);
		await secretFor(database, inEnvironment("a"), REFUSE);
		const teamId = await aTeam(database, "acme");
		const { plaintext } = await createKey(database, { teamId, name: "CI", scopes: ["monitors:read"] }, 0);
		const user = await aProvenUser(database);
		const identity = { issuer: "https://accounts.example.com", subject: "ada" };
		await connectIdentity(database, identity, user.id);
		lines.length = 0;
		await secretFor(database, inEnvironment("b"), ACCEPT);
		expect(lines.map(({ dropped }) => dropped)).toEqual([[]]);
		expect(await new KeyLookups(database).find(plaintext, 0)).not.toBeNull();
		expect(await userOfIdentity(database, identity)).toEqual(user);
	});

	test("is recognized by what it encrypted, in a database that has no fingerprint yet", async () => {
		await using database = await freshDatabase(name);
		const secret = await secretFor(database, inEnvironment("a"), REFUSE);
		await anAlert(database, secret);
		await database.db.deleteFrom("installation").execute();
		await expect(secretFor(database, inEnvironment("b"), REFUSE)).rejects.toThrow(ForeignSecret);
		expect(await secretFor(database, inEnvironment("a"), REFUSE)).toEqual(secret);
	});
});
