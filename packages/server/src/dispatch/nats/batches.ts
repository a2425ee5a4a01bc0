/** Cuts what is sent to another machine into messages. */

interface BatchLimits {
	/** In one batch, at most. */
	readonly count: number;
	/** Of one batch as JSON, unless a single one has more. */
	readonly bytes: number;
}

/** In their order. Measures no more than is asked for. */
export function* batchesOf<One>(all: Iterable<One>, { count, bytes: bytesAtMost }: BatchLimits): Generator<One[]> {
	let batch: One[] = [];
	let bytes = 0;
	for (const one of all) {
		const own = Buffer.byteLength(JSON.stringify(one)) + 1;
		if (batch.length > 0 && (batch.length >= count || bytes + own > bytesAtMost)) {
			yield batch;
			[batch, bytes] = [[], 0];
		}
		batch.push(one);
		bytes += own;
	}
	if (batch.length > 0) yield batch;
}
