/**
 * Enumerated values are stored as small numbers. Most are the index in a list of the domain: new values are appended,
 * none is ever removed or moved. Reasons have explicit codes, because several lists of the domain supply them. A test
 * checks every number.
 */

import type { Reason } from "../../domain/checks/reason.ts";

/** Code 0 is no reason, so that the rows of checks that were up stay small. */
const NO_REASON = 0;

/** A reason without a code does not compile. */
export const REASON_CODES = {
	slow: 1,
	status: 2,
	content: 3,
	timeout: 4,
	refused: 5,
	reset: 6,
	unreachable: 7,
	dns_not_found: 8,
	dns_failure: 9,
	tls_expired: 10,
	tls_not_yet_valid: 11,
	tls_untrusted: 12,
	tls_self_signed: 13,
	tls_incomplete_chain: 14,
	tls_wrong_name: 15,
	tls_revoked: 16,
	tls_handshake: 17,
	redirect_loop: 18,
	protocol: 19,
	target_forbidden: 20,
	resolver: 21,
	no_network: 22,
	no_capacity: 23,
	stalled: 24,
	prober_lost: 25,
	internal: 26,
	saved_value: 29,
	dns_records: 30,
	starttls_refused: 31,
	packet_loss: 32,
	cut_off: 33,
	late: 40,
	unfinished: 41,
	job_failed: 42,
	overran: 43,
	service_off: 44,
	no_prober: 45,
	prober_away: 46,
	too_late: 47,
	/** A reason that this version does not know: a prober of a newer version sent it, or a newer version wrote it. */
	unknown: 255,
} as const satisfies Record<Reason, number>;

const REASONS_BY_CODE = new Map<number, Reason>(
	Object.entries(REASON_CODES).map(([reason, code]) => [code, reason as Reason]),
);

/**
 * The code of `reason`; that of "unknown" for a reason that this version does not have, so that no check is dropped for
 * its reason.
 */
export function reasonCode(reason: Reason | null): number {
	return reason === null ? NO_REASON : (REASON_CODES[reason] ?? REASON_CODES.unknown);
}

export function reasonOf(code: number): Reason | null {
	return code === NO_REASON ? null : (REASONS_BY_CODE.get(code) ?? "unknown");
}

/** The index of `word` in `list`; null for a word of a newer version. */
export function codeOrNull<Word>(list: readonly Word[], word: Word | null): number | null {
	const code = word === null ? -1 : list.indexOf(word);
	return code < 0 ? null : code;
}

/** The index of `word` in `list`. Throws when the list does not hold it, which only a bug can cause. */
export function codeOf<Word>(list: readonly Word[], word: Word): number {
	const code = list.indexOf(word);
	if (code < 0) throw new Error(`No code for ${String(word)}`);
	return code;
}

/** The word at index `code` of `list`. Throws for an index that no version of ours wrote. */
export function labelOf<Word>(list: readonly Word[], code: number): Word {
	const word = list[code];
	if (word === undefined) throw new Error(`No word for code ${code}`);
	return word;
}
