/**
 * The five ways in which a ceremony ends without a response. Match the class or its `name`; what the browser threw,
 * where it threw, is kept as `cause`.
 */

import { PasskeyError } from "../passkey-error.ts";

/** This page cannot run the ceremony: no WebAuthn, an insecure origin, or no autofill. Offer another way to sign in. */
export class UnsupportedError extends PasskeyError {
	override readonly name = "UnsupportedError";
	constructor(options?: ErrorOptions) {
		super("Passkeys are not available here", options);
	}
}

/**
 * Nobody answered: the prompt was dismissed or ran out of time, a signal or {@link Passkey.cancel} aborted it, or
 * another ceremony took its place. Usually deserves silence. Browsers tell a page no more than this, by design: a site
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

/** The options are not what `RelyingParty` issues; an error answer of the server, for example. A bug of the host. */
export class InvalidOptionsError extends PasskeyError {
	override readonly name = "InvalidOptionsError";
	constructor(options?: ErrorOptions) {
		super("The options cannot be read", options);
	}
}

/** Anything else that the browser refused, for example a relying party id that is not the page's. See `cause`. */
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

/** The failure that `thrown`, by the browser or by this library, stands for during a sign-in. */
export function authenticateError(thrown: unknown): AuthenticateError {
	if (thrown instanceof PasskeyError) return thrown as AuthenticateError;
	const options = { cause: thrown };
	return nameOf(thrown) === "NotAllowedError" ? new CancelledError(options) : new CeremonyError(options);
}

/** The failure that `thrown`, by the browser or by this library, stands for during a registration. */
export function registerError(thrown: unknown): RegisterError {
	// WebAuthn §5.1.3, step 22: the one way in which a browser says that an excluded credential is here.
	return nameOf(thrown) === "InvalidStateError"
		? new AlreadyRegisteredError({ cause: thrown })
		: authenticateError(thrown);
}

/** How a signal fails. */
export type SignalError = UnsupportedError | InvalidOptionsError | CeremonyError;

/** The failure that `thrown`, by the browser or by this library, stands for when a signal was sent. */
export function signalError(thrown: unknown): SignalError {
	if (thrown instanceof PasskeyError) return thrown as SignalError;
	// WebAuthn §5.1.10: a member that is missing or not base64url.
	return new (nameOf(thrown) === "TypeError" ? InvalidOptionsError : CeremonyError)({ cause: thrown });
}

/** By name and not by class: password managers reject with objects of their own. */
function nameOf(thrown: unknown): unknown {
	return (thrown as { name?: unknown } | null | undefined)?.name;
}
