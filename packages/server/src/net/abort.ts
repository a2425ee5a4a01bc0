/**
 * Abort callbacks at a constant cost. One signal usually belongs to thousands of running checks, and an
 * EventTarget walks all of its listeners for each one added or removed: so one listener a signal, and a set behind it.
 */

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `callback` once `signal` aborts, never synchronously from here. The function that it returns removes it. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	let callbacks = listeners.get(signal);
	if (callbacks === undefined) {
		const known = new Set<() => void>();
		signal.addEventListener("abort", () => callAll(known), { once: true });
		listeners.set(signal, known);
		callbacks = known;
	}
	const registered = callbacks;
	registered.add(callback);
	return () => registered.delete(callback);
}

function callAll(callbacks: Set<() => void>): void {
	for (const callback of [...callbacks]) callback();
	callbacks.clear();
}
