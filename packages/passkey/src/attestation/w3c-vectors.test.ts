/**
 * The vectors of WebAuthn Level 3 §16 whose statements carry a chain, where the published file lies beside this
 * repository. (Without it they are not computed: their certificates are the file's.)
 */

import { existsSync, readFileSync } from "node:fs";
import { isFailure } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { ES384, ES512 } from "../algorithms.ts";
import { RelyingParty } from "../server.ts";
import type { RegistrationResponseJSON } from "../webauthn-json.ts";
import { type AttestationPolicyOptions, attestationPolicy } from "./policy.ts";
import { makeAuthority } from "./testing/certificates.ts";

interface PublishedVector {
	readonly id: string;
	readonly json: {
		readonly registration: RegistrationResponseJSON;
		readonly challenge: { readonly registration: string };
	};
}

const PUBLISHED_FILE = new URL("../../../../../shared/vectors/webauthn-level3.json", import.meta.url);
const published: { attestationRoot: { attestation_ca_cert: string }; vectors: PublishedVector[] } | undefined =
	existsSync(PUBLISHED_FILE) ? JSON.parse(readFileSync(PUBLISHED_FILE, "utf8")) : undefined;

describe.skipIf(!published)("the standard's vectors with chains (../shared/vectors/webauthn-level3.json)", () => {
	const root = Buffer.from(published?.attestationRoot.attestation_ca_cert ?? "", "hex");

	async function register(id: string, options: Partial<AttestationPolicyOptions> = {}) {
		const vector = published?.vectors.find((each) => each.id === id);
		if (!vector) throw new Error(`no vector ${id}`);
		const relyingParty = new RelyingParty({
			id: "example.org",
			name: "Example",
			algorithms: [-7, -257, -8, ES384, ES512],
			attestation: attestationPolicy({ trustAnchors: [root], ...options }),
		});
		const { registration, challenge } = vector.json;
		return relyingParty.verifyRegistration(registration, { challenge: challenge.registration });
	}

	test.each([
		["packed-es256", "packed", "basic-or-attca"],
		["packed-es384", "packed", "basic-or-attca"],
		["packed-es512", "packed", "basic-or-attca"],
		["packed-rs256", "packed", "basic-or-attca"],
		["packed-eddsa", "packed", "basic-or-attca"],
		["tpm-es256", "tpm", "attca"],
		["apple-es256", "apple", "anonca"],
		["fido-u2f-es256", "fido-u2f", "basic-or-attca"],
	])("%s leads to the root of the vectors", async (id, format, type) => {
		const result = await register(id);
		if (isFailure(result)) throw result.error;
		expect(result.data.attestation).toBe(format);
		expect(result.data.attestationTrust?.type).toBe(type);
		expect(result.data.attestationTrust?.path.at(-1)).toBe(root.toString("base64"));
	});

	test.each(["none-es256", "packed-self-es256"])(
		"%s is taken where the policy takes it, and only there",
		async (id) => {
			const result = await register(id, { acceptUnattested: ["none", "self"] });
			expect(result.status).toBe("success");
			expect(await register(id)).toMatchObject({ error: { name: "AttestationError", reason: "unattested" } });
		},
	);

	// Its two lists are empty, where the procedure demands an origin and a purpose (§8.4).
	test("android-key-es256 proves no origin and no purpose of its key, in neither list", async () => {
		expect(await register("android-key-es256")).toMatchObject({ error: { reason: "authorization-list" } });
		const refused = await register("android-key-es256", { androidKeyLists: "union" });
		expect(refused).toMatchObject({ error: { reason: "authorization-list" } });
	});

	test("a chain that leads elsewhere is refused", async () => {
		const stranger = await makeAuthority();
		const refused = await register("packed-es256", { trustAnchors: [stranger.certificate] });
		expect(refused).toMatchObject({ error: { reason: "untrusted" } });
	});
});
