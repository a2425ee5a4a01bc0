import { expect, test } from "vitest";
import { ALERT_EVENT_STATUSES, NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { NOTICE_CAUSES, NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { FAULTS, MISSED_CAUSES, PHASES } from "../../domain/checks/observation.ts";
import type { Reason } from "../../domain/checks/reason.ts";
import { ANNOUNCEMENT_KINDS, MAINTENANCE_STEPS } from "../../domain/incidents/announcement.ts";
import { IMPACTS, INCIDENT_STATUSES } from "../../domain/incidents/incident.ts";
import { LOCATION_HINTS, MONITOR_TYPES, SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { COMPONENT_STATES } from "../../domain/status-pages/component-state.ts";
import { REASON_CODES, reasonCode, reasonOf } from "./codes.ts";

test("lists whose indexes are stored keep their order", () => {
	expect(VERDICTS).toEqual(["up", "degraded", "down", "missed"]);
	expect(STATUSES).toEqual(["pending", "up", "degraded", "down"]);
	expect(SSL_STATUSES).toEqual(["unknown", "valid", "expiring", "expired", "error"]);
	expect(PHASES).toEqual(["dns", "connect", "tls", "first_byte", "transfer"]);
	expect(MONITOR_TYPES).toEqual(["http", "dns", "tcp", "cron", "flow", "ping", "websocket"]);
	expect(LOCATION_HINTS).toEqual(["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"]);
	expect(NOTICE_EVENTS).toEqual(["down", "degraded", "up", "blind", "checked_again"]);
	expect(NOTICE_CAUSES).toEqual(["check", "certificate", "misses", "cut_off", "flapping", "regional"]);
	expect(NOTICE_KINDS).toEqual(["edge", "again", "reminder", "acknowledgement", "step", "escalation", "update"]);
	expect(ALERT_EVENT_STATUSES).toEqual([
		"sent",
		"skipped_cooldown",
		"skipped_cap",
		"failed",
		"skipped_outdated",
		"skipped_hours",
	]);
	expect(IMPACTS).toEqual(["none", "minor", "major", "critical"]);
	expect(INCIDENT_STATUSES).toEqual(["investigating", "identified", "monitoring", "resolved"]);
	expect(COMPONENT_STATES).toEqual(["operational", "maintenance", "degraded", "partial_outage", "major_outage"]);
	expect(ANNOUNCEMENT_KINDS).toEqual(["incident", "update", "postmortem", "maintenance"]);
	expect(MAINTENANCE_STEPS).toEqual(["scheduled", "in_progress", "completed"]);
});

test("each reason has one code of its own, and is read back from it", () => {
	const codes = Object.values(REASON_CODES);
	expect(new Set(codes).size).toBe(codes.length);
	expect(codes).not.toContain(reasonCode(null));
	for (const reason of [...FAULTS, ...MISSED_CAUSES, "status", "content", "dns_records", "slow", "unknown"] as const) {
		expect(reasonOf(reasonCode(reason))).toBe(reason);
	}
	expect(reasonOf(reasonCode(null))).toBeNull();
});

test("a reason and a code of a newer version are unknown", () => {
	expect(reasonCode("quic_refused" as Reason)).toBe(REASON_CODES.unknown);
	expect(reasonOf(200)).toBe("unknown");
});
