/** Issues the options of signals (WebAuthn Level 3 §5.1.10): which passkeys the server has, and for which account. */

import type {
	AllAcceptedCredentialsOptions,
	CurrentUserDetailsOptions,
	UnknownCredentialOptions,
} from "../../webauthn-json.ts";
import { descriptors, namesOf, type PasskeyReference, type PasskeyUser, rpIdOf, userHandle } from "./issue-options.ts";
import { nonEmpty } from "./option-checks.ts";
import type { RelyingPartySettings } from "./relying-party-options.ts";

export interface SignalUnknownCredentialOptions {
	/** The credential id of a response, whose passkey is not stored. */
	id: string;
	/** The relying party's `id` or one of its `formerIds`. Default: `id`. */
	rpId?: string | undefined;
}

export interface SignalAllAcceptedCredentialsOptions {
	/** The account that is signed in: the `id` of its registrations. */
	user: Pick<PasskeyUser, "id">;
	/** All passkeys that are stored for the account under that relying party id, and no others. May be empty. */
	passkeys: readonly PasskeyReference[];
	/** The relying party's `id` or one of its `formerIds`. Default: `id`. */
	rpId?: string | undefined;
}

export interface SignalCurrentUserDetailsOptions {
	/** The account that is signed in, by the names that it has now. */
	user: PasskeyUser;
	/** The relying party's `id` or one of its `formerIds`. Default: `id`. */
	rpId?: string | undefined;
}

export function unknownCredential(
	settings: RelyingPartySettings,
	options: SignalUnknownCredentialOptions,
): UnknownCredentialOptions {
	return { rpId: rpIdOf(settings, options.rpId), credentialId: nonEmpty("id", options.id) };
}

export function allAcceptedCredentials(
	settings: RelyingPartySettings,
	{ user, passkeys, rpId }: SignalAllAcceptedCredentialsOptions,
): AllAcceptedCredentialsOptions {
	return {
		rpId: rpIdOf(settings, rpId),
		userId: userHandle(user.id),
		allAcceptedCredentialIds: descriptors("passkeys", passkeys).map(({ id }) => id),
	};
}

export function currentUserDetails(
	settings: RelyingPartySettings,
	{ user, rpId }: SignalCurrentUserDetailsOptions,
): CurrentUserDetailsOptions {
	return { rpId: rpIdOf(settings, rpId), userId: userHandle(user.id), ...namesOf(user) };
}
