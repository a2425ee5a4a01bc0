/**
 * What a probe saw, unjudged. A probe never says up or down: it says what answered, what went wrong on the way to the
 * target, or that we ourselves could not look. Judging is ./judgement.ts.
 *
 * The third kind is the one that keeps verdicts true: when the fault is ours, no statement about the target is made.
 */

/** The stretches of an attempt, in the order in which they pass. */
export const PHASES = ["dns", "connect", "tls", "first_byte", "transfer"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * Milliseconds (fractions allowed, monotonic clock) spent in each phase, summed over redirects; 0 for a phase that was
 * not reached or does not exist for the protocol. Their sum is at most the attempt's duration.
 */
export type PhaseTimes = Readonly<Record<Phase, number>>;

/** What the target did wrong, seen from outside. A closed set: storage keeps the word, the API and notices show it. */
export const FAULTS = [
	/** The connection was actively refused. */
	"refused",
	/** The connection ended before the response did. */
	"reset",
	/** No route to the host, as told by the network beyond us. */
	"unreachable",
	/** The name does not exist, or has no address. */
	"dns_not_found",
	/** The name's own servers fail (SERVFAIL, REFUSED, a malformed answer) while our resolver answers for others. */
	"dns_failure",
	/** The certificate's validity is over. */
	"tls_expired",
	"tls_not_yet_valid",
	/** The chain ends in a root that we do not trust. */
	"tls_untrusted",
	"tls_self_signed",
	/** An intermediate certificate is missing. */
	"tls_incomplete_chain",
	/** The certificate is for other names. */
	"tls_wrong_name",
	"tls_revoked",
	/** Any other failed handshake: no common version or cipher, an alert, a peer that does not speak TLS. */
	"tls_handshake",
	/** The deadline of the check passed. The phase says where. */
	"timeout",
	/** More redirects than MAX_REDIRECTS, or a redirect to where we had already been. */
	"redirect_loop",
	/** Not HTTP, or HTTP that contradicts itself or has no bound: garbage, endless headers, lying lengths. */
	"protocol",
	/** An address that is never connected to (docs/rules/checks.md#target-addresses). */
	"target_forbidden",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Why we could not look. None of these says anything about the target. */
export const MISSED_CAUSES = [
	/** Our resolver does not answer, or fails for every name. */
	"resolver",
	/** This machine has no route of the target's address family. */
	"no_network",
	/** Out of sockets, ports, file descriptors or memory. */
	"no_capacity",
	/** This process was stopped or suspended for so long that its clocks prove nothing about the target. */
	"stalled",
	/** The prober died, or the check was lost on its way. */
	"prober_lost",
	/** Something in us that should not happen did. */
	"internal",
] as const;
export type MissedCause = (typeof MISSED_CAUSES)[number];

/**
 * What an attempt's handshakes showed: the certificate that was refused, else, over all redirects, the one that ends
 * first.
 */
export interface CertificateSeen {
	/** End of validity, epoch milliseconds. */
	readonly expiresAt: number;
	/** The issuer's organisation, else its common name, else null (RFC 5280 §4.1.2.4). At most 255 characters. */
	readonly issuer: string | null;
	/** SHA-256 of the certificate's DER, lower-case hex: names this very certificate. */
	readonly fingerprint: string;
}

/** What every complete response has, whatever the protocol. */
interface Response {
	readonly kind: "answered";
	/**
	 * Milliseconds from the start of name resolution to the end of the response, at least 0
	 * (docs/rules/checks.md#response-time).
	 */
	readonly responseTimeMs: number;
	readonly phases: PhaseTimes;
	readonly certificate: CertificateSeen | null;
	/** Address that gave the response, for example "192.0.2.1" or "2001:db8::1". */
	readonly address: string;
}

/** A complete HTTP response. */
export interface HttpResponse extends Response {
	readonly type: "http";
	/**
	 * Status of the response that is judged: the last one, redirects followed. 100–999: some servers invent their own.
	 */
	readonly status: number;
	/** The first enabled content check that the body fails, in the order given; null when all hold. */
	readonly failedContentCheckId: string | null;
}

/** A name server has answered. */
export interface DnsResponse extends Response {
	readonly type: "dns";
	/** The records of the type that was asked for, in their canonical form (../monitors/dns-records.ts), in any order. */
	readonly records: readonly string[];
	/** Whether there is such a name at all, be it without such records. */
	readonly exists: boolean;
}

/** A TCP connection was established. */
export interface TcpResponse extends Response {
	readonly type: "tcp";
}

/** A complete response was read; `type` is the monitor's. */
export type Answered = HttpResponse | DnsResponse | TcpResponse;

/** No complete response: the target's doing. */
export interface Failed {
	readonly kind: "failed";
	readonly fault: Fault;
	/** Where the attempt ended. */
	readonly phase: Phase;
	/**
	 * One sentence for people, at most MAX_MESSAGE_LENGTH characters, with nothing of ours (no local paths, no secrets)
	 * in it.
	 */
	readonly message: string;
	readonly phases: PhaseTimes;
	readonly certificate: CertificateSeen | null;
	/** The address last tried; null when none was reached. */
	readonly address: string | null;
}

/** We did not look, or can't trust what we saw. */
export interface NotSeen {
	readonly kind: "missed";
	readonly cause: MissedCause;
	readonly message: string;
}

export type Observation = Answered | Failed | NotSeen;

/** Longest message kept with a failure: enough for a sentence, too little for a page that a stranger sends us. */
export const MAX_MESSAGE_LENGTH = 200;

export const NO_PHASES: PhaseTimes = { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 };
