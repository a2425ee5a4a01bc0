/**
 * Words kept as small numbers: the place in a list. The lists below and those of the domain that they take in are on
 * disks; new words go to the end, none is ever removed or moved (a test holds their order).
 */

import type { Reason } from "../../domain/checks/judgement.ts";

/** Number 0 is no reason, so that the rows of checks that were up stay small. */
export const REASONS: readonly (Reason | null)[] = [
	null,
	"slow",
	"status",
	"content",
	"timeout",
	"refused",
	"reset",
	"unreachable",
	"dns_not_found",
	"dns_failure",
	"tls_expired",
	"tls_not_yet_valid",
	"tls_untrusted",
	"tls_self_signed",
	"tls_incomplete_chain",
	"tls_wrong_name",
	"tls_revoked",
	"tls_handshake",
	"redirect_loop",
	"protocol",
	"target_forbidden",
	"resolver",
	"no_network",
	"no_capacity",
	"stalled",
	"prober_lost",
	"internal",
];

/** The number of `word` in `list`. Throws when the list does not hold it, which only a bug can cause. */
export function codeOf<Word>(list: readonly Word[], word: Word): number {
	const code = list.indexOf(word);
	if (code < 0) throw new Error(`No code for ${String(word)}`);
	return code;
}

/** The word of number `code` in `list`. Throws for a number that no version of ours wrote. */
export function labelOf<Word>(list: readonly Word[], code: number): Word {
	const word = list[code];
	if (word === undefined) throw new Error(`No word for code ${code}`);
	return word;
}
