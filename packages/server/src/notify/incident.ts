/** What incident services share: an incident of an outage is opened under a key and closed under the same. */

import type { Message } from "../domain/alerts/notice.ts";

/**
 * Identifies the outage, so that `degraded`, `down` and reminders go to one incident and `up` closes it. At most 255
 * characters.
 */
export function incidentKey(message: Message): string {
	const [notice] = message.notices;
	if (notice === undefined) return `${message.alert.id}/test`;
	if (notice.cause === "cut_off") return `${message.alert.id}/cut-off/${notice.since}`;
	const ofCheck = notice.cause === "misses" ? `blind/${notice.since}` : notice.since;
	const what = notice.certificate === null ? ofCheck : `certificate/${notice.certificate.fingerprint.slice(0, 16)}`;
	return `${message.alert.id}/${notice.monitor.id}/${what}`;
}

/**
 * Identifies what later messages go on about: the cause, of an alert that groups by it; else the outage, of one notice
 * alone; null for several that have nothing in common.
 */
export function conversationKey(message: Message): string | null {
	const { alert, cause, notices } = message;
	if (alert.groupsByCause && cause !== undefined) return `${alert.id}/${cause.id}`;
	return notices.length === 1 ? incidentKey(message) : null;
}

/** What the incident is about: the monitor, or the prober that is cut off. */
export function subjectOf({ alert, notices: [notice] }: Message): { readonly name: string; readonly target: string } {
	if (notice === undefined) return { name: alert.name, target: "Lapwing" };
	return notice.cause === "cut_off" ? { name: "Lapwing", target: notice.machine ?? "Lapwing" } : notice.monitor;
}
