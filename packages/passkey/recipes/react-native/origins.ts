/**
 * The server's half: from which origin each system answers, and the two documents by which it believes that the app and
 * the domain belong together.
 *
 * @example
 * ```ts
 * const origin = ["https://example.com", androidOrigin(FINGERPRINT)];
 * const relyingParty = new RelyingParty({ id: "example.com", name: "Example", origin });
 * ```
 */

/**
 * The origin of an Android app; that of an iOS app is the domain's, with https.
 *
 * @param fingerprint the SHA-256 of the certificate that signs the app, as `keytool -list` and the Play Console write
 * it: 32 bytes in hexadecimal, with colons. A debug build is signed by another one.
 */
export function androidOrigin(fingerprint: string): string {
	const bytes = Uint8Array.from(fingerprint.split(":"), (byte) => Number.parseInt(byte, 16));
	if (bytes.length !== 32) throw new RangeError("a SHA-256 fingerprint has 32 bytes");
	const base64url = btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
	return `android:apk-key-hash:${base64url}`;
}

/** `/.well-known/assetlinks.json`, as `application/json`, for Android. */
export function assetLinks(packageName: string, fingerprint: string): object[] {
	return [
		{
			relation: ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
			target: { namespace: "android_app", package_name: packageName, sha256_cert_fingerprints: [fingerprint] },
		},
	];
}

/** `/.well-known/apple-app-site-association`, as `application/json`, for iOS. @param appId `TEAMID.com.example.app`. */
export function appSiteAssociation(appId: string): object {
	return { webcredentials: { apps: [appId] } };
}
