import { expect, test } from "vitest";
import { namedFact } from "./named-fact.ts";

test.each([
	["expectedStatus", 200, "Expected status", "200"],
	["timeoutSeconds", 10, "Timeout", "10 s"],
	["degradedAfterMs", 5000, "Degraded after", "5 s"],
	["degradedAfterMs", 1250, "Degraded after", "1250 ms"],
	["maxBodyBytes", 1024, "Max body", "1024 bytes"],
	["warnDays", 30, "Warn", "30 days"],
	["lossPercent", 20, "Loss", "20 %"],
	["timeoutSeconds", null, "Timeout seconds", "null"],
	["durationMinutes", 90, "Duration", "90 min"],
	["sslMonitoringEnabled", true, "Certificate monitoring enabled", "yes"],
	["recurrence.rrule", "FREQ=DAILY", "Recurrence rule", "FREQ=DAILY"],
	["url", "https://example.com/", "Address", "https://example.com/"],
	["verdict", "down", "Verdict", "down"],
	["followsRedirects", false, "Follows redirects", "no"],
	["acceptedStatuses", ["2xx", "301"], "Accepted statuses", "2xx, 301"],
	["expect", { a: 1 }, "Expect", '{"a":1}'],
])("%s, %j: %s, %s", (name, value, label, text) => {
	expect(namedFact(name, value)).toEqual({ label, text });
});
