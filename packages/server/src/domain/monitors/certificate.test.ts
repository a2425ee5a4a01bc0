import { describe, expect, test } from "vitest";
import { type Answered, type Failed, type Fault, NO_PHASES } from "../checks/observation.ts";
import { type CertificateFacts, certificateFacts, NO_CERTIFICATE, validity, validityEndsAt } from "./certificate.ts";
import type { HttpSettings } from "./types.ts";

const DAY = 86_400_000;
const now = Date.UTC(2026, 5, 1);
const https: HttpSettings = { type: "http", url: "https://example.com/", method: "GET", expectedStatus: 200 };
const seen = (expiresAt: number) => ({ expiresAt, issuer: "Example CA", fingerprint: "ab" });
const answered = (expiresAt: number): Answered => ({
	kind: "answered",
	type: "http",
	status: 200,
	responseTimeMs: 1,
	phases: NO_PHASES,
	failedContentCheckId: null,
	certificate: seen(expiresAt),
	address: "192.0.2.1",
});
const failed = (fault: Fault, certificate: Failed["certificate"]): Failed => ({
	kind: "failed",
	fault,
	phase: "tls",
	message: "",
	phases: NO_PHASES,
	certificate,
	address: null,
});
const known: CertificateFacts = {
	status: "valid",
	expiresAt: now + 90 * DAY,
	issuer: "Example CA",
	fingerprint: "ab",
	lastCheckedAt: now - DAY,
};

describe("a certificate", () => {
	test.each([
		[now + 30 * DAY + 1, "valid"],
		[now + 30 * DAY, "expiring"],
		[now + 1, "expiring"],
		[now, "expired"],
	])("that ends at %d is %s, with 30 days of warning", (expiresAt, status) => {
		expect(certificateFacts(NO_CERTIFICATE, https, answered(expiresAt), 30, now)).toEqual({
			status,
			expiresAt,
			issuer: "Example CA",
			fingerprint: "ab",
			lastCheckedAt: now,
		});
	});

	test("that was refused as expired is expired; any other refusal is an error that keeps the certificate's details", () => {
		expect(certificateFacts(known, https, failed("tls_expired", seen(now - DAY)), 30, now)).toMatchObject({
			status: "expired",
			expiresAt: now - DAY,
		});
		expect(certificateFacts(known, https, failed("tls_wrong_name", seen(now + DAY)), 30, now)).toMatchObject({
			status: "error",
			expiresAt: now + DAY,
		});
	});

	test("without a handshake is an error that keeps the previous certificate's details", () => {
		expect(certificateFacts(known, https, failed("refused", null), 30, now)).toEqual({
			...known,
			status: "error",
			lastCheckedAt: now,
		});
	});

	test("is not changed by a missed check, and unknown if the target is not https", () => {
		expect(certificateFacts(known, https, { kind: "missed", cause: "resolver", message: "" }, 30, now)).toBe(known);
		expect(certificateFacts(known, { ...https, url: "http://example.com/" }, answered(now), 30, now)).toEqual(
			NO_CERTIFICATE,
		);
	});
});

test("a status holds until the instant that is said, and is another one then", () => {
	const expiresAt = now + 30 * DAY;
	for (const at of [now - 1, now, now + 29 * DAY, expiresAt - 7 * DAY, expiresAt - 1]) {
		const endsAt = validityEndsAt(expiresAt, 7, at);
		expect(validity(expiresAt, 7, endsAt - 1)).toBe(validity(expiresAt, 7, at));
		expect(validity(expiresAt, 7, endsAt)).not.toBe(validity(expiresAt, 7, at));
	}
	expect(validityEndsAt(expiresAt, 7, expiresAt)).toBe(Number.POSITIVE_INFINITY);
});
