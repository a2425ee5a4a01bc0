/**
 * The result of `read`, or `undefined` when it throws. For methods of the standard that are missing or broken in older
 * browsers and in password managers: each call has a fallback of our own.
 */
export function attempt<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
