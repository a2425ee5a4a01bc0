import { isFailure, unwrap } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { ES384, ES512, ML_DSA_44, ML_DSA_65, ML_DSA_87, PS256 } from "../algorithms.ts";
import { RelyingParty } from "../server.ts";
import {
	AUTHENTICATION_MISBEHAVIOURS,
	type AuthenticationMisbehaviour,
	REGISTRATION_MISBEHAVIOURS,
	type RegistrationMisbehaviour,
	SoftwareAuthenticator,
} from "../testing.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example", userVerification: "required" });
const user = { id: "account", name: "ada" };

async function registeredWith(authenticator: SoftwareAuthenticator, party = relyingParty) {
	const { challenge, options } = party.register({ user });
	return unwrap(await party.verifyRegistration(await authenticator.create(options), { challenge }));
}

describe("the ceremonies of a software authenticator", () => {
	test.each([
		[-7, "none"],
		[-7, "packed"],
		[-257, "none"],
		[-257, "packed"],
		[-8, "none"],
		[-8, "packed"],
		[-35, "packed"],
		[-36, "packed"],
		[-37, "packed"],
		[-48, "packed"],
		[-49, "packed"],
		[-50, "packed"],
	] as const)("by algorithm %d with %s attestation are accepted", async (algorithm, attestation) => {
		const relyingParty = new RelyingParty({
			id: "example.com",
			name: "Example",
			algorithms: [-7, -257, -8, ES384, ES512, PS256, ML_DSA_44, ML_DSA_65, ML_DSA_87],
		});
		const authenticator = new SoftwareAuthenticator({ algorithms: [algorithm], attestation });
		const passkey = await registeredWith(authenticator, relyingParty);
		expect(passkey).toMatchObject({
			algorithm,
			attestation,
			counter: 1,
			userVerified: true,
			syncable: true,
			backedUp: true,
		});
		const { challenge, options } = relyingParty.authenticate({ allow: [passkey] });
		const result = await relyingParty.verifyAuthentication(await authenticator.get(options), { challenge, passkey });
		expect(unwrap(result)).toStrictEqual({
			passkey,
			id: passkey.id,
			counter: 2,
			userHandle: "YWNjb3VudA",
			userVerified: true,
			syncable: true,
			backedUp: true,
			rpId: "example.com",
			origin: "https://example.com",
			crossOrigin: false,
			topOrigin: null,
			clientExtensionResults: {},
		});
	});

	test("take the first offered algorithm that the authenticator has", async () => {
		const party = new RelyingParty({ id: "example.com", name: "Example", algorithms: [-8, -7] });
		expect(await registeredWith(new SoftwareAuthenticator(), party)).toMatchObject({ algorithm: -8 });
		expect(await registeredWith(new SoftwareAuthenticator({ algorithms: [-257, -7] }), party)).toMatchObject({
			algorithm: -7,
		});
		const { options } = party.register({ user });
		await expect(new SoftwareAuthenticator({ algorithms: [-257] }).create(options)).rejects.toMatchObject({
			name: "NotSupportedError",
		});
	});

	test("report the options that the authenticator was made with", async () => {
		const aaguid = "01234567-89ab-cdef-0123-456789abcdef";
		const authenticator = new SoftwareAuthenticator({ aaguid, transports: ["usb"], counts: false, syncs: false });
		expect(await registeredWith(authenticator)).toMatchObject({
			aaguid,
			transports: ["usb"],
			counter: 0,
			syncable: false,
			backedUp: false,
		});
	});

	test("run on the given origin and in the given frame", async () => {
		const origin = "https://app.example.com";
		const party = new RelyingParty({ id: "example.com", name: "Example", origin, allowFramed: true });
		await registeredWith(new SoftwareAuthenticator({ origin }), party);
		const authenticator = new SoftwareAuthenticator();
		const { challenge, options } = party.register({ user });
		const response = await authenticator.create(options, { origin, topOrigin: "https://portal.example" });
		expect(isFailure(await party.verifyRegistration(response, { challenge }))).toBe(false);
	});

	test("verify no user when that is discouraged or switched off", async () => {
		const party = new RelyingParty({ id: "example.com", name: "Example", userVerification: "discouraged" });
		const passkey = await registeredWith(new SoftwareAuthenticator(), party);
		expect(passkey.userVerified).toBe(false);
		const { challenge, options } = relyingParty.register({ user });
		const response = await new SoftwareAuthenticator().create(options, { userVerified: false });
		const result = await relyingParty.verifyRegistration(response, { challenge });
		expect(isFailure(result) && result.error.name).toBe("UserVerificationError");
	});

	test("refuse an excluded credential as a browser does", async () => {
		const authenticator = new SoftwareAuthenticator();
		const passkey = await registeredWith(authenticator);
		const { options } = relyingParty.register({ user, exclude: [passkey] });
		await expect(authenticator.create(options)).rejects.toMatchObject({ name: "InvalidStateError" });
		await expect(new SoftwareAuthenticator().create(options)).resolves.toBeDefined();
	});

	test("answer with the newest allowed credential of the relying party, and reject when there is none", async () => {
		const authenticator = new SoftwareAuthenticator();
		const older = await registeredWith(authenticator);
		const newer = await registeredWith(authenticator);
		await registeredWith(authenticator, new RelyingParty({ id: "example.org", name: "Other" }));
		expect((await authenticator.get(relyingParty.authenticate().options)).id).toBe(newer.id);
		expect((await authenticator.get(relyingParty.authenticate({ allow: [older.id] }).options)).id).toBe(older.id);
		await expect(authenticator.get(relyingParty.authenticate({ allow: ["AAAA"] }).options)).rejects.toMatchObject({
			name: "NotAllowedError",
		});
	});

	test("find a credential that is not discoverable only by its id", async () => {
		const authenticator = new SoftwareAuthenticator();
		const { challenge, options } = relyingParty.register({ user, residentKey: "discouraged" });
		const passkey = unwrap(await relyingParty.verifyRegistration(await authenticator.create(options), { challenge }));
		await expect(authenticator.get(relyingParty.authenticate().options)).rejects.toMatchObject({
			name: "NotAllowedError",
		});
		await expect(authenticator.get(relyingParty.authenticate({ allow: [passkey] }).options)).resolves.toBeDefined();
	});
});

describe("each misbehaviour causes its refusal, and no other", () => {
	test.each(Object.entries(REGISTRATION_MISBEHAVIOURS))("registering with %s: %s", async (misbehaving, refusal) => {
		const authenticator = new SoftwareAuthenticator({ seed: misbehaving });
		const { challenge, options } = relyingParty.register({ user });
		const response = await authenticator.create(options, { misbehaving: misbehaving as RegistrationMisbehaviour });
		const result = await relyingParty.verifyRegistration(response, { challenge });
		expect(isFailure(result) && result.error.name).toBe(refusal);
	});

	test.each(Object.entries(AUTHENTICATION_MISBEHAVIOURS))("signing in with %s: %s", async (misbehaving, refusal) => {
		const authenticator = new SoftwareAuthenticator({ seed: misbehaving });
		const passkey = await registeredWith(authenticator);
		const { challenge, options } = relyingParty.authenticate();
		const response = await authenticator.get(options, { misbehaving: misbehaving as AuthenticationMisbehaviour });
		const result = await relyingParty.verifyAuthentication(response, { challenge, passkey });
		expect(isFailure(result) && result.error.name).toBe(refusal);
	});

	test("together they cause every refusal that the server half can answer", async () => {
		const server = await import("../server.ts");
		const refusals = Object.keys(server).filter((name) => name.endsWith("Error") && name !== "PasskeyError");
		const met = new Set<string>([
			...Object.values(REGISTRATION_MISBEHAVIOURS),
			...Object.values(AUTHENTICATION_MISBEHAVIOURS),
		]);
		expect(refusals).toHaveLength(12);
		expect([...met].toSorted()).toStrictEqual(refusals.toSorted());
	});
});

describe("a seed", () => {
	const options = {
		registration: { ...relyingParty.register({ user }).options, challenge: "AAAA" },
		signIn: { ...relyingParty.authenticate().options, challenge: "BBBB" },
	};
	const ceremonies = async (seed: string | undefined, algorithm: number, attestation: "none" | "packed" = "packed") => {
		const authenticator = new SoftwareAuthenticator({
			...(seed !== undefined && { seed }),
			algorithms: [algorithm],
			attestation,
		});
		return [
			await authenticator.create({
				...options.registration,
				pubKeyCredParams: [{ type: "public-key", alg: algorithm }],
			}),
			await authenticator.get(options.signIn),
		];
	};

	test.each([-7, -257, -8, -35, -36, -37])(
		"makes every byte of algorithm %d's ceremonies repeatable",
		async (algorithm) => {
			const first = await ceremonies("seed", algorithm);
			expect(await ceremonies("seed", algorithm)).toStrictEqual(first);
			expect(await ceremonies("another seed", algorithm)).not.toStrictEqual(first);
		},
	);

	test.each([-48, -49, -50])("makes the key of algorithm %d repeatable, and not its signatures", async (algorithm) => {
		const [created, got] = await ceremonies("seed", algorithm, "none");
		const [createdAgain, gotAgain] = await ceremonies("seed", algorithm, "none");
		expect(createdAgain).toStrictEqual(created);
		expect(gotAgain?.id).toBe(got?.id);
		expect(gotAgain).not.toStrictEqual(got);
	});

	test("is optional: without one, two authenticators make different credentials", async () => {
		expect(await ceremonies(undefined, -7)).not.toStrictEqual(await ceremonies(undefined, -7));
	});
});
