/** `lapwing demo`: fills a team with monitors and their history, through the code that records real checks. */

import type { Team } from "../domain/access/team.ts";
import { minuteOf } from "../domain/checks/check.ts";
import { judge } from "../domain/checks/judgement.ts";
import type { JudgedOutcome } from "../domain/checks/record.ts";
import type { Monitor } from "../domain/monitors/settings.ts";
import type { TypeSettings } from "../domain/monitors/types.ts";
import { gridOf } from "../domain/schedule/schedule.ts";
import { createTeam, teamBySlug } from "../storage/access/teams.ts";
import { recordChecks } from "../storage/commit/record-checks.ts";
import type { Session } from "../storage/database/session.ts";
import { createMonitor } from "../storage/monitors/monitors.ts";
import { countMonitorsElsewhere, deleteMonitorsAt } from "../storage/monitors/monitors-of-host.ts";
import { command, print, printJson, withDatabase } from "./command.ts";
import { demoSlot, PlausibleHistory } from "./demo-history.ts";
import { progressBar } from "./progress-bar.ts";
import { UsageError } from "./usage-error.ts";

const DAY_MS = 86_400_000;
const INTERVAL_SECONDS = 60;
const TIMEOUT_SECONDS = 10;
/** Recorded in one transaction. */
const BATCH = 2_000;
const MOST_MONITORS = 100_000;
const MOST_DAYS = 400;
const TEAMS = ["web", "platform", "data", "mobile"];
/** The host of every demo target, by which the demo's monitors are recognized. RFC 2606 §2: it exists nowhere. */
const DEMO_HOST = "demo.invalid";
/** What is watched: the number of a monitor makes its target one of its own. */
const KINDS: readonly { readonly name: string; readonly settings: (host: string) => TypeSettings }[] = [
	{ name: "Shop", settings: page },
	{ name: "Checkout", settings: page },
	{ name: "Search", settings: page },
	{
		name: "Mail",
		settings: (host) => ({
			type: "tcp",
			host,
			port: 587,
			tls: "starttls",
			protocol: "smtp",
			send: null,
			expect: null,
		}),
	},
	{
		name: "Names",
		settings: (domain) => ({
			type: "dns",
			domain,
			recordType: "A",
			resolver: null,
			expected: null,
			mode: "equals",
		}),
	},
	{ name: "Gateway", settings: (host) => ({ type: "ping", host, packets: 3 }) },
	{
		name: "Live prices",
		settings: (host) => ({ type: "websocket", url: `wss://${host}/prices`, send: null, expect: null }),
	},
	{ name: "API", settings: page },
	{ name: "Billing", settings: page },
	{ name: "Admin", settings: page },
];

export function demo() {
	return command("demo", "Create a team with monitors and a generated history.")
		.option("--monitors <number>", `how many monitors (1–${MOST_MONITORS})`, wholeNumber(1, MOST_MONITORS), 20)
		.option("--days <number>", `how many days of history (1–${MOST_DAYS})`, wholeNumber(1, MOST_DAYS), 30)
		.option("--team <slug>", "the team; created when it does not exist", "demo")
		.option("--force", "even if the team has monitors of its own")
		.option("--remove", "instead, delete the demo's monitors of the team with their history")
		.option("--json", "print what was created or removed as JSON")
		.addHelpText(
			"after",
			"\nThe monitors are paused: their history is generated, " +
				"and nothing is checked until you resume them.\nNo notices are sent for it.",
		)
		.action(async (options: DemoOptions) => {
			if (options.remove) return remove(options);
			const made = await withDatabase((database) => play(database, options, Date.now()));
			if (options.json) printJson(made);
			else
				print(
					`Created ${made.monitors} monitors with ${made.checks} checks in the team ${made.team}. ` +
						`Create a key for it: lapwing keys create --team ${made.team} --name demo --scope all`,
				);
		});
}

interface DemoOptions {
	readonly monitors: number;
	readonly days: number;
	readonly team: string;
	readonly force?: boolean;
	readonly remove?: boolean;
	readonly json?: boolean;
}

async function remove({ team: slug, json }: DemoOptions): Promise<void> {
	const removed = await withDatabase(async (database) => {
		const team = await teamBySlug(database, slug);
		if (!team) throw new UsageError(`There is no team "${slug}". \`lapwing teams list\` shows them.`);
		return deleteMonitorsAt(database, team.id, DEMO_HOST, Date.now());
	});
	if (json) printJson({ team: slug, removed });
	else print(`Removed ${removed} demo monitors of the team ${slug}. The service deletes their history.`);
}

async function play(
	database: Session,
	{ monitors: count, days, team: slug, force = false }: DemoOptions,
	now: number,
): Promise<{ team: string; monitors: number; checks: number }> {
	const team = (await teamBySlug(database, slug)) ?? (await makeTeam(database, slug, now));
	const real = force ? 0 : await countMonitorsElsewhere(database, team.id, DEMO_HOST);
	if (real > 0) {
		throw new UsageError(
			`The team ${slug} has ${real} monitors of its own, whose figures would mix with generated ones. ` +
				"Choose another team with --team, or add --force.",
		);
	}
	const from = now - days * DAY_MS;
	const monitors: Monitor[] = [];
	for (let index = 0; index < count; index += 1) monitors.push(await makeMonitor(database, team, index, from));
	const histories = monitors.map(({ id }) => new PlausibleHistory(id));

	const firstMinute = minuteOf(from) + 1;
	const lastMinute = minuteOf(now) - 1;
	const bar = progressBar("checks", (lastMinute - firstMinute + 1) * count);
	let batch: JudgedOutcome[] = [];
	let checks = 0;
	async function flush(): Promise<void> {
		await recordChecks(database, batch, now, { notifies: false });
		checks += batch.length;
		bar.update(checks);
		batch = [];
	}
	for (let minute = firstMinute; minute <= lastMinute; minute += 1) {
		for (const [index, monitor] of monitors.entries()) {
			batch.push(nextCheck(monitor, histories[index] ?? new PlausibleHistory(monitor.id), minute));
			if (batch.length >= BATCH) await flush();
		}
	}
	await flush();
	bar.finish();
	return { team: team.slug, monitors: count, checks };
}

async function makeTeam(database: Session, slug: string, now: number): Promise<Team> {
	const team = await createTeam(database, { name: slug, slug }, now).catch((cause) => {
		throw new UsageError(`"${slug}" is not a team slug: use lower-case letters, digits and hyphens.`, { cause });
	});
	if (!team)
		throw new Error(`The team ${slug} was created by another process at the same time. Run the command again.`);
	return team;
}

function makeMonitor(database: Session, team: Team, index: number, createdAt: number): Promise<Monitor> {
	const { name, settings } = KINDS[index % KINDS.length] as (typeof KINDS)[number];
	return createMonitor(
		database,
		{
			teamId: team.id,
			isEnabled: false,
			name: index < KINDS.length ? name : `${name} ${Math.floor(index / KINDS.length) + 1}`,
			tags: tagsOf(index),
			settings: settings(`${index + 1}.${DEMO_HOST}`),
			intervalSeconds: INTERVAL_SECONDS,
			degradedAfterMs: 5_000,
			timeoutSeconds: TIMEOUT_SECONDS,
			locationHint: "weur",
			sslMonitoringEnabled: false,
			sslExpiryWarningDays: 30,
		},
		createdAt,
	);
}

function page(host: string): TypeSettings {
	return { type: "http", url: `http://${host}/`, method: "GET", expectedStatus: 200 };
}

/** Tags that the board can group by. */
function tagsOf(index: number): string[] {
	return [`team:${TEAMS[index % TEAMS.length]}`, index % 3 === 0 ? "env:test" : "env:prod"];
}

function nextCheck(monitor: Monitor, history: PlausibleHistory, minute: number): JudgedOutcome {
	const { phaseMs } = gridOf(monitor.id, INTERVAL_SECONDS * 1000);
	const scheduledAt = demoSlot(minute, phaseMs);
	const outcome = history.next({
		monitorId: monitor.id,
		teamId: monitor.teamId,
		scheduledAt,
		revision: 1,
		settings: monitor.settings,
		degradedAfterMs: monitor.degradedAfterMs,
		contentChecks: [],
		timeoutMs: TIMEOUT_SECONDS * 1000,
		nextDueAt: scheduledAt + INTERVAL_SECONDS * 1000,
		locationHint: monitor.locationHint,
		wasSlow: false,
	});
	return { outcome, judgement: judge(outcome.observation, outcome.order) };
}

function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (!/^\d+$/.test(text) || value < least || value > most) {
			throw new UsageError(`"${text}" must be a whole number from ${least} to ${most}.`);
		}
		return value;
	};
}
