/** The ceremonies, with warnings for whoever builds the page. */

import * as client from "../client.ts";
import { warnOfInput, warnOfPolicy, warnOfRelyingPartyId } from "./warnings.ts";

/** How long a page may take to show its input. */
const INPUT_GRACE_MS = 1_000;

export const register: typeof client.register = (options, ceremony) => {
	warnOfPolicy("create");
	warnOfRelyingPartyId(options?.rp?.id);
	return client.register(options, ceremony);
};

export const authenticate: typeof client.authenticate = (options, ceremony) => {
	warnOfPolicy("get");
	warnOfRelyingPartyId(options?.rpId);
	return client.authenticate(options, ceremony);
};

export const autofill: typeof client.autofill = async (options, ceremony) => {
	warnOfPolicy("get");
	const seen = (answer: object | null | undefined) => {
		const read = answer instanceof Response ? answer.clone().json() : Promise.resolve(answer);
		// What can't be read is a failure of the ceremony, and reported there.
		read.then((json) => warnOfRelyingPartyId(json?.rpId)).catch(() => undefined);
	};
	const timer = setTimeout(warnOfInput, INPUT_GRACE_MS);
	try {
		if (typeof options !== "function") {
			seen(options);
			return await client.autofill(options, ceremony);
		}
		const bring = async (signal: AbortSignal) => {
			const answer = await options(signal);
			seen(answer);
			return answer;
		};
		return await client.autofill(bring, ceremony);
	} finally {
		clearTimeout(timer);
	}
};

export const Passkey: typeof client.Passkey = { ...client.Passkey, register, authenticate, autofill };
