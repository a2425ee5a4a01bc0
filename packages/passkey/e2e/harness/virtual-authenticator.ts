/** Chromium's virtual authenticator: the WebAuthn domain of the DevTools protocol. */

import type { CDPSession, Page } from "playwright-core";

export class VirtualAuthenticator {
	readonly #session: CDPSession;
	readonly #authenticatorId: string;

	private constructor(session: CDPSession, authenticatorId: string) {
		this.#session = session;
		this.#authenticatorId = authenticatorId;
	}

	/** A platform authenticator with resident keys and user verification, which answers every prompt at once. */
	static async plugInto(page: Page, { showsPrompts = false } = {}): Promise<VirtualAuthenticator> {
		const session = await page.context().newCDPSession(page);
		// Without the interface Chromium shows no prompt, and the authenticator answers at once.
		await session.send("WebAuthn.enable", { enableUI: showsPrompts });
		const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
			options: {
				protocol: "ctap2",
				ctap2Version: "ctap2_1",
				transport: "internal",
				hasResidentKey: true,
				hasUserVerification: true,
				hasCredBlob: true,
				hasLargeBlob: true,
				hasMinPinLength: true,
				hasPrf: true,
				isUserVerified: true,
				automaticPresenceSimulation: true,
			},
		});
		return new VirtualAuthenticator(session, authenticatorId);
	}

	/** A security key of FIDO U2F, from before WebAuthn: no resident keys, no user verification, no extensions. */
	static async plugU2fInto(page: Page): Promise<VirtualAuthenticator> {
		const session = await page.context().newCDPSession(page);
		await session.send("WebAuthn.enable", { enableUI: false });
		const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
			options: { protocol: "u2f", transport: "usb", automaticPresenceSimulation: true },
		});
		return new VirtualAuthenticator(session, authenticatorId);
	}

	/** Gives it a credential that is bound to `rpId` and not resident; the private key in PKCS #8. */
	async addCredential(rpId: string, credentialId: Buffer, privateKey: Buffer): Promise<void> {
		await this.#session.send("WebAuthn.addCredential", {
			authenticatorId: this.#authenticatorId,
			credential: {
				rpId,
				credentialId: credentialId.toString("base64"),
				privateKey: privateKey.toString("base64"),
				isResidentCredential: false,
				signCount: 0,
			},
		});
	}

	/** Whether the person is there to answer prompts. If not, a prompt stays open. */
	async setPresence(isThere: boolean): Promise<void> {
		await this.#session.send("WebAuthn.setAutomaticPresenceSimulation", {
			authenticatorId: this.#authenticatorId,
			enabled: isThere,
		});
	}

	/** Makes one part of the next responses wrong. */
	async misbehave(how: { isBogusSignature?: boolean; isBadUV?: boolean; isBadUP?: boolean }): Promise<void> {
		await this.#session.send("WebAuthn.setResponseOverrideBits", { authenticatorId: this.#authenticatorId, ...how });
	}

	async credentials() {
		const { credentials } = await this.#session.send("WebAuthn.getCredentials", {
			authenticatorId: this.#authenticatorId,
		});
		return credentials;
	}
}
