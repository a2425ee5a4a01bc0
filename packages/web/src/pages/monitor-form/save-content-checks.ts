/** Makes a monitor's content checks those of the form; refusals point into the form, not into the single request. */

import { ApiError } from "../../api/client/api-error.ts";
import { createContentCheck, deleteContentCheck } from "../../api/content-checks.ts";
import { contentCheckChanges, type Draft } from "./draft.ts";

/** The content checks that a monitor has. An attempt that was refused half-way is gone on with by the next one. */
export class SavedContentChecks {
	/** With the id that each has at the service, where it was made from this form. */
	#saved: readonly { readonly check: Draft["contentChecks"][number]; readonly id: string }[];

	constructor(checks: Draft["contentChecks"]) {
		this.#saved = checks.map((check) => ({ check, id: check.id }));
	}

	async save(monitorId: string, wanted: Draft["contentChecks"]): Promise<void> {
		const before = this.#saved;
		const { removed, added } = contentCheckChanges(
			before.map(({ check }) => check),
			wanted,
		);
		// Added first, so that a refusal leaves the old ones unchanged.
		for (const { place, check } of added) {
			try {
				const { id } = await createContentCheck(monitorId, check);
				this.#saved = [...this.#saved, { check, id }];
			} catch (error) {
				throw atPlace(error, place);
			}
		}
		for (const gone of before.filter(({ check }) => removed.includes(check))) {
			await deleteContentCheck(monitorId, gone.id);
			this.#saved = this.#saved.filter((each) => each !== gone);
		}
	}
}

function atPlace(error: unknown, place: number): unknown {
	if (!(error instanceof ApiError)) return error;
	const { status, code, requestId, retryAfterSeconds, message } = error;
	const details = error.details.map(({ path, message }) => ({ path: `/contentChecks/${place}${path}`, message }));
	return new ApiError(message, { status, code, requestId, retryAfterSeconds, details, cause: error });
}
