/** Where the software authenticator's randomness comes from: the system, or a seed that makes everything repeatable. */

export type Entropy = (count: number) => Promise<Uint8Array<ArrayBuffer>>;

export const systemEntropy: Entropy = async (count) => crypto.getRandomValues(new Uint8Array(count));

/** Always the same bytes after the same seed: SHA-256 over the seed and a running number. */
export function seededEntropy(seed: string): Entropy {
	let block = 0;
	return async (count) => {
		const bytes = new Uint8Array(count);
		for (let offset = 0; offset < count; offset += 32) {
			const input = new TextEncoder().encode(`lapwing software authenticator\n${block++}\n${seed}`);
			const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", input));
			bytes.set(digest.subarray(0, count - offset), offset);
		}
		return bytes;
	};
}
