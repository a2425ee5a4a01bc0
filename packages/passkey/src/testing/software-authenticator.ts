/**
 * A software authenticator with its browser: answers ceremonies as a passkey provider does, or wrong in one named way.
 * Its private keys are unprotected in memory and its arithmetic is slow and not constant in time: for tests only.
 */

import { decodeBase64url, encodeBase64url } from "../base64url.ts";
import type { CborMap } from "../server/responses/cbor.ts";
import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from "../webauthn-json.ts";
import {
	AUTHENTICATOR_EXTENSIONS,
	type AuthenticatorExtension,
	answerRegistration,
	answerSignIn,
	type ExtensionState,
	requireSoundInputs,
} from "./authenticator-extensions.ts";
import { type Bytes, concatenate, sha256 } from "./bytes.ts";
import { cborMap, encodeCbor } from "./encode-cbor.ts";
import { type Entropy, seededEntropy, systemEntropy } from "./entropy.ts";
import type { CredentialKey } from "./keys/credential-key.ts";
import { KEY_MAKERS } from "./keys/key-makers.ts";
import { isMissingMlDsa } from "./keys/ml-dsa-key.ts";
import type { AuthenticationMisbehaviour, Misbehaviour, RegistrationMisbehaviour } from "./misbehaviour.ts";
import { type AuthenticatorDataParts, writeAuthenticatorData } from "./write-authenticator-data.ts";

export interface SoftwareAuthenticatorOptions {
	/**
	 * Any text: the same seed and the same ceremonies one after the other give the same bytes, except signatures by
	 * ML-DSA, which the runtime randomizes. Default: different bytes in each run.
	 */
	seed?: string;
	/** The origin of the page that runs the ceremonies. Default: the https origin of the relying party's id. */
	origin?: string;
	/**
	 * COSE numbers of the algorithms that it can do; it takes the first of those offered. Default: all that the server
	 * entry point and `@lapwing/passkey/algorithms` verify, ML-DSA where this runtime has it.
	 */
	algorithms?: readonly number[];
	/** `packed` signs each registration with the new credential's own key. Default: `none`. */
	attestation?: "none" | "packed";
	/** 16 bytes as a hyphenated UUID. Default: its own. */
	aaguid?: string;
	/** What it reports of itself on registration. Default: `internal` and `hybrid`. */
	transports?: readonly string[];
	/** Whether it has a counter, from 1 on each credential. Default: true. Synced passkeys have none. */
	counts?: boolean;
	/** Whether its credentials are synced: eligible for backup, and backed up. Default: true. */
	syncs?: boolean;
	/** The extensions that it, and the browser before it, can do; it ignores others. Default: all of them. */
	extensions?: readonly AuthenticatorExtension[];
	/** What it answers to `minPinLength`. Default: 4. */
	minPinLength?: number;
}

/** What is different about one ceremony. */
export interface Circumstances<Way extends Misbehaviour = Misbehaviour> {
	misbehaving?: Way | undefined;
	/** Default: the authenticator's. */
	origin?: string | undefined;
	/** The origin of the page around, when the ceremony runs in a cross-origin frame. Default: no frame. */
	topOrigin?: string | undefined;
	/** False for a passkey that is made without asking, as a conditional registration does. Default: true. */
	userPresent?: boolean | undefined;
	/** Default: whether the user is present, unless the options discourage user verification. */
	userVerified?: boolean | undefined;
}

interface Credential extends ExtensionState {
	readonly id: string;
	/** Or the AppID, of a credential of FIDO U2F. */
	readonly rpId: string;
	readonly userHandle: string;
	readonly isDiscoverable: boolean;
	/** U2F verifies nobody and syncs nothing. */
	readonly isU2f?: boolean;
	readonly key: CredentialKey;
	counter: number;
}

/** "lapwing-test" in ASCII. */
const DEFAULT_AAGUID = "6c617077-696e-672d-7465-737400000000";
const CREDENTIAL_ID_BYTES = 32;

export class SoftwareAuthenticator {
	readonly #options: Required<Omit<SoftwareAuthenticatorOptions, "seed" | "origin">>;
	readonly #origin: string | undefined;
	readonly #entropy: Entropy;
	readonly #credentials: Credential[] = [];

	constructor(options: SoftwareAuthenticatorOptions = {}) {
		const { seed, origin, ...rest } = options;
		this.#options = {
			algorithms: [...KEY_MAKERS.keys()],
			attestation: "none",
			aaguid: DEFAULT_AAGUID,
			transports: ["internal", "hybrid"],
			counts: true,
			syncs: true,
			extensions: AUTHENTICATOR_EXTENSIONS,
			minPinLength: 4,
			...rest,
		};
		this.#origin = origin;
		this.#entropy = seed === undefined ? systemEntropy : seededEntropy(seed);
	}

	/**
	 * Makes a credential. Rejects as a browser does: `InvalidStateError` when it holds an excluded one already,
	 * `NotSupportedError` when it can do none of the algorithms.
	 */
	async create(
		options: PublicKeyCredentialCreationOptionsJSON,
		circumstances: Circumstances<RegistrationMisbehaviour> = {},
	): Promise<RegistrationResponseJSON> {
		const excluded = options.excludeCredentials ?? [];
		const inputs = options.extensions ?? {};
		const ids = [options.rp.id, this.#knows("appidExclude") ? inputs.appidExclude : undefined];
		if (this.#credentials.some((held) => ids.includes(held.rpId) && excluded.some(({ id }) => id === held.id))) {
			throw new DOMException("The authenticator holds an excluded credential", "InvalidStateError");
		}
		const offered = options.pubKeyCredParams.map(({ alg }) => alg);
		const { algorithms } = this.#options;
		const algorithm = offered.find(
			(each) => algorithms.includes(each) && KEY_MAKERS.has(each) && !isMissingMlDsa(each),
		);
		if (algorithm === undefined) throw new DOMException("No algorithm in common", "NotSupportedError");

		const { misbehaving } = circumstances;
		const selection = options.authenticatorSelection;
		const isDiscoverable = selection?.residentKey !== "discouraged";
		const { extensions: known, minPinLength } = this.#options;
		const entropy = this.#entropy;
		const answers = await answerRegistration({ inputs, known, isDiscoverable, minPinLength, entropy });
		const made = await this.#makeCredential(options.rp.id, options.user.id, algorithm);
		const credential = { ...made, ...answers.state, isDiscoverable };
		this.#credentials.push(credential);

		const id = decodeBase64url(credential.id) ?? new Uint8Array();
		const publicKey = misbehaving === "other-algorithm" ? ES256K_KEY : credential.key.publicKey;
		const clientData = this.#clientData("webauthn.create", options.challenge, options.rp.id, circumstances);
		const authenticatorData = await this.#authenticatorData(credential, selection?.userVerification, circumstances, {
			attested: { aaguid: uuidBytes(this.#options.aaguid), id, publicKey },
			...(answers.authenticator && { extensions: answers.authenticator }),
		});
		const signed = concatenate(authenticatorData, await sha256(clientData));
		const attestationObject = encodeCbor(
			await this.#attestation(credential.key, authenticatorData, signed, misbehaving),
		);
		return {
			id: credential.id,
			rawId: credential.id,
			type: "public-key",
			authenticatorAttachment: "platform",
			clientExtensionResults: answers.client,
			response: {
				clientDataJSON: encodeBase64url(garbledIf(misbehaving, clientData)),
				attestationObject: encodeBase64url(attestationObject),
				authenticatorData: encodeBase64url(authenticatorData),
				transports: [...this.#options.transports],
				publicKeyAlgorithm: algorithm,
			},
		};
	}

	/**
	 * Answers with the newest credential that is allowed. Rejects with `NotAllowedError`, as a browser does in the end,
	 * when it holds none.
	 */
	async get(
		options: PublicKeyCredentialRequestOptionsJSON,
		circumstances: Circumstances<AuthenticationMisbehaviour> = {},
	): Promise<AuthenticationResponseJSON> {
		const { misbehaving } = circumstances;
		const rpId = options.rpId ?? new URL(circumstances.origin ?? this.#origin ?? "").hostname;
		const allowed = (options.allowCredentials ?? []).map(({ id }) => id);
		const inputs = options.extensions ?? {};
		requireSoundInputs(inputs, allowed);
		const ids = [rpId, this.#knows("appid") ? inputs.appid : undefined];
		const held = this.#credentials.findLast(
			(each) => ids.includes(each.rpId) && (allowed.length > 0 ? allowed.includes(each.id) : each.isDiscoverable),
		);
		if (!held) throw new DOMException("The authenticator holds no such credential", "NotAllowedError");

		const credential =
			misbehaving === "other-credential" ? await this.#makeCredential(rpId, held.userHandle, held.key.algorithm) : held;
		if (misbehaving !== "stale-counter") credential.counter++;
		const clientData = this.#clientData("webauthn.get", options.challenge, rpId, circumstances);
		const authenticatorData = await this.#authenticatorData(credential, options.userVerification, circumstances);
		const signed = concatenate(authenticatorData, await sha256(clientData));
		if (misbehaving === "broken-signature") signed.reverse();
		const { extensions: known } = this.#options;
		const clientExtensionResults = await answerSignIn({ inputs, known, allowed, credential });
		return {
			id: credential.id,
			rawId: credential.id,
			type: "public-key",
			authenticatorAttachment: "platform",
			clientExtensionResults,
			response: {
				clientDataJSON: encodeBase64url(garbledIf(misbehaving, clientData)),
				authenticatorData: encodeBase64url(authenticatorData),
				signature: encodeBase64url(await credential.key.sign(signed)),
				...(credential.userHandle !== "" && { userHandle: credential.userHandle }),
			},
		};
	}

	/**
	 * Makes a credential as FIDO U2F did, before WebAuthn: bound to an AppID, and found only by its id and through the
	 * `appid` extension. Answers what the account stores of it.
	 */
	async registerU2f(appid: string): Promise<{ id: string; publicKey: string; counter: number }> {
		const credential = { ...(await this.#makeCredential(appid, "", -7)), isU2f: true };
		this.#credentials.push(credential);
		const { id, key, counter } = credential;
		return { id, publicKey: encodeBase64url(key.publicKey), counter };
	}

	#knows(extension: AuthenticatorExtension): boolean {
		return this.#options.extensions.includes(extension);
	}

	async #makeCredential(rpId: string, userHandle: string, algorithm: number): Promise<Credential> {
		const makeKey = KEY_MAKERS.get(algorithm);
		if (!makeKey) throw new RangeError("no such algorithm");
		const id = encodeBase64url(await this.#entropy(CREDENTIAL_ID_BYTES));
		const key = await makeKey(this.#entropy);
		return { id, rpId, userHandle, isDiscoverable: false, key, counter: 1 };
	}

	#clientData(type: string, challenge: string, rpId: string, circumstances: Circumstances): Bytes {
		const { misbehaving } = circumstances;
		const origin = circumstances.origin ?? this.#origin ?? `https://${rpId}`;
		const topOrigin = misbehaving === "cross-origin-frame" ? "https://frame.example" : circumstances.topOrigin;
		const clientData = {
			type,
			challenge: misbehaving === "other-challenge" ? encodeBase64url(new Uint8Array(32)) : challenge,
			origin: misbehaving === "other-origin" ? "https://other.example" : origin,
			crossOrigin: topOrigin !== undefined,
			...(topOrigin !== undefined && { topOrigin }),
		};
		return new TextEncoder().encode(JSON.stringify(clientData));
	}

	#authenticatorData(
		credential: Credential,
		userVerification: string | undefined,
		{
			misbehaving,
			userPresent = true,
			userVerified = userPresent && userVerification !== "discouraged",
		}: Circumstances,
		rest: Pick<AuthenticatorDataParts, "attested" | "extensions"> = {},
	): Promise<Bytes> {
		return writeAuthenticatorData({
			rpId: misbehaving === "other-relying-party" ? `other.${credential.rpId}` : credential.rpId,
			userPresent: userPresent && misbehaving !== "absent-user",
			userVerified: userVerified && !credential.isU2f && misbehaving !== "unverified-user",
			backupEligible: this.#options.syncs && !credential.isU2f,
			backedUp: this.#options.syncs && !credential.isU2f,
			counter: this.#options.counts ? credential.counter : 0,
			...rest,
		});
	}

	async #attestation(
		key: CredentialKey,
		authData: Bytes,
		signed: Bytes,
		misbehaving: Misbehaviour | undefined,
	): Promise<CborMap> {
		const hasChain = misbehaving === "certificate-chain";
		if (this.#options.attestation === "none" && !hasChain) {
			return cborMap(["fmt", "none"], ["attStmt", cborMap()], ["authData", authData]);
		}
		const statement = cborMap(["alg", key.algorithm], ["sig", await key.sign(signed)]);
		if (hasChain) statement.set("x5c", [Uint8Array.of(0x30, 0)]);
		return cborMap(["fmt", "packed"], ["attStmt", statement], ["authData", authData]);
	}
}

/** A key in the form of ES256K (-47 on secp256k1), which no relying party of this library offers. */
const ES256K_KEY = encodeCbor(cborMap([1, 2], [3, -47], [-1, 8], [-2, new Uint8Array(32)], [-3, new Uint8Array(32)]));

function garbledIf(misbehaving: Misbehaviour | undefined, clientData: Bytes): Bytes {
	return misbehaving === "garbled-response" ? clientData.subarray(0, -1) : clientData;
}

function uuidBytes(uuid: string): Bytes {
	return Uint8Array.from(uuid.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
