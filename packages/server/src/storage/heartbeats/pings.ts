/** Pings: stored many at once before they are answered, and read back newest first. */

import { sql } from "kysely";
import { PING_KINDS, PINGS_KEPT, type Ping, type PingKind } from "../../domain/heartbeats/ping.ts";
import type { Seek } from "../../domain/seek.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";
import { writeEvaluated } from "./evaluation.ts";

/** A ping as it came. */
export interface ReceivedPing extends Ping {
	readonly userAgent: string | null;
	/** At most MAX_PING_BODY_BYTES. */
	readonly body: Uint8Array;
	/** Bytes of the body before it was cut. */
	readonly size: number;
}

/** The monitors with these hashes of ping keys, by hash. Deleted monitors are missing. */
export async function monitorsOfKeys(tx: Tx, keyHashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
	const hashes = tx.dialect.rows(
		{ hash: "text" },
		keyHashes.map((hash) => ({ hash })),
	);
	const { rows } = await sql<{ key_hash: string; monitor_id: number }>`
		select h.key_hash, h.monitor_id from ${hashes} as r
		join heartbeats as h on h.key_hash = r.hash
		join monitors as m on m.id = h.monitor_id and m.deleted_at is null`.execute(tx.db);
	return new Map(rows.map((row) => [row.key_hash, row.monitor_id]));
}

const COLUMNS = {
	public_id: "text",
	monitor_id: "integer",
	kind: "integer",
	exit_code: "integer",
	rid: "text",
	received_at: "integer",
	address: "text",
	user_agent: "text",
	size: "integer",
	is_new: "integer",
	place: "integer",
} as const;
const NAMES = sql.raw(
	Object.keys(COLUMNS)
		.filter((name) => name !== "place")
		.join(", "),
);

/** Stores pings, in their order. They are durable after the commit. */
export async function insertPings(
	tx: Tx,
	pings: readonly (ReceivedPing & { readonly monitorId: number })[],
): Promise<void> {
	const named = pings.map((ping) => ({ ping, publicId: newPublicId("png") }));
	const rows = tx.dialect.rows(
		COLUMNS,
		named.map(({ ping, publicId }, place) => ({
			public_id: publicId,
			monitor_id: ping.monitorId,
			kind: codeOf(PING_KINDS, ping.kind),
			exit_code: ping.exitCode,
			rid: ping.rid,
			received_at: ping.at,
			address: ping.address,
			user_agent: ping.userAgent,
			size: ping.size,
			is_new: 1,
			place,
		})),
	);
	const { rows: inserted } = await sql<{ id: number; public_id: string }>`
		insert into pings (${NAMES}) select ${NAMES} from ${rows} as r order by place
		returning id, public_id`.execute(tx.db);
	const ids = new Map(inserted.map(({ id, public_id }) => [public_id, id]));
	for (const { ping, publicId } of named) {
		const id = ids.get(publicId);
		if (ping.body.length === 0 || id === undefined) continue;
		await tx.db.insertInto("ping_bodies").values({ ping_id: id, body: ping.body }).execute();
	}
}

/** Stores pings that are evaluated already, those of a generated history. */
export function insertEvaluatedPings(
	database: Tx,
	monitorId: number,
	pings: readonly (ReceivedPing & { readonly durationMs: number | null })[],
): Promise<void> {
	return database.transaction(async (tx) => {
		await insertPings(
			tx,
			pings.map((ping) => ({ ...ping, monitorId })),
		);
		const stored = await tx.db
			.selectFrom("pings")
			.select("id")
			.where("monitor_id", "=", monitorId)
			.orderBy("id")
			.execute();
		const evaluated = stored.map(({ id }, index) => ({ id, durationMs: pings[index]?.durationMs ?? null }));
		await writeEvaluated(tx, [{ monitorId, state: null, wakeAt: null, pingsKept: 0, pings: evaluated }]);
	});
}

// --- Reading ---------------------------------------------------------------------------------------------------------

/** A ping as its monitor's owner sees it. */
export interface StoredPing {
	readonly id: number;
	/** `png_…` */
	readonly publicId: string;
	readonly kind: PingKind;
	readonly exitCode: number | null;
	readonly rid: string | null;
	readonly receivedAt: number;
	readonly durationMs: number | null;
	readonly address: string;
	readonly userAgent: string | null;
	readonly size: number;
}

interface PingRow {
	readonly id: number;
	readonly public_id: string;
	readonly kind: number;
	readonly exit_code: number | null;
	readonly rid: string | null;
	readonly received_at: number;
	readonly duration_ms: number | null;
	readonly address: string;
	readonly user_agent: string | null;
	readonly size: number;
}

/** The kept pings of a monitor; a few more may be stored until they are deleted. */
const keptOf = (monitorId: number) => sql`(
	select * from pings where monitor_id = ${monitorId} order by id desc limit ${PINGS_KEPT}) as p`;

/** A page of the pings of a monitor, newest first. */
export async function pageOfPings(
	tx: Tx,
	monitorId: number,
	{ limit, direction, from }: Seek<number>,
): Promise<StoredPing[]> {
	const isForward = direction === "forward";
	const beyond = from === null ? sql`` : isForward ? sql`where id < ${from}` : sql`where id > ${from}`;
	const { rows } = await sql<PingRow>`
		select id, public_id, kind, exit_code, rid, received_at, duration_ms, address, user_agent, size
		from ${keptOf(monitorId)} ${beyond} order by id ${isForward ? sql`desc` : sql`asc`} limit ${limit}`.execute(tx.db);
	const pings = rows.map(
		(row): StoredPing => ({
			id: row.id,
			publicId: row.public_id,
			kind: labelOf(PING_KINDS, row.kind),
			exitCode: row.exit_code,
			rid: row.rid,
			receivedAt: row.received_at,
			durationMs: row.duration_ms,
			address: row.address,
			userAgent: row.user_agent,
			size: row.size,
		}),
	);
	return isForward ? pings : pings.reverse();
}

/** The body of a ping, empty when it had none; null when the monitor has no such ping. */
export async function bodyOfPing(tx: Tx, monitorId: number, publicId: string): Promise<Uint8Array | null> {
	const { rows } = await sql<{ body: Uint8Array | null }>`
		select b.body from ${keptOf(monitorId)} left join ping_bodies as b on b.ping_id = p.id
		where p.public_id = ${publicId}`.execute(tx.db);
	const [row] = rows;
	return row === undefined ? null : (row.body ?? new Uint8Array());
}
