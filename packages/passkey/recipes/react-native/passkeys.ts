/**
 * Passkeys in a React Native app, by `react-native-passkeys` (0.4; `import * as native from "react-native-passkeys"`)
 * or another module with its two functions, against the same four routes.
 *
 * The app's answers come from another origin than the page's: see origins.ts. They have null members, which the server
 * accepts, and some modules write binary members in standard base64, which it refuses: two spellings of one id would be
 * two rows. `toStandardJson` mends that and what else is missing.
 */

import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from "@lapwing/passkey/server";

/** What is used of `react-native-passkeys`. Each answers null, or throws, when the person dismisses the prompt. */
export interface NativePasskeys {
	create(options: PublicKeyCredentialCreationOptionsJSON): Promise<object | null>;
	get(options: PublicKeyCredentialRequestOptionsJSON): Promise<object | null>;
}

/** `fetch` of React Native, with your host in front of the path. It keeps cookies, as a browser does. */
export type Post = (path: string, body: unknown) => Promise<Response>;

/** Whether the signed-in account now has a passkey of this device. */
export async function addPasskey(native: NativePasskeys, post: Post): Promise<boolean> {
	const options = await (await post("/passkey/register/challenge", {})).json();
	const created = await native.create(options);
	return created !== null && (await post("/passkey/register/verify", toStandardJson(created))).ok;
}

/** Whether the app is now signed in. */
export async function signIn(native: NativePasskeys, post: Post): Promise<boolean> {
	const options = await (await post("/passkey/challenge", {})).json();
	const picked = await native.get(options);
	return picked !== null && (await post("/passkey/verify", toStandardJson(picked))).ok;
}

/** What is binary in a response; everything else stays as it is. */
const BINARY = new Set([
	"attestationObject",
	"authenticatorData",
	"clientDataJSON",
	"id",
	"publicKey",
	"rawId",
	"signature",
	"userHandle",
]);

/** What a browser would send: no nulls, no functions, base64url, and the `rawId` that some modules leave out. */
export function toStandardJson(credential: object): RegistrationResponseJSON | AuthenticationResponseJSON {
	const { response, clientExtensionResults, ...outer } = credential as Record<string, object | null>;
	const members = standard(outer);
	return {
		rawId: members["id"],
		...members,
		response: standard(response ?? {}),
		clientExtensionResults: clientExtensionResults ?? {},
	} as unknown as RegistrationResponseJSON | AuthenticationResponseJSON;
}

function standard(members: object): Record<string, unknown> {
	const entries = Object.entries(members).filter(([, value]) => value !== null && typeof value !== "function");
	return Object.fromEntries(
		entries.map(([name, value]) => [name, BINARY.has(name) && typeof value === "string" ? toBase64url(value) : value]),
	);
}

function toBase64url(text: string): string {
	return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
