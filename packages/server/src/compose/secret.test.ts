import { mkdtempSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RULE_LIMITS } from "../domain/alerts/alert.ts";
import { knownSecret, secretFile } from "../secret.ts";
import { channelOf } from "../storage/alerts/alert-channels.ts";
import { createAlert } from "../storage/alerts/alerts.ts";
import { secretBox } from "../storage/database/sealed-secrets.ts";
import { freshDatabase, onEachEngine } from "../storage/testing/engines.ts";
import { aTeam } from "../storage/testing/fixtures.ts";
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

async function anAlert(database: Awaited<ReturnType<typeof freshDatabase>>, secret: Uint8Array): Promise<number> {
	const made = await createAlert(
		database,
		secretBox(secret),
		{
			teamId: await aTeam(database, "acme"),
			name: "On call",
			channel: { type: "slack", fields: { url: "https://hooks.slack.com/services/T/B/sekret" } },
			monitorIds: null,
			events: ["down"],
			cooldownMinutes: RULE_LIMITS.cooldownMinutes.default,
			dailyCap: RULE_LIMITS.dailyCap.default,
			failureThreshold: 1,
			reminderMinutes: null,
			isEnabled: true,
		},
		0,
	);
	if ("message" in made) throw new Error(made.message);
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

	test("can be given up: what it sealed is deleted and named, and the alert asks for it again", async () => {
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

	test("is recognized by what it sealed, in a database that has no fingerprint yet", async () => {
		await using database = await freshDatabase(name);
		const secret = await secretFor(database, inEnvironment("a"), REFUSE);
		await anAlert(database, secret);
		await database.db.deleteFrom("installation").execute();
		await expect(secretFor(database, inEnvironment("b"), REFUSE)).rejects.toThrow(ForeignSecret);
		expect(await secretFor(database, inEnvironment("a"), REFUSE)).toEqual(secret);
	});
});
