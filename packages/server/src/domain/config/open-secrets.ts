/**
 * What lets someone in though it stands in an open setting: an address with `?token=`, a webhook whose path is its
 * secret, a header of credentials, the body of a login. Files name a variable there, so that none of it is kept in Git.
 *
 * Settings do not say which of them are such, so this is a guess by names and forms. One too many is a variable too
 * many; one too few is a secret in Git.
 */

import { MAX_NAME_LENGTH } from "../text.ts";
import { HIDDEN, type Path, valueAt, withValueAt } from "./secret-places.ts";

/** Of parameters, headers and members of bodies. */
const CREDENTIAL =
	/passw|pwd|passphrase|passcode|secret|token|(?:api|private|access|routing|service|integration|subscription|license|signing)[-_ ]?key|credential|auth(?!or(?!i[sz]))|bearer|cookie|session|signature|jwt/i;
/** Names that often mean something else: only a long value beside them counts. */
const OFTEN_CREDENTIAL =
	/(?<!(?:sort|order|group|primary|foreign|partition|cache|lookup|idempotency|hot|mon)[-_ ]?)key$|^(?:sig|code|hmac|hash|pass|pw)$/i;
const LONG = 8;
/** JSON Web Tokens, and tokens that services give a beginning of their own so that they are found. */
const TOKEN =
	/(?:^|[^A-Za-z0-9])(?:eyJ[\w-]{8}|gh[opsu]_\w{20}|github_pat_\w{20}|glpat-[\w-]{16}|xox[abeprs]-[\w-]{10}|sk[-_](?:live|test|proj)[-_]\w{8}|AKIA[A-Z0-9]{12}|whsec_\w{8}|lw_[\w-]{16})/;

/** Some tools take one without its scheme. */
const ADDRESS = /^([a-z][a-z0-9+.-]{0,20}:\/\/)?([^/?#\s]*)([^?#\s]*)(\??[^#\s]*)/i;
const WORD = /[^\s"'<>`]+/g;
const SCHEME = /[a-z][a-z0-9+.-]{0,20}:\/\//i;
/** Hosts whose paths are secrets. */
const HOOK_HOSTS =
	/^(?:hooks\.slack(?:-gov)?\.com|hc-ping\.com|hooks\.zapier\.com|maker\.ifttt\.com|api\.telegram\.org|(?:[\w-]+\.)*(?:webhook\.office\.com|logic\.azure\.com))(?::\d+)?$/i;
/** What stands in a path before its secret. */
const BEFORE_SECRET = /hook|^(?:heartbeat|ping|push|key|token|secret|trigger|integration)s?$/i;
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w.:~%-]{16,}$/i;
/** Said by people though long: `uptime-kuma-v2-guide`. */
const WORDS = /^(?:[A-Za-z][a-z]{0,14}|v?\d{1,4})(?:[-_.](?:[A-Za-z][a-z]{0,14}|v?\d{1,4}))+$/;
const TELEGRAM_BOT = /^bot\d+:/;

/** What a flow, or another tool, fills in for each check is no credential itself. */
const INSERTION = /\{\{[^{}]*\}\}/g;
const INSERTED_MEMBER = /["']?[\w-]{1,50}["']?\s{0,5}[:=]\s{0,5}["']?\{\{[^{}]*\}\}["']?/g;

/** Whether an address lets in whoever knows it. */
export function isSecretAddress(address: string): boolean {
	const [found = "", scheme, authority = "", path = "", query = ""] =
		ADDRESS.exec(address.replace(INSERTION, "")) ?? [];
	if ((scheme !== undefined && authority.includes("@")) || TOKEN.test(found)) return true;
	const steps = path.split("/").filter((step) => step !== "");
	const before = steps.findIndex((step) => BEFORE_SECRET.test(step));
	if (before >= 0 && steps.slice(before + 1).some((step) => RANDOM.test(step) && !WORDS.test(step))) return true;
	if (steps.some((step) => TELEGRAM_BOT.test(step)) || (HOOK_HOSTS.test(authority) && steps.length > 0)) return true;
	return [...new URLSearchParams(query)].some(([name, value]) => isCredential(name, value));
}

/** Whether the value of a header of this name lets someone in, however short. */
export function isCredentialHeader(name: string): boolean {
	return CREDENTIAL.test(name) || /key/i.test(name);
}

function isCredential(name: string, value: string): boolean {
	if (value === "") return false;
	return CREDENTIAL.test(name) || (OFTEN_CREDENTIAL.test(name) && value.length >= LONG);
}

/** Whether a text that is sent, such as a body, may hold what lets someone in. */
export function mayHoldSecret(text: string): boolean {
	const rest = text.replace(INSERTED_MEMBER, "");
	return CREDENTIAL.test(rest) || TOKEN.test(rest) || rest !== withoutSecretAddresses(rest);
}

/** `text`, as people read it, with no more of such addresses than their scheme and host, and the path of a query. */
export function withoutSecretAddresses(text: string): string {
	return text.replace(WORD, (word) => {
		const start = Math.max(0, word.search(SCHEME));
		const address = word.slice(start);
		if (!isSecretAddress(address)) return word;
		const [, scheme = "", authority = "", path = ""] = ADDRESS.exec(address) ?? [];
		const host = scheme + authority.slice(authority.lastIndexOf("@") + 1);
		return word.slice(0, start) + (isSecretAddress(host + path) ? `${host}/` : host + path);
	});
}

/** What files call an object whose name they do not say in full, where another one's rest is the same. */
export function nameApart(rest: string, id: string): string {
	const own = ` (${id.slice(-6)})`;
	return rest.slice(0, MAX_NAME_LENGTH - own.length) + own;
}

const ADDRESS_MEMBERS: ReadonlySet<unknown> = new Set(["url", "serverUrl"]);
const SENT_MEMBERS: ReadonlySet<string> = new Set(["body", "send"]);
/** What is expected of a target or read from it; paths and names of values, no credentials. */
const EXPECTATIONS: ReadonlySet<string> = new Set(["contentChecks", "save", "expect"]);

/** Where the members of an object of files hold such values in open texts. */
export function openSecretPlaces(value: unknown, path: Path = []): readonly Path[] {
	if (Array.isArray(value)) return value.flatMap((item, index) => openSecretPlaces(item, [...path, index]));
	if (typeof value !== "object" || value === null) return [];
	const { name: own } = value as { readonly name?: unknown };
	return Object.entries(value).flatMap(([name, member]) => {
		if (EXPECTATIONS.has(name)) return [];
		const place = [...path, name];
		if (typeof member !== "string") return openSecretPlaces(member, place);
		// A header, or a variable of a flow.
		if (name === "value" && typeof own === "string") return isSecretValue(own, member) ? [place] : [];
		if (ADDRESS_MEMBERS.has(name)) return isSecretAddress(member) ? [place] : [];
		return SENT_MEMBERS.has(name) && mayHoldSecret(member) ? [place] : [];
	});
}

/** `value` without such values, as a plan shows it: those that `other` has as well are told from those it has not. */
export function withoutOpenSecrets(value: object, other: object = value): object {
	return openSecretPlaces(value).reduce<object>((shown, place) => {
		const isSame = valueAt(value, place) === valueAt(other, place);
		const host = (text: unknown) =>
			ADDRESS_MEMBERS.has(place.at(-1)) ? `${withoutSecretAddresses(String(text))} ` : "";
		return withValueAt(shown, place, (text) => `${host(text)}${isSame ? HIDDEN : "(another secret)"}`) as object;
	}, value);
}

function isSecretValue(name: string, value: string): boolean {
	// `Bearer {{token}}`
	const rest = value.replace(INSERTION, "");
	const isInserted = rest !== value && /^[\w-]*[ =:]*$/.test(rest);
	return !isInserted && (isCredential(name, value) || TOKEN.test(value) || isSecretAddress(value));
}
