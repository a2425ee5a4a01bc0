/** Reports: stored many at once before they are answered, and read back newest first. */

import { sql } from "kysely";
import { type JobReport, REPORT_KINDS, REPORTS_KEPT, type ReportKind } from "../../domain/jobs/job-report.ts";
import type { Seek } from "../../domain/seek.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import { writeEvaluated } from "./evaluation.ts";

/** A report as it came. */
export interface ReceivedReport extends JobReport {
	readonly userAgent: string | null;
	/** At most MAX_PING_BODY_BYTES. */
	readonly body: Uint8Array;
	/** Bytes of the body before it was cut. */
	readonly size: number;
}

/** The monitors with these hashes of report keys, by hash. Deleted monitors are missing. */
export async function monitorsOfKeys(tx: Tx, keyHashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
	const hashes = tx.dialect.rows(
		{ hash: "text" },
		keyHashes.map((hash) => ({ hash })),
	);
	const { rows } = await sql<{ key_hash: string; monitor_id: number }>`
		select j.key_hash, j.monitor_id from ${hashes} as r
		join jobs as j on j.key_hash = r.hash
		join monitors as m on m.id = j.monitor_id and m.deleted_at is null
		union all
		select a.hash, a.monitor_id from ${hashes} as r
		join imported_addresses as a on a.hash = r.hash
		join monitors as m on m.id = a.monitor_id and m.deleted_at is null`.execute(tx.db);
	return new Map(rows.map((row) => [row.key_hash, row.monitor_id]));
}

const COLUMNS = {
	...typesOf(
		"job_reports",
		["public_id", "monitor_id", "kind", "exit_code", "rid"],
		["received_at", "address", "user_agent", "size"],
	),
	is_new: "integer",
	place: "integer",
} as const;
const NAMES = sql.raw(
	Object.keys(COLUMNS)
		.filter((name) => name !== "place")
		.join(", "),
);

/** Stores reports, in their order. They are durable after the commit. */
export async function insertJobReports(
	tx: Tx,
	reports: readonly (ReceivedReport & { readonly monitorId: number })[],
): Promise<void> {
	const named = reports.map((report) => ({ report, publicId: newPublicId("png") }));
	const rows = tx.dialect.rows(
		COLUMNS,
		named.map(({ report, publicId }, place) => ({
			public_id: publicId,
			monitor_id: report.monitorId,
			kind: codeOf(REPORT_KINDS, report.kind),
			exit_code: report.exitCode,
			rid: report.rid,
			received_at: report.at,
			address: report.address,
			user_agent: report.userAgent,
			size: report.size,
			is_new: 1,
			place,
		})),
	);
	const { rows: inserted } = await sql<{ id: number; public_id: string }>`
		insert into job_reports (${NAMES}) select ${NAMES} from ${rows} as r order by place
		returning id, public_id`.execute(tx.db);
	const ids = new Map(inserted.map(({ id, public_id }) => [public_id, id]));
	for (const { report, publicId } of named) {
		const id = ids.get(publicId);
		if (report.body.length === 0 || id === undefined) continue;
		await tx.db.insertInto("job_report_bodies").values({ report_id: id, body: report.body }).execute();
	}
}

/** Stores reports that are evaluated already, those of a generated history. */
export function insertEvaluatedReports(
	database: Tx,
	monitorId: number,
	reports: readonly (ReceivedReport & { readonly durationMs: number | null })[],
): Promise<void> {
	return database.transaction(async (tx) => {
		await insertJobReports(
			tx,
			reports.map((report) => ({ ...report, monitorId })),
		);
		const stored = await tx.db
			.selectFrom("job_reports")
			.select("id")
			.where("monitor_id", "=", monitorId)
			.orderBy("id")
			.execute();
		const evaluated = stored.map(({ id }, index) => ({ id, durationMs: reports[index]?.durationMs ?? null }));
		await writeEvaluated(tx, [{ monitorId, state: null, wakeAt: null, reportsKept: 0, reports: evaluated }]);
	});
}

// --- Reading ---------------------------------------------------------------------------------------------------------

/** A report as its monitor's owner sees it. */
export interface StoredReport {
	readonly id: number;
	/** `png_…` */
	readonly publicId: string;
	readonly kind: ReportKind;
	readonly exitCode: number | null;
	readonly rid: string | null;
	readonly receivedAt: number;
	readonly durationMs: number | null;
	readonly address: string;
	readonly userAgent: string | null;
	readonly size: number;
}

/** The kept reports of a monitor; a few more may be stored until they are deleted. */
const keptOf = (monitorId: number) => sql`(
	select * from job_reports where monitor_id = ${monitorId} order by id desc limit ${REPORTS_KEPT}) as p`;

/** A page of the reports of a monitor, newest first. */
export async function pageOfReports(
	tx: Tx,
	monitorId: number,
	{ limit, direction, from }: Seek<number>,
): Promise<StoredReport[]> {
	const isForward = direction === "forward";
	const beyond = from === null ? sql`` : isForward ? sql`where id < ${from}` : sql`where id > ${from}`;
	const { rows } = await sql<Row<"job_reports">>`
		select * from ${keptOf(monitorId)} ${beyond} order by id ${isForward ? sql`desc` : sql`asc`} limit ${limit}`.execute(
		tx.db,
	);
	const reports = rows.map(
		(row): StoredReport => ({
			id: row.id,
			publicId: row.public_id,
			kind: labelOf(REPORT_KINDS, row.kind),
			exitCode: row.exit_code,
			rid: row.rid,
			receivedAt: row.received_at,
			durationMs: row.duration_ms,
			address: row.address,
			userAgent: row.user_agent,
			size: row.size,
		}),
	);
	return isForward ? reports : reports.reverse();
}

/** The body of a report, empty when it had none; null when the monitor has no such report. */
export async function bodyOfReport(tx: Tx, monitorId: number, publicId: string): Promise<Uint8Array | null> {
	const { rows } = await sql<{ body: Uint8Array | null }>`
		select b.body from ${keptOf(monitorId)} left join job_report_bodies as b on b.report_id = p.id
		where p.public_id = ${publicId}`.execute(tx.db);
	const [row] = rows;
	return row === undefined ? null : (row.body ?? new Uint8Array());
}
