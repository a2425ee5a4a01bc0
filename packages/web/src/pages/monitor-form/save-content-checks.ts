/** Updates a monitor's content checks to match the form; refusals point into the form, not into the single request. */

import { ApiFault } from "../../api/client/fault.ts";
import { createContentCheck, deleteContentCheck } from "../../api/content-checks.ts";
import { contentCheckChanges, type Draft } from "./draft.ts";

export async function saveContentChecks(
	monitorId: string,
	before: Draft["contentChecks"],
	after: Draft["contentChecks"],
): Promise<void> {
	const { removed, added } = contentCheckChanges(before, after);
	// Added first, so that a refusal leaves the old ones unchanged.
	for (const { place, check } of added) {
		try {
			await createContentCheck(monitorId, check);
		} catch (error) {
			throw atPlace(error, place);
		}
	}
	for (const id of removed) await deleteContentCheck(monitorId, id);
}

function atPlace(error: unknown, place: number): unknown {
	if (!(error instanceof ApiFault)) return error;
	const { status, code, requestId, message } = error;
	const details = error.details.map(({ path, message }) => ({ path: `/contentChecks/${place}${path}`, message }));
	return new ApiFault(message, { status, code, requestId, details, cause: error });
}
