/** What Checkly's builders make of their arguments, in the form of its API. */

type Members = Readonly<Record<string, unknown>>;

/** `EVERY_5M`: minutes; more often than every minute the seconds are the offset. */
export function frequencyOf(name: string): Members | null {
	const [, amount, unit] = /^EVERY_(\d+)([SMH])$/.exec(name) ?? [];
	if (amount === undefined) return null;
	if (unit === "S") return { frequency: 0, frequencyOffset: Number(amount) };
	return { frequency: Number(amount) * (unit === "H" ? 60 : 1) };
}

const COMPARISONS: Readonly<Record<string, string>> = { isNotNull: "NOT_NULL", responseTme: "RESPONSE_TIME" };

/** `AssertionBuilder.jsonBody("$.id").equals(1)`. */
export function assertionOf(
	[source, given]: readonly [string, readonly unknown[]],
	[comparison, [target]]: readonly [string, readonly unknown[]],
): Members {
	const [property, regex] = given;
	return {
		source: upper(source),
		property: property ?? "",
		comparison: upper(comparison),
		target: target === undefined ? "" : String(target),
		regex: regex ?? null,
	};
}

function upper(name: string): string {
	return COMPARISONS[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** `AlertEscalationBuilder` and `RetryStrategyBuilder`; null for a method that they do not have. */
export function builtBy(builder: string, method: string, given: readonly unknown[]): Members | null {
	const [first, reminders, parallelRunFailureThreshold] = given;
	const others = {
		...(reminders !== undefined && { reminders }),
		...(parallelRunFailureThreshold !== undefined && { parallelRunFailureThreshold }),
	};
	switch (`${builder}.${method}`) {
		case "AlertEscalationBuilder.runBasedEscalation":
			return { escalationType: "RUN_BASED", runBasedEscalation: { failedRunThreshold: first }, ...others };
		case "AlertEscalationBuilder.timeBasedEscalation":
			return { escalationType: "TIME_BASED", timeBasedEscalation: { minutesFailingThreshold: first }, ...others };
		case "RetryStrategyBuilder.noRetries":
			return { type: "NO_RETRIES" };
		default:
			return builder === "RetryStrategyBuilder"
				? { type: upper(method.replace(/Strategy$/, "")), ...(first as Members) }
				: null;
	}
}
