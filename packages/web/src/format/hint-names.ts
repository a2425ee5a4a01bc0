/** Regions of the world that group locations, as people call them. */

import type { Location } from "../api/probers.ts";

export const HINT_NAMES: Readonly<Record<NonNullable<Location["hint"]>, string>> = {
	wnam: "Western North America",
	enam: "Eastern North America",
	sam: "South America",
	weur: "Western Europe",
	eeur: "Eastern Europe",
	apac: "Asia-Pacific",
	oc: "Oceania",
	afr: "Africa",
	me: "Middle East",
};
