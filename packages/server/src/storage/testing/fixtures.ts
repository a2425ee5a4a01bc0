/** Small builders for tests: rows and outcomes with the one field that matters visible. */

import { randomUUID } from "node:crypto";
import { type CheckOutcome, startOfMinute } from "../../domain/checks/check.ts";
import { judge } from "../../domain/checks/judgement.ts";
import {
	type Answered,
	type Failed,
	NO_PHASES,
	type NotSeen,
	type Observation,
} from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { COMMON_DEFAULTS, type Importance } from "../../domain/monitors/common-settings.ts";
import { LOCATION_HINTS, type LocationHint } from "../../domain/monitors/monitor.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { codeOrNull } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import { secretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { createMonitor } from "../monitors/monitors.ts";
import { writeSettings } from "../monitors/stored-settings.ts";
import { insertStates } from "../schedule/monitor-states.ts";

/** Inserts a team. Its key. */
export async function aTeam(tx: Tx, slug = `team-${randomUUID()}`): Promise<number> {
	const { id } = await tx.db
		.insertInto("teams")
		.values({ public_id: `team_${randomUUID()}`, name: slug, slug, created_at: 0 })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

export interface MonitorFixture {
	readonly name?: string;
	readonly tags?: string[];
	readonly importance?: Importance;
	readonly url?: string;
	readonly intervalSeconds?: number;
	readonly timeoutSeconds?: number;
	readonly isEnabled?: boolean;
	readonly createdAt?: number;
	readonly warningDays?: number;
}

/** Inserts an http monitor, due at once. Its key. */
export async function aMonitor(database: Tx, teamId: number, fixture: MonitorFixture = {}): Promise<number> {
	const createdAt = fixture.createdAt ?? 0;
	const isEnabled = fixture.isEnabled ?? true;
	const intervalSeconds = fixture.intervalSeconds ?? 60;
	const timeoutSeconds = fixture.timeoutSeconds ?? 10;
	const { columns } = writeSettings({
		...COMMON_DEFAULTS,
		name: fixture.name ?? "a monitor",
		tags: fixture.tags ?? [],
		importance: fixture.importance ?? "normal",
		settings: { type: "http", url: fixture.url ?? "http://127.0.0.1/", method: "GET", expectedStatus: 200 },
		intervalSeconds,
		timeoutSeconds,
		sslExpiryWarningDays: fixture.warningDays ?? 30,
	});
	return database.transaction(async (tx) => {
		const { id } = await tx.db
			.insertInto("monitors")
			.values({
				...columns,
				public_id: `mon_${randomUUID()}`,
				team_id: teamId,
				enabled_at: isEnabled ? createdAt : null,
				created_at: createdAt,
				updated_at: createdAt,
				deleted_at: null,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		await insertStates(tx, [{ id, teamId, isEnabled, intervalSeconds, timeoutSeconds, type: "http" }], createdAt);
		return id;
	});
}

export const upObservation: Answered = {
	kind: "answered",
	type: "http",
	status: 200,
	responseTimeMs: 80,
	phases: { ...NO_PHASES, connect: 10, first_byte: 60 },
	failedContentCheckId: null,
	certificate: null,
	address: "127.0.0.1",
};

export const downObservation: Failed = {
	kind: "failed",
	fault: "refused",
	phase: "connect",
	message: "The connection was refused.",
	phases: NO_PHASES,
	certificate: null,
	address: "127.0.0.1",
};

export const missedObservation: NotSeen = {
	kind: "missed",
	cause: "resolver",
	message: "Our resolver does not answer.",
};

/** The outcome of a check of `monitorId` in `minute`, or at `scheduledAt` exactly. */
export function anOutcome(
	monitorId: number,
	minute: number,
	observation: Observation = upObservation,
	fields: { revision?: number; scheduledAt?: number; url?: string } = {},
): JudgedOutcome {
	const scheduledAt = fields.scheduledAt ?? startOfMinute(minute) + 20_000;
	const startedAt = scheduledAt + 30;
	const elapsed = observation.kind === "answered" ? Math.round(observation.responseTimeMs) : 5;
	const outcome: CheckOutcome = {
		order: {
			monitorId,
			teamId: 1,
			scheduledAt,
			revision: fields.revision ?? 1,
			settings: { type: "http", url: fields.url ?? "http://127.0.0.1/", method: "GET", expectedStatus: 200 },
			degradedAfterMs: 5_000,
			contentChecks: [],
			timeoutMs: 10_000,
			nextDueAt: scheduledAt + 60_000,
			wasSlow: false,
			locationId: null,
		},
		observation,
		startedAt,
		completedAt: startedAt + elapsed,
		firstAttemptAt: startedAt,
		attempts: 1,
	};
	return { outcome, judgement: judge(observation, outcome.order) };
}

/** For claims: ten monitors, whether they were slow or not. */
export const TEN_AT_MOST = { total: 10, slow: 10 };

/** Creates a monitor of a job that is due at every full hour, with a grace of five minutes. */
export async function aJob(
	tx: Tx,
	teamId: number,
	fixture: Partial<CronSettings> & { readonly createdAt?: number; readonly isEnabled?: boolean } = {},
): Promise<{ readonly id: number; readonly publicId: string; readonly keyHash: string }> {
	const { createdAt = 0, isEnabled = true, ...settings } = fixture;
	const monitor = await createMonitor(
		tx,
		{
			...COMMON_DEFAULTS,
			teamId,
			isEnabled,
			name: "a job",
			settings: {
				type: "cron",
				schedule: "0 * * * *",
				timeZone: "UTC",
				every: null,
				graceSeconds: 300,
				maxRuntimeSeconds: null,
				...settings,
			},
		},
		createdAt,
		secretBox(new Uint8Array(32).fill(7)),
	);
	return { id: monitor.id, publicId: monitor.publicId, keyHash: monitor.reportKey?.hash ?? "" };
}

/** A location; of the installation unless it has a team. Returns its key. */
export async function aLocation(
	tx: Tx,
	name: string,
	{ teamId = null, hint = null }: { teamId?: number | null; hint?: LocationHint | null } = {},
): Promise<number> {
	const row = await tx.db
		.insertInto("locations")
		.values({
			public_id: newPublicId("loc"),
			team_id: teamId,
			name,
			label: name,
			hint: codeOrNull(LOCATION_HINTS, hint),
			allows_private_targets: 0,
			created_at: 0,
			updated_at: 0,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return row.id;
}

/** Since when the prober of `machine` is cut off; null when it is not, or when that is over. */
export async function openCutOff({ db }: Tx, machine: string): Promise<number | null> {
	const cut = await db
		.selectFrom("cut_offs")
		.select("since")
		.where("machine", "=", machine)
		.where("ended_at", "is", null)
		.executeTakeFirst();
	return cut?.since ?? null;
}
