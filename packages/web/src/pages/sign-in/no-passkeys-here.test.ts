import { afterEach, expect, test, vi } from "vitest";
import { noPasskeysHere } from "./no-passkeys-here.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

test.each([
	["http://lapwing.example", false, false, "Passkeys need https or localhost."],
	["http://192.0.2.1:7070", false, false, "Passkeys need https or localhost."],
	["http://127.0.0.1:7070", true, true, "Passkeys need https or localhost."],
	["https://192.0.2.1", true, true, "Passkeys need a host name in place of an IP address."],
	["https://[2001:db8::1]", true, true, "Passkeys need a host name in place of an IP address."],
	["https://lapwing.example", true, false, "This browser has no passkeys."],
	["http://localhost:7070", true, false, "This browser has no passkeys."],
	[
		"https://other.example",
		true,
		true,
		"Passkeys need PUBLIC_URL to be https://other.example, where this page was opened.",
	],
])("at %s, secure %s and with WebAuthn %s, the reason is known", (address, isSecure, hasWebAuthn, expected) => {
	vi.stubGlobal("location", new URL(address));
	vi.stubGlobal("isSecureContext", isSecure);
	vi.stubGlobal("PublicKeyCredential", hasWebAuthn ? class {} : undefined);
	vi.stubGlobal("navigator", { credentials: { get: () => undefined } });
	expect(noPasskeysHere()).toBe(expected);
});
