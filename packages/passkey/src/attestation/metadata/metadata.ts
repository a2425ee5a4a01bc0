/**
 * What the FIDO Metadata Service says of authenticators (FIDO MDS 3.1), by model. Only `verifyMetadataBlob` makes one,
 * so what stands in it is signed. Certificates are read when their model is looked up, for a blob holds thousands.
 */

import type { AttestationType, MetadataBlobEntry, StatusReport } from "../../server/verification/attestation-policy.ts";
import { decodeBase64 } from "../certificates/base64.ts";
import { type Certificate, hex, parseCertificate } from "../certificates/certificate.ts";

/** What the policy asks of an entry. */
export interface MetadataEntry {
	readonly entry: MetadataBlobEntry;
	readonly trustAnchors: readonly Certificate[];
	/** Where the entry names one type of those with certificates. */
	readonly attestationType: AttestationType | undefined;
	/** Whether the blob has another entry of the same model. */
	readonly isContradicted: boolean;
}

type ReadEntry = Omit<MetadataEntry, "isContradicted">;

/**
 * Reports after which an authenticator of the model proves nothing (FIDO MDS 3.1 §3.1.4): its keys are out, or it takes
 * anybody for its user.
 */
const BROKEN: readonly unknown[] = [
	"REVOKED",
	"USER_VERIFICATION_BYPASS",
	"ATTESTATION_KEY_COMPROMISE",
	"USER_KEY_REMOTE_COMPROMISE",
	"USER_KEY_PHYSICAL_COMPROMISE",
];

const TYPES: ReadonlyMap<string, AttestationType> = new Map<string, AttestationType>([
	["basic_full", "basic"],
	["attca", "attca"],
	["anonca", "anonca"],
]);

export class Metadata {
	/** The blob's serial number: pass it as `newerThan` when you verify the next, so that nobody can play an old one. */
	readonly number: number;
	/** The day, `YYYY-MM-DD`, by which FIDO publishes the next. Fetch it then; this one stays usable. */
	readonly nextUpdate: string;
	/** How many entries there are. */
	readonly size: number;
	readonly #byAaguid = new Map<string, MetadataBlobEntry>();
	readonly #byKeyIdentifier = new Map<string, MetadataBlobEntry>();
	/** Entries of which another one is about the same model: nobody can tell which of them is true. */
	readonly #contradicted = new Set<MetadataBlobEntry>();
	readonly #read = new Map<MetadataBlobEntry, ReadEntry>();

	constructor(number: number, nextUpdate: string, entries: readonly MetadataBlobEntry[]) {
		this.number = number;
		this.nextUpdate = nextUpdate;
		this.size = entries.length;
		for (const entry of entries) {
			if (typeof entry.aaguid === "string") this.#add(this.#byAaguid, entry.aaguid, entry);
			for (const id of textsOf(entry.attestationCertificateKeyIdentifiers)) {
				this.#add(this.#byKeyIdentifier, id, entry);
			}
		}
	}

	#add(entries: Map<string, MetadataBlobEntry>, id: string, entry: MetadataBlobEntry): void {
		const other = entries.get(id.toLowerCase());
		if (other && other !== entry) for (const each of [other, entry]) this.#contradicted.add(each);
		entries.set(id.toLowerCase(), entry);
	}

	/**
	 * The entry of the model with that AAGUID, a hyphenated UUID as `RegisteredPasskey.aaguid` is; the last, where the
	 * blob has several, of which a policy accepts none.
	 */
	entry(aaguid: string): MetadataBlobEntry | undefined {
		return this.#byAaguid.get(aaguid.toLowerCase());
	}

	/**
	 * The entry of an attestation. U2F signs no AAGUID, so its model is known by the attestation key alone: by the SHA-1
	 * of its bits (RFC 5280 §4.2.1.2, method 1).
	 *
	 * @internal
	 */
	async entryOf(format: string, aaguid: string, certificate: Certificate): Promise<MetadataEntry | undefined> {
		const entry = format === "fido-u2f" ? await this.#entryOfKey(certificate) : this.entry(aaguid);
		if (!entry) return undefined;
		const read = this.#read.get(entry) ?? readEntry(entry);
		this.#read.set(entry, read);
		return { ...read, isContradicted: this.#contradicted.has(entry) };
	}

	async #entryOfKey({ publicKey }: Certificate): Promise<MetadataBlobEntry | undefined> {
		const identifier = await globalThis.crypto.subtle.digest("SHA-1", publicKey.subjectPublicKey);
		return this.#byKeyIdentifier.get(hex(new Uint8Array(identifier)));
	}
}

function readEntry(entry: MetadataBlobEntry): ReadEntry {
	const { metadataStatement } = entry;
	const certificates = textsOf(metadataStatement?.attestationRootCertificates).map((text) => {
		const der = decodeBase64(text);
		return der && parseCertificate(der);
	});
	const types = textsOf(metadataStatement?.attestationTypes).flatMap((name) => TYPES.get(name) ?? []);
	return {
		entry,
		trustAnchors: certificates.filter((each) => each !== undefined),
		attestationType: types.length === 1 ? types[0] : undefined,
	};
}

/**
 * Whether a report that is in effect at `now` says that the model proves nothing any more, or what is reported can't be
 * read: `statusReports` is a required member (FIDO MDS 3.1 §3.1.1), and a date that is none may have been meant.
 */
export function isBroken({ entry: { statusReports }, isContradicted }: MetadataEntry, now: Date): boolean {
	const today = now.toISOString().slice(0, 10);
	if (isContradicted || !Array.isArray(statusReports)) return true;
	return (statusReports as readonly StatusReport[]).some((report) => {
		const { status, effectiveDate = today, sunsetDate } = report ?? {};
		if (typeof status !== "string" || !isDay(effectiveDate)) return true;
		if (sunsetDate !== undefined && !isDay(sunsetDate)) return true;
		return BROKEN.includes(status) && effectiveDate <= today && !(sunsetDate !== undefined && sunsetDate <= today);
	});
}

/** Whether `value` is a day as FIDO writes it, `YYYY-MM-DD`, that the calendar has. */
export function isDay(value: unknown): value is string {
	if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
	const instant = Date.parse(value);
	return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value);
}

function textsOf(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
