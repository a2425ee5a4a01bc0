import { afterEach, expect, test } from "vitest";
import { type ApiServer, serveApi } from "../testing/api-server.ts";
import { among, expectTable, listedBy } from "../testing/expect-table.ts";
import { CHANNEL_FIELDS, CHECK_FIELDS, convertHealthchecks } from "./convert.ts";
import { readHealthchecks } from "./healthchecks.ts";

/** As the documentation of the Management API v3 shows one. */
const CHECK: Readonly<Record<string, unknown>> = {
	name: "Filesystem Backup",
	slug: "filesystem-backup",
	tags: "backup fs",
	desc: "Runs incremental backup every hour",
	grace: 600,
	n_pings: 1,
	status: "up",
	started: false,
	last_ping: "2020-03-24T14:02:03+00:00",
	next_ping: "2020-03-24T15:02:03+00:00",
	manual_resume: false,
	methods: "",
	start_kw: "START",
	success_kw: "SUCCESS",
	failure_kw: "ERROR",
	filter_subject: true,
	filter_body: false,
	filter_http_body: false,
	filter_default_fail: false,
	badge_url: "https://hc.example/b/2/1b9d0386-d07e-44b0-8995-4a9a372de43c.svg",
	uuid: "31365bce-8da9-4729-8ff3-aaa71d56b712",
	ping_url: "https://hc-ping.example/31365bce-8da9-4729-8ff3-aaa71d56b712",
	update_url: "https://hc.example/api/v3/checks/31365bce-8da9-4729-8ff3-aaa71d56b712",
	pause_url: "https://hc.example/api/v3/checks/31365bce-8da9-4729-8ff3-aaa71d56b712/pause",
	resume_url: "https://hc.example/api/v3/checks/31365bce-8da9-4729-8ff3-aaa71d56b712/resume",
	channels: "4ec5a071-2d08-4baa-898a-eb4eb3cd6941",
	timeout: 3600,
};
const { timeout: _, ...REST } = CHECK;
const CRON: Readonly<Record<string, unknown>> = {
	...REST,
	name: "Database Backup",
	schedule: "15 5 * * *",
	tz: "Europe/Riga",
	status: "paused",
};
const CHANNEL = { id: "4ec5a071-2d08-4baa-898a-eb4eb3cd6941", name: "My Work Email", kind: "email" };

const convert = (
	check: Readonly<Record<string, unknown>>,
	channel: Readonly<Record<string, unknown>> = CHANNEL,
	pingKey: string | null = "pkey",
) => convertHealthchecks({ checks: [check], channels: [channel], pingKey });

let server: ApiServer | undefined;
afterEach(() => server?.close());

test("a check is a monitor of a job that answers its old addresses", () => {
	const { document, secrets } = convert(CHECK);
	expect(document.monitors).toEqual([
		{
			key: "filesystem-backup",
			name: "Filesystem Backup",
			type: "cron",
			every: 3600,
			graceSeconds: 600,
			tags: ["backup", "fs"],
			importedAddresses: {
				healthchecksUuid: { secret: "HEALTHCHECKS_FILESYSTEM_BACKUP_UUID" },
				healthchecksSlug: { secret: "HEALTHCHECKS_FILESYSTEM_BACKUP_SLUG" },
			},
		},
	]);
	expect(Object.values(secrets)).toEqual(["31365bce-8da9-4729-8ff3-aaa71d56b712", "pkey/filesystem-backup"]);
});

test("a cron expression keeps its time zone, and a paused check stays paused", () => {
	const [monitor] = convert(CRON).document.monitors ?? [];
	expect(monitor).toMatchObject({ schedule: "15 5 * * *", timeZone: "Europe/Riga", enabled: false });
	expect(monitor).not.toHaveProperty("every");
});

test.each([{ schedule: "Mon..Fri 08:00" }, { schedule: "0 5 * * *", tz: "Mars/Olympus" }])(
	"a check with a schedule that does not exist here is left out, and listed: %o",
	(change) => {
		const { document, notes } = convert({ ...CRON, ...change });
		expect(document.monitors).toBeUndefined();
		expect(notes.some(({ what, instead }) => /Database Backup/.test(what) && /left out/.test(instead))).toBe(true);
	},
);

test("a longer grace than ours is listed with what it becomes", () => {
	const { document, notes } = convert({ ...CHECK, grace: 172_800 });
	expect(document.monitors?.[0]).toMatchObject({ graceSeconds: 86_400 });
	expect(notes.find(({ field }) => field === "grace")?.why).toMatch(/172800 seconds there and 86400 here/);
});

test("a slug of two checks, which was refused there, is none here", () => {
	const { document } = convertHealthchecks({ checks: [CHECK, CHECK], channels: [], pingKey: "pkey" });
	const names = document.monitors?.map((each) => Object.keys(each["importedAddresses"] as object));
	expect(names).toEqual([["healthchecksUuid"], ["healthchecksUuid"]]);
});

test("each field becomes what its table says", () => {
	const filter = listedBy("filter_subject");
	expectTable(CHECK_FIELDS, (change) => convert({ ...CHECK, ...change }), {
		...{ name: "Other", slug: "other", tags: "other", desc: "Other", timeout: 60, grace: 60, status: "paused" },
		...{ schedule: "0 1 * * *", tz: among({ schedule: "0 1 * * *" }, "Europe/Riga"), manual_resume: true },
		...{ methods: "POST", start_kw: filter, success_kw: filter, failure_kw: filter },
		filter_subject: among({ filter_subject: false }, true),
		...{ filter_body: true, filter_http_body: true, filter_default_fail: true },
		...{ channels: listedBy("kind"), uuid: "803f680d-e89b-492b-82ef-2be7b774a92d" },
		unique_key: listedBy("unique_key", { uuid: undefined }),
	});
	expectTable(CHANNEL_FIELDS, (change) => convert(CHECK, { ...CHANNEL, ...change }), {
		...{ id: listedBy("kind"), name: listedBy("kind"), kind: "sms" },
	});
});

test("a field that nobody knew is listed", () => {
	expect(convert({ ...CHECK, colour: "red" }).notes.map(({ field }) => field)).toContain("colour");
});

test("the API is read with the key in its header, again when it asks for a pause", async () => {
	let asked = 0;
	server = await serveApi(({ path, headers }) => {
		if (headers["x-api-key"] !== "hcw_key") return { status: 401, body: { error: "wrong api key" } };
		asked += 1;
		if (asked === 1) return { status: 429, headers: { "retry-after": "0" }, body: {} };
		if (path === "/api/v3/checks/") return { body: { checks: [CHECK, CRON] } };
		if (path === "/api/v3/channels/") return { body: { channels: [CHANNEL] } };
		return { status: 404, body: {} };
	});
	const { document } = await readHealthchecks(server.url, { HEALTHCHECKS_API_KEY: "hcw_key" });
	expect(document.monitors?.map(({ key }) => key)).toEqual(["filesystem-backup", "database-backup"]);
	await expect(readHealthchecks(server.url, { HEALTHCHECKS_API_KEY: "other" })).rejects.toThrow(
		/refuses the key.*HEALTHCHECKS_API_KEY/,
	);
	await expect(readHealthchecks(server.url, {})).rejects.toThrow(/Set HEALTHCHECKS_API_KEY/);
});

test("a read-only key, which may not read integrations, gives monitors without addresses", async () => {
	const { uuid: __, channels: ___, ...shown } = CHECK;
	server = await serveApi(({ path }) =>
		path === "/api/v3/checks/" ? { body: { checks: [{ ...shown, unique_key: "a6c7" }] } } : { status: 401, body: {} },
	);
	const { document } = await readHealthchecks(server.url, { HEALTHCHECKS_API_KEY: "hcr_key" });
	expect(document.monitors?.[0]).not.toHaveProperty("importedAddresses");
});
