/** Users, and what belongs to them: memberships, invitations, passkeys and sessions. */

import { z } from "zod";
import { nameText } from "../text.ts";
import type { Role } from "./roles.ts";

export interface User {
	readonly id: number;
	/** `usr_…` */
	readonly publicId: string;
	readonly name: string;
	/** As entered; compared case-insensitively. */
	readonly email: string;
	/** When somebody proved that the address is theirs; null: nobody did. */
	readonly provenAt: number | null;
	/** The only team that the account may be in, as long as its address is not proven; null: it owns the address. */
	readonly boundTeamId: number | null;
	readonly createdAt: number;
	readonly lastSeenAt: number | null;
}

/** A user's membership in a team. */
export interface Member {
	/** `mbr_…` */
	readonly publicId: string;
	readonly id: number;
	readonly user: User;
	readonly role: Role;
	readonly createdAt: number;
}

export interface Invitation {
	readonly id: number;
	/** `inv_…` */
	readonly publicId: string;
	readonly teamId: number;
	readonly email: string;
	readonly role: Role;
	/** The user who sent it, or who made the key that did; null: neither is known. */
	readonly sentBy: number | null;
	readonly createdAt: number;
	readonly expiresAt: number;
}

/** A registered passkey. */
export interface AccountPasskey {
	readonly id: number;
	/** `pk_…` */
	readonly publicId: string;
	readonly userId: number;
	readonly name: string;
	/** The credential id, base64url. */
	readonly credentialId: string;
	/** Base64url of the COSE key. */
	readonly publicKey: string;
	/** Unsigned 32-bit. */
	readonly counter: number;
	readonly transports: readonly string[];
	/** The relying party for which it was registered: it works for no other. */
	readonly rpId: string;
	/** The model of its authenticator, a UUID; zeros where it names none. Nothing proves it. */
	readonly aaguid: string;
	/** Whether it is backed up (synced). */
	readonly isBackedUp: boolean;
	readonly createdAt: number;
	readonly lastUsedAt: number | null;
}

/** How a session began. */
export const WAYS_IN = ["link", "passkey", "oidc", "password"] as const;
export type WayIn = (typeof WAYS_IN)[number];

export interface AccountSession {
	readonly id: number;
	/** `ses_…` */
	readonly publicId: string;
	readonly userAgent: string | null;
	readonly address: string | null;
	readonly createdAt: number;
	readonly lastSeenAt: number;
}

/** RFC 5321 §4.5.3.1.3, less the two angle brackets. */
const MAX_EMAIL_LENGTH = 254;

const MAX_PERSON_NAME_LENGTH = 100;

export const personName = nameText(MAX_PERSON_NAME_LENGTH);

/** A text that somebody else chose, as long as a person's name may be. */
export function cutName(text: string): string {
	return [...text].slice(0, MAX_PERSON_NAME_LENGTH).join("");
}

export const emailAddress = z.email().max(MAX_EMAIL_LENGTH).meta({ pattern: z.regexes.email.source });

/**
 * The form in which addresses are compared: addresses that differ only in case belong to one person
 * (docs/rules/access.md#users).
 */
export function emailKey(email: string): string {
	return email.toLowerCase();
}

/** Whether whoever is in this account has proven that its address is theirs. */
export function owns({ provenAt }: Pick<User, "provenAt">): boolean {
	return provenAt !== null;
}
