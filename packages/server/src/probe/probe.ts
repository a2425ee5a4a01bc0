/** What every probe is given, and what it answers. */

import { type CertificateSeen, MAX_MESSAGE_LENGTH, type Observation } from "../domain/checks/observation.ts";
import type { Aborted, ConnectError } from "../net/connect-error.ts";
import type { Dialer, RunningPhases } from "../net/dial.ts";
import type { Pinger } from "../net/ping/pinger.ts";
import type { ContentChecks } from "./content/content-checks.ts";
import type { PingPlaces } from "./ping/ping-places.ts";
import type { SecretMask } from "./secret-mask.ts";

export interface ProbeParts {
	readonly dialer: Dialer;
	readonly contentChecks: ContentChecks;
	readonly pinger: Pinger;
	readonly pingPlaces: PingPlaces;
	/** For example "Lapwing/0.1.0". */
	readonly userAgent: string;
}

export type ProbeResult = Observation | Aborted;

/** Phases of an attempt that has not begun. */
export function newPhases(): RunningPhases {
	return { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 };
}

/** The time of all phases: what passed between them, such as a search in a text, is not the target's. */
export function sumOf(phases: RunningPhases): number {
	return Object.values(phases).reduce((sum, each) => sum + each, 0);
}

/**
 * A connect error as the attempt's result.
 * @param certificate what the attempt's earlier handshakes showed; a certificate that was refused comes first
 */
export function probeResultOf(
	connectError: ConnectError,
	phases: RunningPhases,
	certificate: CertificateSeen | null,
): ProbeResult {
	if (connectError.kind !== "failed") return connectError;
	const message = connectError.message.slice(0, MAX_MESSAGE_LENGTH);
	const shown =
		connectError.phase === "tls"
			? (connectError.certificate ?? certificate)
			: (certificate ?? connectError.certificate);
	return { ...connectError, message, certificate: shown, phases };
}

/** The result without the secrets that the target may have sent back. */
export function maskedResult(result: ProbeResult, mask: SecretMask): ProbeResult {
	if (result.kind === "aborted" || result.kind === "answered") return result;
	const message = mask.of(result.message);
	return message === result.message ? result : { ...result, message: message.slice(0, MAX_MESSAGE_LENGTH) };
}
