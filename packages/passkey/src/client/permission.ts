/**
 * What the permissions policy says of WebAuthn (WebAuthn Level 3 §5.10): a frame of another origin is denied both
 * operations unless its `allow` attribute lists them. Only Chromium's browsers answer a page that asks; in others such
 * a ceremony ends like a dismissed prompt.
 */

/** A function of `navigator.credentials`. */
export type Operation = "get" | "create";

interface Policy {
	features(): string[];
	allowsFeature(feature: string): boolean;
}

/** The name by which policies and `allow` attributes know `operation`. */
export function featureOf(operation: Operation): string {
	return `publickey-credentials-${operation}`;
}

/** Whether no policy denies `operation`; true where the browser does not say. */
export function isPermitted(operation: Operation): boolean {
	// Chromium's name; no browser has the standard's `permissionsPolicy` yet.
	const policy = (globalThis.document as { featurePolicy?: Policy } | undefined)?.featurePolicy;
	const feature = featureOf(operation);
	// `allowsFeature` answers false for a feature that the browser does not know.
	return !policy?.features().includes(feature) || policy.allowsFeature(feature);
}
