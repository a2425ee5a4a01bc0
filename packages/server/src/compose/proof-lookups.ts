/** Looks up the records that prove the domains of status pages, by the name servers that checks use. */

import { NO_PHASES } from "../domain/checks/observation.ts";
import { SECOND_MS } from "../domain/durations.ts";
import type { LookUpTexts } from "../engine/status-pages/check-domains.ts";
import { Deadline } from "../net/deadline.ts";
import type { Dialer } from "../net/dial.ts";

const TIMEOUT_MS = 10 * SECOND_MS;

/**
 * A failure says nothing of the domain, whether it is ours or of the domain's own name servers.
 * @param timeoutMs of a look; default: 10 s
 */
export function proofLookups(dialer: Pick<Dialer, "askWithin">, timeoutMs = TIMEOUT_MS): LookUpTexts {
	return async (name, signal) => {
		const deadline = new Deadline(timeoutMs, signal);
		try {
			const asked = await dialer.askWithin({ name, type: "TXT" }, null, deadline, { ...NO_PHASES });
			if (asked.kind !== "answer") return "no_answer";
			return { texts: asked.answer.kind === "records" ? asked.answer.records : [] };
		} finally {
			deadline.end();
		}
	};
}
