/** Tables of monitors of jobs (../../migrations/0012-heartbeats.ts). */

import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

/** What a monitor of type cron expects; one row each. */
export interface HeartbeatTable {
	monitor_id: number;
	/** SHA-256 of the key in the ping address, lower-case hex. */
	key_hash: string;
	/** The key itself, encrypted for `key_hash`: the address is shown again. */
	sealed_key: string;
	/** Since when runs are expected under the present schedule; null while paused. */
	begun_at: number | null;
	/** HeartbeatState (../../../domain/heartbeats/runs.ts) as JSON; null: to begin at `begun_at`. */
	state: string | null;
	/** When something is decided without a ping; null: never. */
	wake_at: number | null;
	/** Pings since the older ones were last deleted, and those that were left then. */
	pings_kept: number;
}

export interface PingTable {
	/** In the order of their arrival at one process. */
	id: Generated<number>;
	/** `png_…` */
	public_id: string;
	monitor_id: number;
	/** Index into PING_KINDS. */
	kind: number;
	exit_code: number | null;
	rid: string | null;
	received_at: number;
	/** Of the run that it ended, once that is known. */
	duration_ms: number | null;
	address: string;
	user_agent: string | null;
	/** Bytes of the body, before it was cut. */
	size: number;
	/** 1 until it was evaluated. */
	is_new: Flag;
}

export interface PingBodyTable {
	ping_id: number;
	body: Uint8Array;
}

/** One row: when pings could last be stored. */
export interface PingBeatTable {
	id: number;
	beat_at: number;
}

/** Times in which they could not. */
export interface ListeningOutageTable {
	since: number;
	until: number;
}
