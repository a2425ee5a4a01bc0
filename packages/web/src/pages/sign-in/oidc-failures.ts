/** What the service says in the address when a sign-in through the provider failed, and what a reader can do. */

const FAILURES: Readonly<Record<string, string>> = {
	oidc_unavailable: "The sign-in provider does not answer. Try again later, or sign in another way.",
	oidc_failed: "The sign-in was not completed. Try again.",
	oidc_email_unverified: "The sign-in provider has not verified your email address. Verify it there, then try again.",
	oidc_not_allowed: "Addresses of your domain are not allowed here. Ask an admin for an invitation.",
	oidc_email_taken:
		"Your address has an account here already. Sign in to it another way, then connect the provider on the account page.",
	oidc_identity_taken: "That identity belongs to another account here. Nothing was changed.",
};

/** Null without a failure. An unknown code is shown as a general failure. */
export function oidcFailureText(code: string | undefined): string | null {
	if (code === undefined) return null;
	return FAILURES[code] ?? "The sign-in was not completed. Try again.";
}
