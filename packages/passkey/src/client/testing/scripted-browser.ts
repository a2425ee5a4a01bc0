/**
 * The browser and the person in front of it, played by a test: `navigator.credentials` that records each call and lets
 * the test answer it. Aborted calls reject with the signal's reason, as the standard has it, unless told otherwise.
 */

import { vi } from "vitest";

/** One call that the page made and the browser has not answered yet. */
export interface PendingCall {
	readonly method: "create" | "get";
	readonly options: CredentialCreationOptions & CredentialRequestOptions;
	isSettled: boolean;
	answer(credential: unknown): void;
	refuse(reason: unknown): void;
}

/** Missing at first: what is younger than WebAuthn itself. */
interface Statics {
	isConditionalMediationAvailable: unknown;
	isUserVerifyingPlatformAuthenticatorAvailable: unknown;
	parseCreationOptionsFromJSON?: (json: unknown) => unknown;
	parseRequestOptionsFromJSON?: (json: unknown) => unknown;
	getClientCapabilities?: unknown;
	signalUnknownCredential?: unknown;
	signalAllAcceptedCredentials?: unknown;
	signalCurrentUserDetails?: unknown;
}

export interface ScriptedBrowser {
	/** Every call so far, oldest first. */
	readonly calls: PendingCall[];
	/** The static side of `PublicKeyCredential`; a test takes away or replaces what it wants broken. */
	readonly statics: Statics;
	/** The most recent call; throws when there was none. */
	lastCall(): PendingCall;
}

interface ScriptedBrowserOptions {
	/** False for a password manager that does not care about signals. Default true. */
	answersAborts?: boolean;
}

/** Puts the browser's globals in place. `vi.unstubAllGlobals()` takes them away. */
export function scriptBrowser({ answersAborts = true }: ScriptedBrowserOptions = {}): ScriptedBrowser {
	const calls: PendingCall[] = [];
	const record = (method: PendingCall["method"]) => (options: PendingCall["options"]) =>
		new Promise<unknown>((resolve, reject) => {
			const call: PendingCall = {
				method,
				options,
				isSettled: false,
				answer: (credential) => {
					call.isSettled = true;
					resolve(credential);
				},
				refuse: (reason) => {
					call.isSettled = true;
					reject(reason);
				},
			};
			calls.push(call);
			if (!answersAborts) return;
			if (options.signal?.aborted) call.refuse(options.signal.reason);
			options.signal?.addEventListener("abort", () => call.refuse(options.signal?.reason));
		});

	const statics: Statics = Object.assign(class {}, {
		isConditionalMediationAvailable: async () => true,
		isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
	});
	vi.stubGlobal("isSecureContext", true);
	vi.stubGlobal("PublicKeyCredential", statics);
	vi.stubGlobal("navigator", { credentials: { create: record("create"), get: record("get") } });
	return {
		calls,
		statics,
		lastCall() {
			const call = calls.at(-1);
			if (!call) throw new Error("the page has not called the browser");
			return call;
		},
	};
}
