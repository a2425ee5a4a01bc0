/** What the settings of a page are called. */

import type { StatusPage } from "../../api/status-pages.ts";
import { optionsOf } from "../../ui/forms/field.tsx";

const ACCESS: Readonly<Record<StatusPage["access"], string>> = {
	public: "Everyone",
	password: "Everyone with the password",
	members: "Members of the team",
};
/** What it means for readers, once the page is published. */
export const ACCESS_HINTS: Readonly<Record<StatusPage["access"], string>> = {
	public: "Once it is published.",
	password: "Strangers get a form for the password. Name, feed, badges and JSON are for readers who have entered it.",
	members: "Readers sign in here. Whoever leaves the team reads nothing from then on.",
};

export const ACCESS_OPTIONS = optionsOf(ACCESS);

const LOCALES: Readonly<Record<StatusPage["locale"], string>> = {
	en: "English",
	de: "Deutsch",
	es: "Español",
	fr: "Français",
	it: "Italiano",
	ja: "日本語",
	nl: "Nederlands",
	pt: "Português",
	zh: "中文",
};
export const LOCALE_OPTIONS = optionsOf(LOCALES);

export const DAYS_OPTIONS = [30, 60, 90].map((days) => ({ value: String(days), label: `${days} days` }));

/** Who can see a page at present. */
export function shownTo({ isPublished, access }: Pick<StatusPage, "isPublished" | "access">): string {
	if (!isPublished) return "not published";
	return access === "public" ? "public" : access === "password" ? "with a password" : "for members";
}
