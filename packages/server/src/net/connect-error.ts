/**
 * Why a connection to a target or an exchange over it failed, as values. Every step of a probe (resolve, connect,
 * handshake, exchange) returns either its result or one of these; none is thrown.
 */

import type { CertificateSeen, Fault, MissedCause, Phase } from "../domain/checks/observation.ts";

/** The target's fault. */
export interface TargetError {
	readonly kind: "failed";
	readonly fault: Fault;
	/** Where it happened. */
	readonly phase: Phase;
	/** One sentence for people, with nothing of ours in it. At most MAX_MESSAGE_LENGTH characters. */
	readonly message: string;
	/** The address last tried; null when none was. */
	readonly address: string | null;
	/** What the last handshake showed, also when it was refused. */
	readonly certificate: CertificateSeen | null;
}

/** A fault of this machine: nothing is known about the target. */
export interface LocalError {
	readonly kind: "missed";
	readonly cause: MissedCause;
	readonly message: string;
}

/** The caller's signal was aborted: nothing is known. */
export interface Aborted {
	readonly kind: "aborted";
}

export type ConnectError = TargetError | LocalError | Aborted;

export const ABORTED: Aborted = { kind: "aborted" };
