/**
 * Whether the names of a certificate are within the constraints of those above it (RFC 5280 §4.2.1.10). Constraints
 * apply whether they are marked critical or not (§6.1.4 g). Compared are DNS and directory names; where other types are
 * constrained, a certificate with a name of such a type is refused.
 */

import type { GeneralName, GeneralSubtree, Name } from "@peculiar/asn1-x509";
import type { Certificate } from "./certificate.ts";

const EMAIL_ADDRESS = "1.2.840.113549.1.9.1";

/** Every type of name that a constraint can be about. */
const TYPES = [
	"otherName",
	"rfc822Name",
	"dNSName",
	"x400Address",
	"directoryName",
	"ediPartyName",
	"uniformResourceIdentifier",
	"iPAddress",
	"registeredID",
] as const;

type NameType = (typeof TYPES)[number];

/** Whether each certificate of `path`, the first to the anchor, has only names that those above it allow. */
export function satisfiesNameConstraints(path: readonly Certificate[]): boolean {
	return path.every((issuer, height) =>
		path.slice(0, height).every((certificate, index) => {
			// §6.1.4 (b): what an authority issued to itself, for a new key, is passed over unless it is the first.
			const isSelfIssued = index > 0 && certificate.subject === certificate.issuer;
			return isSelfIssued || isWithin(certificate, issuer);
		}),
	);
}

function isWithin({ names }: Certificate, { nameConstraints }: Certificate): boolean {
	if (!nameConstraints) return true;
	const permitted = [...(nameConstraints.permittedSubtrees ?? [])];
	const excluded = [...(nameConstraints.excludedSubtrees ?? [])];
	// §4.2.1.10: minimum must be 0 and maximum be absent.
	if ([...permitted, ...excluded].some(({ minimum, maximum }) => minimum !== 0 || maximum !== undefined)) return false;
	return TYPES.every((type) => {
		const bases = (subtrees: readonly GeneralSubtree[]) =>
			subtrees.flatMap(({ base }) => (base[type] === undefined ? [] : [base]));
		const [allowed, forbidden] = [bases(permitted), bases(excluded)];
		if (allowed.length + forbidden.length === 0) return true;
		return namesOf(names, type).every(
			(name) =>
				!forbidden.some((base) => covers(type, base, name, true)) &&
				(allowed.length === 0 || allowed.some((base) => covers(type, base, name, false))),
		);
	});
}

/** The names of one type. A subject is a directory name, and its e-mail addresses count as such. */
function namesOf({ subject, alternative }: Certificate["names"], type: NameType): readonly GeneralName[] {
	const own = alternative.filter((name) => name[type] !== undefined);
	const attributes = [...subject].flatMap((relative) => [...relative]);
	if (type === "directoryName" && attributes.length > 0) return [{ directoryName: subject } as GeneralName, ...own];
	const addresses = attributes.filter((attribute) => attribute.type === EMAIL_ADDRESS);
	return type === "rfc822Name"
		? [...addresses.map(({ value }) => ({ rfc822Name: value.toString() }) as GeneralName), ...own]
		: own;
}

/** Whether `base` covers `name`. What can't be compared is forbidden, and is not allowed. */
function covers(type: NameType, base: GeneralName, name: GeneralName, isForbidding: boolean): boolean {
	if (type === "dNSName") return coversHost(base.dNSName as string, name.dNSName as string, isForbidding);
	if (type === "directoryName") return coversDirectory(base.directoryName as Name, name.directoryName as Name);
	return isForbidding;
}

/** `example.com` covers itself and what is below it, `.example.com` what is below it; an empty one covers all. */
function coversHost(base: string, name: string, isForbidding: boolean): boolean {
	const constraint = base.toLowerCase();
	const host = name.toLowerCase();
	const isBelow = (lower: string, upper: string) => lower.endsWith(upper.startsWith(".") ? upper : `.${upper}`);
	if (constraint === "" || host === constraint || isBelow(host, constraint)) return true;
	// A wildcard stands for hosts of which some may be forbidden.
	return isForbidding && host.startsWith("*.") && isBelow(constraint, host.slice(1));
}

/** Whether `name` begins with the relative names of `base`, compared as §7.1 says: without case and spare spaces. */
function coversDirectory(base: Name, name: Name): boolean {
	const spelled = (whole: Name) =>
		[...whole].map((relative) =>
			[...relative]
				.map(({ type, value }) => `${type}=${value.toString().toLowerCase().trim().replace(/\s+/g, " ")}`)
				.sort()
				.join("+"),
		);
	const relatives = spelled(name);
	return spelled(base).every((relative, index) => relative === relatives[index]);
}
