/**
 * Notifications of Uptime Kuma as alerts. A notification becomes one alert for each way in which its monitors are
 * notified (retries, resending, certificates), because those are settings of an alert here.
 */

import { Fields, type FieldTable, nameOr, objectOf } from "../fields.ts";
import type { Draft, Secret } from "../imported.ts";
import { perAlert } from "../limits.ts";
import { CHANNEL_ROWS } from "./channels.ts";
import { idOf, type Kuma, type Row } from "./kuma.ts";
import type { Converted, Notices } from "./monitors.ts";

/** The columns of `notification`, and the members of `config` that all types have. */
export const NOTIFICATION_FIELDS: FieldTable = {
	id: { becomes: "Finds what names it" },
	user_id: { becomes: "—", isOwn: true },
	name: { becomes: "`name`, with the number of failing checks where there are several" },
	active: { becomes: "`isEnabled`" },
	is_default: { becomes: "Listed", instead: "Cover monitors by tags or types, or set monitorIds: null for all." },
	config: { becomes: "`channel`: the fields of each type are below" },
};
/** Beside the columns, members of `config` of every type. */
export const CONFIG_FIELDS: FieldTable = {
	name: { becomes: "—: the column `name`", isOwn: true },
	type: { becomes: "`channel.type`; a notification of a type that is not below is listed" },
	isDefault: { becomes: "—: the column `is_default`", isOwn: true },
	applyExisting: { becomes: "—", isOwn: true },
	id: { becomes: "—", isOwn: true },
	userId: { becomes: "—", isOwn: true },
	active: { becomes: "—: the column `active`", isOwn: true },
};

export function convertAlerts(draft: Draft, kuma: Kuma, monitors: Converted): void {
	const links = Map.groupBy(kuma.monitor_notification, (link) => idOf(link["notification_id"]));
	for (const row of kuma.notification) convertOne(draft, links.get(idOf(row["id"])) ?? [], monitors, row);
}

function convertOne(draft: Draft, links: readonly Row[], monitors: Converted, row: Row): void {
	const name = nameOr(typeof row["name"] === "string" ? row["name"] : null, `Notification ${idOf(row["id"])}`);
	const fields = new Fields(draft, `notification "${name}"`, row);
	for (const field of ["id", "name"]) fields.get(field);
	const config = objectOf(fields.json("config"));
	const type = String(config["type"] ?? "");
	const isActive = fields.flag("active");
	if (fields.flag("is_default")) {
		fields.note(
			"is_default",
			"New monitors were notified by it; here it covers the monitors that it names.",
			NOTIFICATION_FIELDS["is_default"]?.instead ?? "",
		);
	}
	fields.done(NOTIFICATION_FIELDS);
	const channelRow = Object.hasOwn(CHANNEL_ROWS, type) ? CHANNEL_ROWS[type] : undefined;
	if (channelRow === undefined) {
		const instead = "Send it through the channel http, whose body you write, or through Apprise.";
		fields.note("type", `There is no channel ${type}: the notification is not carried.`, instead);
		return;
	}
	const inside = new Fields(draft, `notification "${name}"`, config);
	inside.get("type");
	// Of several alerts with one channel, the secret is one.
	const known = new Map<string, Secret>();
	const secret = (field: string) => {
		const made = known.get(field) ?? draft.secret(secretText(inside, field), name, field);
		known.set(field, made);
		return made;
	};
	const converted = channelRow.convert(inside, secret);
	inside.done({ ...CONFIG_FIELDS, ...channelRow.fields }, type);
	if (converted === null) return;
	const { isEnabled = isActive, ...channel } = converted;
	for (const { notices, keys } of groupsOf(links, monitors)) {
		const named = notices.failureThreshold > 1 ? `${name} (after ${notices.failureThreshold} failing checks)` : name;
		const { failureThreshold, reminderMinutes } = notices;
		draft.add("alerts", {
			key: draft.key("alerts", named),
			name: nameOr(named, name),
			monitorIds: keys,
			events: ["down", "up", ...(notices.tellsCertificate ? ["certificate"] : [])],
			cooldownMinutes: 0,
			dailyCap: 1_000,
			groupsByCause: false,
			...(failureThreshold > 1 && { failureThreshold }),
			...(reminderMinutes !== null && { reminderMinutes }),
			...(isEnabled !== true && { isEnabled: false }),
			channel,
		});
	}
}

/** Headers are JSON there and lines here; every other secret is as it is. */
function secretText(fields: Fields, field: string): string {
	if (field !== "webhookAdditionalHeaders") return fields.text(field) ?? "";
	return Object.entries(objectOf(fields.json(field)))
		.map(([name, value]) => `${name}: ${String(value)}`)
		.join("\n");
}

/** The monitors of a notification, by how they are notified; without monitors, one alert for none. */
function groupsOf(links: readonly Row[], { keys, noticesOf }: Converted) {
	const groups = new Map<string, { readonly notices: Notices; readonly keys: string[] }>();
	for (const link of links) {
		const monitor = idOf(link["monitor_id"]);
		const notices = noticesOf.get(monitor);
		// A group has no state here, and a monitor that was not carried is listed by itself.
		if (notices === undefined) continue;
		const name = JSON.stringify(notices);
		const group = groups.get(name) ?? { notices, keys: [] };
		groups.set(name, group);
		group.keys.push(...(keys.get(monitor) ?? []));
	}
	if (groups.size === 0) {
		return [{ notices: { failureThreshold: 1, reminderMinutes: null, tellsCertificate: true }, keys: [] }];
	}
	return [...groups.values()].flatMap(({ notices, keys: all }) =>
		perAlert(all).map((some) => ({ notices, keys: some })),
	);
}
