/** The main pages of the dashboard: the menu, the palette, the `g` keys and their list follow from this table. */

import type { LinkProps } from "@tanstack/react-router";
import type { Scope } from "../api/people/session.ts";

interface Place {
	readonly label: string;
	readonly to: NonNullable<LinkProps["to"]>;
	/** Pressed after `g`. */
	readonly key: string;
	/** Shown to those who have it. */
	readonly scope?: Scope;
}

const PLACES: readonly Place[] = [
	{ label: "Monitors", to: "/", key: "m", scope: "monitors:read" },
	{ label: "Incidents", to: "/incidents", key: "i", scope: "incidents:read" },
	{ label: "Maintenance", to: "/maintenance", key: "w", scope: "maintenance:read" },
	{ label: "Alerts", to: "/alerts", key: "a", scope: "alerts:read" },
	{ label: "On call", to: "/on-call", key: "o", scope: "schedules:read" },
	{ label: "Status pages", to: "/status-pages", key: "p", scope: "status-pages:read" },
	{ label: "Reports", to: "/reports", key: "r", scope: "reports:read" },
	{ label: "Probers", to: "/probers", key: "b", scope: "probers:read" },
	{ label: "Settings", to: "/settings", key: "s" },
];

/** Those that a role with these scopes may see. */
export function placesFor(scopes: readonly Scope[]): readonly Place[] {
	return PLACES.filter(({ scope }) => scope === undefined || scopes.includes(scope));
}
