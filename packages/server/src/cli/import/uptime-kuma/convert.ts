/** Uptime Kuma's configuration as ours. Pure: what was read of a database or a backup goes in. */

import { Draft, type Imported } from "../imported.ts";
import { convertAlerts } from "./alerts.ts";
import type { Kuma } from "./kuma.ts";
import { convertMaintenance } from "./maintenance.ts";
import { type Converted, convertMonitors } from "./monitors.ts";
import { convertStatusPages } from "./status-pages.ts";

/** Days before the end of a certificate at which Kuma notifies, unless its settings say otherwise; the first counts. */
const TLS_EXPIRY_DAYS = 21;

export function convertKuma(kuma: Kuma): Imported & { readonly monitors: Converted } {
	// Kuma writes all others as headers, and axios drops the header Authorization where the address has a user.
	const draft = new Draft("KUMA", ["auth", "header"]);
	const monitors = convertMonitors(draft, kuma, tlsExpiryDays(draft, kuma));
	convertAlerts(draft, kuma, monitors);
	const pageKeys = convertStatusPages(draft, kuma, monitors);
	convertMaintenance(draft, kuma, monitors, { pageKeys, serverZone: settingOf(kuma, "serverTimezone") });
	return { ...draft.imported(), monitors };
}

function tlsExpiryDays(draft: Draft, kuma: Kuma): number {
	const text = settingOf(kuma, "tlsExpiryNotifyDays");
	const days = (text?.match(/\d+/g) ?? []).map(Number).filter((each) => each >= 1 && each <= 365);
	if (days.length > 1) {
		draft.note(
			"settings",
			"tlsExpiryNotifyDays",
			`A certificate is notified of once, ${Math.max(...days)} days before its end, not at ${days.join(", ")}.`,
			"",
		);
	}
	return days.length === 0 ? TLS_EXPIRY_DAYS : Math.max(...days);
}

/** Settings are JSON in a text. */
function settingOf(kuma: Kuma, key: string): string | null {
	const value = kuma.setting.find((row) => row["key"] === key)?.["value"];
	return typeof value === "string" && value !== "" ? value.replace(/^"(.*)"$/s, "$1") : null;
}
