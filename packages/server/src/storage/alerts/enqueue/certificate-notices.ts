/** Notices of certificates that come closer to their end: one for each certificate and step. */

import { sql } from "kysely";
import { certificateStep, certificateStepChanged } from "../../../domain/alerts/due-by-check.ts";
import { BARE_FACTS, type CertificateWarning, type NoticeFacts } from "../../../domain/alerts/notice.ts";
import type { JudgedCheck, RecordedCheck } from "../../../domain/checks/transition.ts";
import type { Tx } from "../../database/tx.ts";
import type { Listener } from "./listeners.ts";
import type { NewNotice } from "./write-notices.ts";

/** Each step of each certificate is enqueued once, whichever of several certificates a target shows. */
export async function dueByCertificates(
	tx: Tx,
	checks: readonly RecordedCheck[],
	listeners: ReadonlyMap<number, readonly Listener[]>,
	now: number,
): Promise<NewNotice[]> {
	const steps = checks.filter(certificateStepChanged).flatMap(({ monitorId, after, check }) => {
		const first = listeners.get(monitorId)?.find(({ endsOnly }) => !endsOnly);
		const { expiresAt, issuer, fingerprint } = after.certificate;
		const withinDays = first ? certificateStep(after.certificate, first.warningDays, check.completedAt) : null;
		if (expiresAt === null || fingerprint === null || withinDays === null) return [];
		return [{ monitorId, check, warning: { expiresAt, issuer, fingerprint, withinDays } }];
	});
	if (steps.length === 0) return [];
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", fingerprint: "text", within_days: "integer", created_at: "integer" },
		steps.map(({ monitorId, warning }) => ({
			monitor_id: monitorId,
			fingerprint: warning.fingerprint,
			within_days: warning.withinDays,
			created_at: now,
		})),
	);
	const columns = sql`monitor_id, fingerprint, within_days, created_at`;
	const { rows: first } = await sql<{ monitor_id: number; fingerprint: string }>`
		insert into certificate_warnings (${columns}) select ${columns} from ${rows} as r where true
		on conflict do nothing returning monitor_id, fingerprint`.execute(tx.db);
	const fresh = new Set(first.map((row) => `${row.monitor_id}:${row.fingerprint}`));
	return steps
		.filter(({ monitorId, warning }) => fresh.delete(`${monitorId}:${warning.fingerprint}`))
		.flatMap(({ monitorId, check, warning }) =>
			(listeners.get(monitorId) ?? [])
				.filter(({ rules, endsOnly }) => !endsOnly && rules.events.includes("certificate"))
				.map((listener) => ({
					listener,
					cause: "certificate" as const,
					due: { event: "degraded" as const, outage: null },
					facts: factsOfCertificate(warning, check),
				})),
		);
}

function factsOfCertificate(warning: CertificateWarning, { completedAt, location, machine }: JudgedCheck): NoticeFacts {
	return {
		...BARE_FACTS,
		since: null,
		checkedAt: completedAt,
		location: location ?? null,
		machine: machine ?? null,
		certificate: warning,
	};
}
