/** Opens the dashboard after a sign-in with a full page load, so that no data of an earlier user remains. */

import { returnAddress } from "../../api/sign-in.ts";

/** @param wanted where the person was going, as the query of the sign-in page names it */
export function enter(wanted: string | undefined): void {
	location.assign(returnAddress(wanted));
}
