/** What a failing check shows of its cause. */

import type { CheckOutcome } from "../checks/check.ts";
import type { Reason } from "../checks/reason.ts";
import type { JudgedCheck } from "../checks/transition.ts";
import type { OutageFacts } from "./causes.ts";

/** Failures that are about the certificate itself. Of others, two monitors may have one certificate by chance. */
const OF_CERTIFICATE: readonly Reason[] = [
	"tls_expired",
	"tls_not_yet_valid",
	"tls_untrusted",
	"tls_self_signed",
	"tls_incomplete_chain",
	"tls_wrong_name",
	"tls_revoked",
];

export function factsOfOutage(
	{ observation }: Pick<CheckOutcome, "observation">,
	{ judgement, location }: Pick<JudgedCheck, "judgement" | "location">,
): Omit<OutageFacts, "startedAt" | "dependsOn"> {
	const { reason, phase } = judgement;
	const seen = observation.kind === "missed" ? null : observation;
	return {
		// Of a job it is the address of whoever reported.
		address: seen === null || (seen.kind === "answered" && seen.type === "cron") ? null : seen.address || null,
		fingerprint: reason !== null && OF_CERTIFICATE.includes(reason) ? (seen?.certificate?.fingerprint ?? null) : null,
		isOfNameServer: reason === "dns_failure" || (reason === "timeout" && phase === "dns"),
		location,
	};
}
