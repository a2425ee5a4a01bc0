/**
 * The messages of OTLP over HTTP in their JSON form (opentelemetry.io/docs/specs/otlp): what is sent of them here.
 * Numbers of 64 bits are text there.
 */

export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

export interface Span {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId?: string;
	readonly name: string;
	readonly kind: number;
	readonly startTimeUnixNano: string;
	readonly endTimeUnixNano: string;
	readonly attributes: readonly KeyValue[];
	readonly status: { readonly code?: number; readonly message?: string };
}

interface KeyValue {
	readonly key: string;
	readonly value: object;
}

/** Null is left out. */
export function keyValues(attributes: Attributes): KeyValue[] {
	return Object.entries(attributes).flatMap(([key, value]) =>
		value === null ? [] : [{ key, value: anyValue(value) }],
	);
}

function anyValue(value: string | number | boolean): object {
	if (typeof value === "string") return { stringValue: value };
	if (typeof value === "boolean") return { boolValue: value };
	return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** @param ms epoch milliseconds, with fractions */
export function unixNano(ms: number): string {
	const whole = Math.floor(ms);
	return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000)));
}

export function traceRequest(resource: Attributes, scope: Scope, spans: readonly Span[]): object {
	return { resourceSpans: [{ resource: { attributes: keyValues(resource) }, scopeSpans: [{ scope, spans }] }] };
}

export function metricsRequest(resource: Attributes, scope: Scope, metrics: readonly object[]): object {
	return { resourceMetrics: [{ resource: { attributes: keyValues(resource) }, scopeMetrics: [{ scope, metrics }] }] };
}

interface Scope {
	readonly name: string;
	readonly version: string;
}
