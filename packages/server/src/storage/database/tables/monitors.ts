/** Tables of monitors as their owners set them up (../../migrations/0002-monitors.ts, 0010-requests.ts). */

import type { Generated } from "kysely";
import type { ContentCheckType, LocationHint, MonitorType, Operator } from "../../../domain/monitors/monitor.ts";
import type { Flag } from "./flag.ts";

export interface MonitorTable {
	id: Generated<number>;
	/** `mon_…` */
	public_id: string;
	team_id: number;
	type: MonitorType;
	name: string;
	/** What is watched, as lists and reports name it; worked out from the settings. */
	target: string;
	/** JSON list of strings, lower-case, each once. */
	tags: string;
	/** The type's own settings, JSON: validated by its row in domain/monitors/types.ts before it is written. */
	settings: string;
	/** The secrets among the settings (../secret-box.ts); null when there are none, and once it is deleted. */
	sealed: Generated<string | null>;
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
	/** How a value is compared; null for checks of the body's text. */
	operator: Generated<Operator | null>;
	/** JSON: what the value is compared with. */
	expected: Generated<string | null>;
	case_sensitive: Flag;
	is_enabled: Flag;
	created_at: number;
	updated_at: number;
}
