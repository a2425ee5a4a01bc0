/** Tables of monitors as their owners set them up (../../migrations/0002-monitors.ts). */

import type { Generated } from "kysely";
import type { ContentCheckType, LocationHint, Method, MonitorType } from "../../../domain/monitors/monitor.ts";
import type { Flag } from "./flag.ts";

export interface MonitorTable {
	id: Generated<number>;
	/** `mon_…` */
	public_id: string;
	team_id: number;
	type: MonitorType;
	name: string;
	/** The url of an http monitor. */
	target: string;
	method: Method;
	expected_status: number;
	interval_seconds: number;
	degraded_after_ms: number;
	timeout_seconds: number;
	location_hint: LocationHint;
	ssl_monitoring_enabled: Flag;
	ssl_expiry_warning_days: number;
	/** Null while paused. */
	enabled_at: number | null;
	created_at: number;
	updated_at: number;
	/** Once this is set, no reader returns the monitor; its history is pruned afterwards, in slices. */
	deleted_at: number | null;
}

export interface ContentCheckTable {
	id: Generated<number>;
	/** `chk_…` */
	public_id: string;
	monitor_id: number;
	type: ContentCheckType;
	value: string;
	case_sensitive: Flag;
	is_enabled: Flag;
	created_at: number;
	updated_at: number;
}
