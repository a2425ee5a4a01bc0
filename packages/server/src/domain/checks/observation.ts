/**
 * What a probe observed, not yet judged. A probe does not decide between up and down. It reports a response, a failure
 * of the target, or that the probe itself could not be made. ./judgement.ts judges it.
 *
 * The third kind keeps verdicts correct: a fault of our own system says nothing about the target.
 */

/** The phases of an attempt, in chronological order. */
export const PHASES = ["dns", "connect", "tls", "first_byte", "transfer"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * Milliseconds (fractions allowed, monotonic clock) spent in each phase, summed over redirects; 0 for a phase that was
 * not reached or does not exist for the protocol. Their sum is at most the attempt's duration.
 */
export type PhaseTimes = Readonly<Record<Phase, number>>;

/**
 * As the API and people are shown them: milliseconds with one decimal place; null for a phase that did not take place,
 * whose time is exactly 0. All are null where there are no times.
 */
export function shownTimes(times: PhaseTimes | null): Record<Phase, number | null> {
	const shown = PHASES.map((phase) => [phase, times && times[phase] > 0 ? Math.round(times[phase] * 10) / 10 : null]);
	return Object.fromEntries(shown) as Record<Phase, number | null>;
}

/** How the target failed, as seen from outside. A closed set of codes; storage, the API and notices use them. */
export const FAULTS = [
	/** The connection was actively refused. */
	"refused",
	/** The connection ended before the response did. */
	"reset",
	/** No route to the host, reported by the network beyond this machine. */
	"unreachable",
	/** The name does not exist, or has no address. */
	"dns_not_found",
	/** The name's own servers fail (SERVFAIL, REFUSED, a malformed answer) while our resolver answers for others. */
	"dns_failure",
	/** The certificate has expired. */
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
	/** The server does not offer to change to TLS (STARTTLS), or refuses it. */
	"starttls_refused",
	/** Any other failed handshake: no common version or cipher, an alert, a peer that does not speak TLS. */
	"tls_handshake",
	/** No packet (ICMP echo) was answered. */
	"packet_loss",
	/** The deadline of the check passed. The phase says where. */
	"timeout",
	/** More redirects than MAX_REDIRECTS, or a redirect to an earlier URL. */
	"redirect_loop",
	/** Not HTTP, or invalid or unbounded HTTP: garbage, endless headers, wrong lengths. */
	"protocol",
	/** An address that is never connected to (docs/rules/checks.md#target-addresses). */
	"target_forbidden",
	/** A job that was due sent nothing within its grace. */
	"late",
	/** A job began and did not end in time. */
	"unfinished",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Why the probe could not be made. None of these says anything about the target. */
export const MISSED_CAUSES = [
	/** Our resolver does not answer, or fails for every name. */
	"resolver",
	/** This machine has no route of the target's address family. */
	"no_network",
	/** Out of sockets, ports, file descriptors, memory or places to check in. */
	"no_capacity",
	/** This process was stopped or suspended for so long that its measurements say nothing about the target. */
	"stalled",
	/** The prober died, or the check was lost. */
	"prober_lost",
	/** Lapwing could not receive reports when a job was due. */
	"service_off",
	/** Our own network is cut off: most targets fail, and no canary answers (./cut-off.ts). */
	"cut_off",
	/** The monitor's location has no prober at all. */
	"no_prober",
	/** The probers of the monitor's location are silent. */
	"prober_away",
	/**
	 * Lapwing was off or behind for so long that the check was no longer worth making; or a failure of another location
	 * arrived too late to be confirmed.
	 */
	"too_late",
	/** An error in Lapwing itself. */
	"internal",
] as const;
export type MissedCause = (typeof MISSED_CAUSES)[number];

/** The certificate of an attempt: the one that was refused, else, over all redirects, the one that expires first. */
export interface CertificateSeen {
	/** End of validity, epoch milliseconds. */
	readonly expiresAt: number;
	/** The issuer's organisation, else its common name, else null (RFC 5280 §4.1.2.4). At most 255 characters. */
	readonly issuer: string | null;
	/** SHA-256 of the certificate's DER, lower-case hex; identifies the certificate. */
	readonly fingerprint: string;
}

/** The members of every complete response, for all protocols. */
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

export interface HttpResponse extends Response {
	readonly type: "http";
	/** The status of the judged response, after redirects. 100–999, because some servers use their own numbers. */
	readonly status: number;
	/** The first enabled content check that the response fails, in the order given; null when all hold. */
	readonly failedContentCheckId: string | null;
	/** What was found instead, in a sentence, for checks that compare a value; without secrets. */
	readonly contentMessage?: string;
}

/** A name server has answered. */
interface DnsResponse extends Response {
	readonly type: "dns";
	/**
	 * The records of the type that was asked for, in their canonical form (../monitors/dns/dns-records.ts), in any order.
	 */
	readonly records: readonly string[];
	/** Whether there is such a name at all, be it without such records. */
	readonly exists: boolean;
}

/** What came of waiting for a text that the target must send. */
export interface SearchedText {
	readonly isFound: boolean;
	/** The beginning of what the target sent. */
	readonly sample: string;
	readonly receivedBytes: number;
	/** How the target closed the connection, in words that follow "the target"; absent where it said nothing. */
	readonly closing?: string;
}

/** A TCP connection was established, and the target sent something if that was waited for. */
interface TcpResponse extends Response {
	readonly type: "tcp";
	/** Null when nothing was waited for. */
	readonly searched: SearchedText | null;
}

/** At least one packet (ICMP echo) was answered. */
interface PingResponse extends Response {
	readonly type: "ping";
	readonly sent: number;
	/** 1 to `sent`. */
	readonly received: number;
}

/** A server answered the opening handshake of a WebSocket, and sent something if that was waited for. */
interface WebsocketResponse extends Response {
	readonly type: "websocket";
	/** 101 when the WebSocket was opened. */
	readonly status: number;
	/** Null when nothing was waited for. */
	readonly searched: SearchedText | null;
}

/** A job reported the end of a run (../jobs/runs.ts). */
interface RunReport extends Response {
	readonly type: "cron";
	/** Whether its start was reported as well; if not, `responseTimeMs` is 0 and no response time is recorded. */
	readonly isTimed: boolean;
}

/** One step of a flow, as far as it came. */
export interface StepSeen {
	readonly name: string;
	/** Null when no complete response came. */
	readonly responseStatus: number | null;
	/** Milliseconds that the step took. */
	readonly timeMs: number;
	readonly phases: PhaseTimes;
	/** What was saved, shortened and without secrets: for a trial, and never stored. */
	readonly saved: readonly { readonly name: string; readonly value: string }[];
}

/** How the response of a flow's last step is not what it expects. */
export interface StepShortfall {
	readonly reason: "status" | "content" | "saved_value";
	/** One sentence that begins with the step's number and name; without secrets. */
	readonly message: string;
}

/** Every step that was run had a complete response. */
export interface FlowResponse extends Response {
	readonly type: "flow";
	/** In their order; the last one ended the run when there is a shortfall. */
	readonly steps: readonly StepSeen[];
	readonly shortfall: StepShortfall | null;
}

/** A complete response was read; `type` is the monitor's. */
export type Answered =
	| HttpResponse
	| DnsResponse
	| TcpResponse
	| PingResponse
	| RunReport
	| FlowResponse
	| WebsocketResponse;

export function isTimed(observation: Observation): boolean {
	return observation.kind === "answered" && (observation.type !== "cron" || observation.isTimed);
}

/** No complete response, because of the target. */
export interface Failed {
	readonly kind: "failed";
	readonly fault: Fault;
	/** The phase in which the attempt ended; null for targets that report by themselves. */
	readonly phase: Phase | null;
	/** One sentence, at most MAX_MESSAGE_LENGTH characters, without anything internal (no local paths, no secrets). */
	readonly message: string;
	readonly phases: PhaseTimes;
	readonly certificate: CertificateSeen | null;
	/** The address that was tried last; null when none was. */
	readonly address: string | null;
	/** Of a flow: its steps up to the one that failed. */
	readonly steps?: readonly StepSeen[];
}

/** The probe was not made, or its result cannot be trusted. */
export interface NotSeen {
	readonly kind: "missed";
	readonly cause: MissedCause;
	readonly message: string;
}

export type Observation = Answered | Failed | NotSeen;

/** The longest message stored with a failure: enough for a sentence, too short for a page of the target. */
export const MAX_MESSAGE_LENGTH = 200;

export const NO_PHASES: PhaseTimes = { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 };
