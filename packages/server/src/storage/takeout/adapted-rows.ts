/** What is another thing where a takeout is imported: claims, secrets, people, and what waits for its owner. */

import { randomBytes } from "node:crypto";
import type { EscalationFacts } from "../../domain/alerts/escalation.ts";
import type { Handler } from "../../domain/on-call/handling.ts";
import type { Layer } from "../../domain/on-call/schedule.ts";
import { latestSlot, nextSlot } from "../../domain/schedule/schedule.ts";
import type { Row } from "../database/moving/moved-tables.ts";
import type { SecretBox } from "../database/secret-box.ts";
import { newReportKey } from "../jobs/report-keys.ts";
import { PROOF_BYTES, unprovenDomain } from "../status-pages/domains.ts";
import { WITHHELD_MARK } from "./write-takeout.ts";

export type Values = Record<string, Row[string]>;

interface Adapting {
	readonly now: number;
	readonly box: SecretBox;
	/** Notes what is not as it was. */
	note(note: string): void;
}

/** The row as it is written; null: it stays behind. */
export function adaptedRow(table: string, row: Values, { now, box, note }: Adapting): Values | null {
	switch (table) {
		case "monitors":
			if (row["encrypted"] !== WITHHELD_MARK) return row;
			note(`monitor ${row["name"]}: enter its secrets again; its checks are missed until then`);
			return { ...row, encrypted: "" };
		case "monitor_states": {
			if (row["slot_at"] === null) return { ...row, claimed: 0, held_by: null, due_at: null };
			// What was not checked meanwhile was not ours to check.
			const grid = { intervalMs: Number(row["interval_ms"]), phaseMs: Number(row["phase_ms"]) };
			const slot = Math.max(Number(row["slot_at"]), nextSlot(grid, latestSlot(grid, now)));
			return { ...row, claimed: 0, held_by: null, slot_at: slot, due_at: slot };
		}
		case "jobs": {
			const { hash, encrypted } = newReportKey(box);
			note("a job has a new ping address, and is expected from now on");
			const begun = row["begun_at"] === null ? null : now;
			return { ...row, key_hash: hash, encrypted_key: encrypted, begun_at: begun, state: null, wake_at: begun };
		}
		case "alerts":
			return adaptedAlert(row, now, note);
		case "status_pages":
			if (row["password_hash"] !== null) note(`status page ${row["name"]}: set its password again`);
			return { ...row, password_hash: null };
		case "status_page_slugs":
			return row["status_page_id"] === null ? null : row;
		case "status_page_domains": {
			note(`the domain ${row["domain"]} has a new TXT record: it leads to its page once that is there`);
			const proof = randomBytes(PROOF_BYTES).toString("base64url");
			return { ...row, ...unprovenDomain(now), proof };
		}
		case "schedules": {
			note(`schedule ${row["name"]} has nobody: choose its people`);
			const layers = (JSON.parse(String(row["layers"])) as Layer[]).map((layer) => ({ ...layer, people: [] }));
			return { ...row, layers: JSON.stringify(layers), calendar_hash: null, calendar_made_at: null };
		}
		case "handled_causes":
			return { ...row, acknowledged_by: unnamed(row["acknowledged_by"]), snoozed_by: unnamed(row["snoozed_by"]) };
		case "alert_events": {
			if (row["escalation"] === null) return row;
			const facts = JSON.parse(String(row["escalation"])) as EscalationFacts;
			return { ...row, escalation: JSON.stringify({ ...facts, onCall: null } satisfies EscalationFacts) };
		}
		case "config_objects":
			// Digests are keyed by the installation: the next apply writes its own.
			return { ...row, body_digest: "", secret_digests: "{}", held_digest: "" };
		default:
			return row;
	}
}

function adaptedAlert(row: Values, now: number, note: Adapting["note"]): Values {
	const away = { encrypted: null, user_channel_id: null, leased_until: 0, held_by: null };
	// A route to a person stays for what was sent to them.
	if (String(row["route"]).startsWith("user:")) return { ...row, ...away, is_enabled: 0, deleted_at: now };
	if (row["escalates"] !== null || row["deleted_at"] !== null) return { ...row, ...away };
	note(`alert ${row["name"]} is off: enter the secrets of its channels, and turn it on`);
	return { ...row, ...away, is_enabled: 0 };
}

/** A handler who was a person is nobody that is known here. */
function unnamed(by: Row[string] | undefined): string | null {
	if (by === null || by === undefined) return null;
	const { kind, name } = JSON.parse(String(by)) as Handler;
	return JSON.stringify({ kind, id: null, name: kind === "user" ? null : name } satisfies Handler);
}
