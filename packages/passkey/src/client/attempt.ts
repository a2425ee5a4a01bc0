/**
 * What `read` answers, or `undefined` when it throws. For methods that the standard promises and that password managers
 * and older browsers leave out or break: each has another way to the same end right behind it.
 */
export function attempt<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
