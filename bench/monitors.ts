/**
 * Monitors by the hundred thousand, as the API would have made them within one interval, so that the load is even from
 * the start.
 */

import { sql } from "kysely";
import { certificateFacts, NO_CERTIFICATE } from "../packages/server/src/domain/monitors/certificate.ts";
import { COMMON_DEFAULTS } from "../packages/server/src/domain/monitors/common-settings.ts";
import { SSL_STATUSES, STATUSES } from "../packages/server/src/domain/monitors/monitor.ts";
import { SocketProber } from "../packages/server/src/probe/check.ts";
import { codeOf } from "../packages/server/src/storage/database/codes.ts";
import { newPublicId } from "../packages/server/src/storage/database/public-ids.ts";
import type { Tx } from "../packages/server/src/storage/database/tx.ts";
import { writeSettings } from "../packages/server/src/storage/monitors/stored-settings.ts";
import { insertStates } from "../packages/server/src/storage/schedule/monitor-states.ts";
import { spreadPhases } from "../packages/server/src/storage/testing/even-phases.ts";

export interface BenchMonitors {
	readonly now: number;
	readonly intervalMs: number;
	url(index: number): string;
}

const CHUNK = 1_000;

export async function addMonitors(database: Tx, count: number, { now, intervalMs, url }: BenchMonitors): Promise<void> {
	const timing = { intervalSeconds: intervalMs / 1_000, timeoutSeconds: 10 };
	for (let first = 0; first < count; first += CHUNK) {
		await database.transaction(async (tx) => {
			for (let index = first; index < Math.min(count, first + CHUNK); index += 1) {
				const { id } = await tx.db
					.insertInto("monitors")
					.values({
						...writeSettings({
							...COMMON_DEFAULTS,
							...timing,
							name: `Monitor ${index}`,
							settings: { type: "http", url: url(index), method: "GET", expectedStatus: 200 },
							sslExpiryWarningDays: WARNING_DAYS,
						}).columns,
						public_id: newPublicId("mon"),
						team_id: 1,
						enabled_at: now,
						created_at: now,
						updated_at: now,
						deleted_at: null,
					})
					.returning("id")
					.executeTakeFirstOrThrow();
				const due = now + Math.floor((index / count) * intervalMs);
				await insertStates(tx, [{ id, teamId: 1, isEnabled: true, type: "http", ...timing }], due);
			}
		});
	}
}

export type SeenCertificate = typeof NO_CERTIFICATE;

const WARNING_DAYS = 7;

/** What a check of `url` says about its certificate. */
export async function seenCertificate(url: string): Promise<SeenCertificate> {
	const prober = new SocketProber({ allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/bench" });
	const settings = { type: "http", url, method: "GET", expectedStatus: 200 } as const;
	const now = Date.now();
	const outcome = await prober.run(
		{
			monitorId: 1,
			teamId: 1,
			scheduledAt: now,
			revision: 1,
			settings,
			degradedAfterMs: 5_000,
			contentChecks: [],
			timeoutMs: 10_000,
			nextDueAt: now + 60_000,
			wasSlow: false,
			locationId: null,
		},
		new AbortController().signal,
	);
	await prober.close();
	if (outcome?.observation.kind !== "answered") throw new Error(`${url} does not answer`);
	return certificateFacts(NO_CERTIFICATE, settings, outcome.observation, WARNING_DAYS, now);
}

/**
 * Leaves all monitors as days of checks do: up since long, the next slot of their grid ahead, and the certificates of
 * https monitors known.
 */
export async function settle(
	database: Tx,
	{ firstDueAt, certificate }: { readonly firstDueAt: number; readonly certificate: SeenCertificate },
): Promise<void> {
	await spreadPhases(database);
	const slot = sql`${firstDueAt} + (phase_ms - cast(${firstDueAt} as bigint) % interval_ms + interval_ms) % interval_ms`;
	const before = firstDueAt - 60_000;
	await sql`
		update monitor_states set due_at = ${slot}, slot_at = ${slot}, claimed = 0, status = ${codeOf(STATUSES, "up")},
			status_since = ${before - 86_400_000}, last_minute = (${slot}) / 60000 - 1, last_checked_at = ${before},
			last_up_at = ${before}, ssl_status = ${codeOf(SSL_STATUSES, "unknown")}`.execute(database.db);
	await sql`
		update monitor_states set ssl_status = ${codeOf(SSL_STATUSES, certificate.status)},
			ssl_expires_at = ${certificate.expiresAt}, ssl_issuer = ${certificate.issuer},
			ssl_fingerprint = ${certificate.fingerprint}, ssl_last_checked_at = ${before}
		where monitor_id in (select id from monitors where target like 'https:%')`.execute(database.db);
}
