/**
 * Milliseconds of CPU that this thread has spent, for bounds in tests: what other programs and threads take from it
 * meanwhile does not count, so such a bound holds on a busy machine too.
 */
export function threadCpuMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1_000;
}
