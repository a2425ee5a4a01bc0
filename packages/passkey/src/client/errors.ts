/**
 * The five ways in which a ceremony ends without a response. Match the class or its `name`. If the browser threw an
 * error, it is kept as `cause`.
 */

import { PasskeyError } from "../passkey-error.ts";

/**
 * This page cannot do it: no WebAuthn, an insecure origin, no such feature, or a permissions policy that denies it; the
 * message then names the feature that a frame's `allow` attribute must list. Offer another way to sign in.
 */
export class UnsupportedError extends PasskeyError {
	override readonly name = "UnsupportedError";
	/** @param denied the feature of the permissions policy. */
	constructor(denied?: string) {
		super(`Passkeys are not available here${denied ? `: the frame needs allow="${denied}"` : ""}`);
	}
}

/**
 * Nobody answered: the prompt was dismissed or ran out of time, a signal or {@link Passkey.cancel} aborted it, or
 * another ceremony replaced it. Usually needs no message. Browsers do not give a page more detail, by design: a site
 * must not learn whether a device holds a passkey.
 */
export class CancelledError extends PasskeyError {
	override readonly name = "CancelledError";
	constructor(options?: ErrorOptions) {
		super("The ceremony was cancelled", options);
	}
}

/** The authenticator already holds one of the excluded credentials. Send the person to sign in. */
export class AlreadyRegisteredError extends PasskeyError {
	override readonly name = "AlreadyRegisteredError";
	constructor(options?: ErrorOptions) {
		super("This authenticator is already registered", options);
	}
}

/** The options are not what `RelyingParty` issues, for example an error answer of the server. A bug of the host. */
export class InvalidOptionsError extends PasskeyError {
	override readonly name = "InvalidOptionsError";
	constructor(options?: ErrorOptions) {
		super("The options cannot be read", options);
	}
}

/** The browser refused for another reason, for example a relying party id that is not the page's. See `cause`. */
export class CeremonyError extends PasskeyError {
	override readonly name = "CeremonyError";
	constructor(options?: ErrorOptions) {
		super("The browser could not run the ceremony", options);
	}
}

/** How `authenticate` and `autofill` fail. */
export type AuthenticateError = UnsupportedError | CancelledError | InvalidOptionsError | CeremonyError;

/** How `register` fails. */
export type RegisterError = AuthenticateError | AlreadyRegisteredError;

/** The failure of a sign-in in which the browser or this library threw `thrown`. */
export function authenticateError(thrown: unknown): AuthenticateError {
	if (thrown instanceof PasskeyError) return thrown as AuthenticateError;
	return new (nameOf(thrown) === "NotAllowedError" ? CancelledError : CeremonyError)({ cause: thrown });
}

/** The failure of a registration in which the browser or this library threw `thrown`. */
export function registerError(thrown: unknown): RegisterError {
	// WebAuthn §5.1.3, step 22: browsers report an excluded credential only with this error.
	return nameOf(thrown) === "InvalidStateError"
		? new AlreadyRegisteredError({ cause: thrown })
		: authenticateError(thrown);
}

/** How a signal fails. */
export type SignalError = UnsupportedError | InvalidOptionsError | CeremonyError;

/** The failure of a signal for which the browser or this library threw `thrown`. */
export function signalError(thrown: unknown): SignalError {
	if (thrown instanceof PasskeyError) return thrown as SignalError;
	// WebAuthn §5.1.10: a member that is missing or not base64url.
	return new (nameOf(thrown) === "TypeError" ? InvalidOptionsError : CeremonyError)({ cause: thrown });
}

/** By name, not by class: password managers reject with their own objects. */
export function nameOf(thrown: unknown): unknown {
	return (thrown as { name?: unknown } | null | undefined)?.name;
}
