/** Opens the dashboard after a sign-in with a full page load, so that no data of an earlier user remains. */

import { returnAddress } from "../../api/people/sign-in.ts";

/** @param wanted where the person was going, as the query of the sign-in page names it */
export function enter(wanted: string | undefined): void {
	location.assign(returnAddress(wanted));
}

const KEY = "lapwing.return";

/** For a link that is opened in this tab instead: one of the command line does not know where its reader was going. */
export function keepWanted(wanted: string | undefined): void {
	try {
		if (wanted === undefined) sessionStorage.removeItem(KEY);
		else sessionStorage.setItem(KEY, wanted);
	} catch {
		// Storage may be forbidden; then the link leads to the first page.
	}
}

export function keptWanted(): string | undefined {
	try {
		return sessionStorage.getItem(KEY) ?? undefined;
	} catch {
		return undefined;
	}
}
