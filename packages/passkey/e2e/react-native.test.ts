/** The React Native recipe, with answers in the shapes that its modules give, against the routes of the Hono recipe. */

import { createHash, randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { RelyingParty } from "@lapwing/passkey/server";
import { SoftwareAuthenticator } from "@lapwing/passkey/testing";
import { expect, test } from "vitest";
import { createApp } from "../recipes/hono/app.ts";
import { PasskeyService } from "../recipes/passkeys/passkey-service.ts";
import { Sessions } from "../recipes/passkeys/sessions.ts";
import { androidOrigin } from "../recipes/react-native/origins.ts";
import {
	addPasskey,
	type NativePasskeys,
	type Post,
	signIn,
	toStandardJson,
} from "../recipes/react-native/passkeys.ts";
import { SQLITE_SCHEMA, SqlitePasskeys, sqliteChallenges } from "../recipes/stores/sqlite.ts";

// Of the certificate `keytool` writes for a debug build, in its notation.
const CERTIFICATE = createHash("sha256").update("certificate").digest();
const FINGERPRINT = CERTIFICATE.toString("hex")
	.toUpperCase()
	.replace(/..(?!$)/g, "$&:");
const ANDROID = androidOrigin(FINGERPRINT);

/** The Hono recipe, and an app at it that keeps its cookies. */
function host() {
	const database = new DatabaseSync(":memory:");
	database.exec(SQLITE_SCHEMA);
	const refused: string[] = [];
	const service = new PasskeyService({
		relyingParty: new RelyingParty({
			id: "example.com",
			name: "Example",
			origin: ["https://example.com", ANDROID],
		}),
		challenges: sqliteChallenges(database),
		passkeys: new SqlitePasskeys(database),
		warn: (_event, reason) => refused.push(reason),
	});
	const app = createApp(service, new Sessions());
	let cookie = "";
	const post: Post = async (path, body) => {
		const headers = { cookie, "content-type": "application/json" };
		const response = await app.request(path, { method: "POST", headers, body: JSON.stringify(body) });
		cookie = response.headers.getSetCookie().at(-1)?.split(";")[0] ?? cookie;
		return response;
	};
	const signOut = () => {
		cookie = "";
	};
	return {
		post,
		signOut,
		refused,
		passkeys: new SqlitePasskeys(database),
		account: () => app.request("/account", { headers: { cookie } }),
	};
}

type Json = Record<string, unknown>;

/** Standard base64, as `react-native-passkey` wrote ids before 3. */
const toBase64 = (text: unknown) => Buffer.from(String(text), "base64url").toString("base64");

/** What `react-native-passkeys` 0.4 hands out on iOS: every member of its records, null where there is nothing. */
const nullMembers = (credential: Json, response: Json): Json => ({
	...credential,
	authenticatorAttachment: null,
	clientExtensionResults: {
		largeBlob: { supported: true, blob: null, written: null },
		prf: { enabled: true, results: null },
	},
	response: {
		authenticatorData: null,
		transports: null,
		publicKeyAlgorithm: null,
		publicKey: null,
		...response,
		getPublicKey: () => response["publicKey"],
	},
});

const shapes: Record<string, (credential: Json, response: Json) => Json> = {
	"null members": nullMembers,
	"no extension results": (credential, response) => ({
		...nullMembers(credential, response),
		clientExtensionResults: null,
	}),
	"standard base64, without a rawId": (credential, response) => ({
		...credential,
		id: toBase64(credential["id"]),
		rawId: null,
		response: Object.fromEntries(
			Object.entries(response).map(([name, value]) => [name, typeof value === "string" ? toBase64(value) : value]),
		),
	}),
};

function nativeModule(authenticator: SoftwareAuthenticator, shape: (credential: Json, response: Json) => Json) {
	const shaped = (credential: object) => {
		const { response, ...outer } = credential as Json;
		return shape(outer, response as Json);
	};
	const native: NativePasskeys = {
		create: async (options) => shaped(await authenticator.create(options)),
		get: async (options) => shaped(await authenticator.get(options)),
	};
	return native;
}

test.each(Object.entries(shapes))(
	"an app whose module answers with %s registers and signs in",
	async (_name, shape) => {
		const { post, signOut, account, refused, passkeys } = host();
		// Ids whose standard base64 has padding, and mostly the two characters that differ.
		const authenticator = new SoftwareAuthenticator({ origin: ANDROID, seed: randomBytes(16).toString("hex") });
		const native = nativeModule(authenticator, shape);
		await post("/sign-up", {});
		expect({ isAdded: await addPasskey(native, post), refused }).toStrictEqual({ isAdded: true, refused: [] });
		signOut();
		expect({ isIn: await signIn(native, post), refused }).toStrictEqual({ isIn: true, refused: [] });
		expect(await (await account()).json()).toStrictEqual({ name: "ada" });
		const { id } = await authenticator.get((await (await post("/passkey/challenge", {})).json()) as never);
		expect(await passkeys.find(id)).toMatchObject({ id });
	},
);

test("the server accepts null members as they are, and refuses standard base64", async () => {
	const relyingParty = new RelyingParty({ id: "example.com", name: "Example", origin: ANDROID });
	const authenticator = new SoftwareAuthenticator({ origin: ANDROID });
	const { challenge, options } = relyingParty.register({ user: { id: "account-1", name: "ada" } });
	const { response, ...outer } = (await authenticator.create(options)) as unknown as Json;
	const outcome = async (shape: (credential: Json, response: Json) => Json) => {
		const result = await relyingParty.verifyRegistration(shape(outer, response as Json), { challenge });
		return result.status === "success" ? "success" : result.error.name;
	};
	expect(await outcome(nullMembers)).toBe("success");
	expect(await outcome(shapes["no extension results"] ?? nullMembers)).toBe("success");
	expect(
		await outcome((credential, members) => ({ ...credential, id: `${credential["id"]}=`, response: members })),
	).toBe("MalformedResponseError");
});

test("an app of another certificate is refused", async () => {
	const { post, refused } = host();
	const origin = androidOrigin(FINGERPRINT.replace(/^../, "00"));
	await post("/sign-up", {});
	const native = nativeModule(new SoftwareAuthenticator({ origin }), nullMembers);
	expect(await addPasskey(native, post)).toBe(false);
	expect(refused).toStrictEqual(["OriginMismatchError"]);
});

test("a dismissed prompt sends nothing", async () => {
	const { post, refused } = host();
	await post("/sign-up", {});
	const dismissed: NativePasskeys = { create: async () => null, get: async () => null };
	expect([await addPasskey(dismissed, post), await signIn(dismissed, post)]).toStrictEqual([false, false]);
	expect(refused).toStrictEqual([]);
});

test("the origin of an Android app is the hash of its certificate in base64url", () => {
	expect(ANDROID).toBe(`android:apk-key-hash:${CERTIFICATE.toString("base64url")}`);
	expect(() => androidOrigin("AB:CD")).toThrow(RangeError);
	expect(toStandardJson({ id: "a+b/c=" })).toMatchObject({ id: "a-b_c", rawId: "a-b_c" });
});
