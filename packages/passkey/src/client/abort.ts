/**
 * A controller that `outer` aborts too. Whoever makes one aborts it in the end, which takes its listener away.
 */
export function linked(outer: AbortSignal | null | undefined): AbortController {
	const controller = new AbortController();
	const abort = () => controller.abort();
	outer?.addEventListener("abort", abort, { signal: controller.signal });
	if (outer?.aborted) abort();
	return controller;
}
