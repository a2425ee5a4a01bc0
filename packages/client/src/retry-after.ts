/**
 * Seconds from `now` (epoch milliseconds), of the header's two forms (RFC 9110 §10.2.3): a number of seconds, or a
 * date. Null where it is neither.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
	const text = header?.trim() ?? "";
	if (/^\d{1,9}$/.test(text)) return Number(text);
	const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
