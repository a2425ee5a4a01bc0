/**
 * The state of a monitor's certificate after a check (docs/rules/checks.md#certificates).
 *
 * - `unknown`: none seen yet, or no TLS is spoken;
 * - `error`: the last check had no handshake, an untrusted chain, or a wrong name;
 * - `expired`, `expiring` (at most the warning days left), `valid`.
 *
 * A missed check changes nothing. A check without a handshake keeps what earlier checks saw.
 */

import type { Observation } from "../checks/observation.ts";
import { DAY_MS } from "../durations.ts";
import type { SslStatus } from "./monitor.ts";
import { speaksTls, type TypeSettings } from "./types.ts";

export interface CertificateFacts {
	readonly status: SslStatus;
	/** Epoch milliseconds. */
	readonly expiresAt: number | null;
	readonly issuer: string | null;
	/** SHA-256, lower-case hex. */
	readonly fingerprint: string | null;
	readonly lastCheckedAt: number | null;
}

export const NO_CERTIFICATE: CertificateFacts = {
	status: "unknown",
	expiresAt: null,
	issuer: null,
	fingerprint: null,
	lastCheckedAt: null,
};

/** The state after `observation`, made at `now`. */
export function certificateFacts(
	before: CertificateFacts,
	settings: TypeSettings,
	observation: Observation,
	warningDays: number,
	now: number,
): CertificateFacts {
	if (!speaksTls(settings)) return NO_CERTIFICATE;
	if (observation.kind === "missed") return before;
	const seen = observation.certificate;
	const { expiresAt, issuer, fingerprint } = seen ?? before;
	const facts = { expiresAt, issuer, fingerprint, lastCheckedAt: now };
	if (observation.kind === "failed" && observation.fault === "tls_expired") return { ...facts, status: "expired" };
	if (seen === null || (observation.kind === "failed" && observation.fault.startsWith("tls_"))) {
		return { ...facts, status: "error" };
	}
	return { ...facts, status: validity(seen.expiresAt, warningDays, now) };
}

/** The status at `now` of a trusted certificate that expires at `expiresAt`. */
export function validity(expiresAt: number, warningDays: number, now: number): SslStatus {
	if (expiresAt <= now) return "expired";
	return expiresAt - now <= warningDays * DAY_MS ? "expiring" : "valid";
}

/** The next instant after `now` at which {@link validity} answers another status; infinity when none comes. */
export function validityEndsAt(expiresAt: number, warningDays: number, now: number): number {
	const warnedAt = expiresAt - warningDays * DAY_MS;
	if (now < warnedAt) return warnedAt;
	return now < expiresAt ? expiresAt : Number.POSITIVE_INFINITY;
}
