/** A real OpenID provider (oidc-provider) on loopback, whose people sign in and consent without a page. */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface Claims {
	readonly email?: string;
	readonly email_verified?: boolean;
	readonly name?: string;
}

export class OpenIdProvider implements AsyncDisposable {
	readonly issuer: string;
	/** The provider's accounts, by subject. */
	readonly people = new Map<string, Claims>();
	/** Who signs in next; `nobody` refuses. */
	next = "";
	readonly #server: Server;

	private constructor(server: Server) {
		this.#server = server;
		this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	/** Listens; answers once `serve` has named the client's address. */
	static async listen(): Promise<OpenIdProvider> {
		const server = createServer();
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		return new OpenIdProvider(server);
	}

	/**
	 * @param client.redirectUri where the client `lapwing` with the secret `secret` gets its answers
	 * @param client.conformIdTokenClaims true: claims come only from UserInfo; false: also in the ID token
	 */
	serve({ redirectUri, conformIdTokenClaims }: { redirectUri: string; conformIdTokenClaims: boolean }): void {
		const provider = new Provider(this.issuer, {
			clients: [{ client_id: "lapwing", client_secret: "secret", redirect_uris: [redirectUri] }],
			pkce: { required: () => true },
			cookies: { keys: ["test"] },
			claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
			features: { devInteractions: { enabled: false } },
			interactions: { url: (_, { uid }) => `/interaction/${uid}` },
			conformIdTokenClaims,
			findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...this.people.get(sub) }) }),
		});
		const callback = provider.callback();
		this.#server.on("request", (request, response) => {
			if (request.url?.startsWith("/interaction/")) void this.#interact(provider, request, response);
			else void callback(request, response);
		});
	}

	/** The account signs in and consents automatically. */
	async #interact(
		provider: Provider,
		...[request, response]: Parameters<ReturnType<Provider["callback"]>>
	): Promise<void> {
		const { params, prompt } = await provider.interactionDetails(request, response);
		if (this.next === "nobody") {
			return provider.interactionFinished(request, response, { error: "access_denied" });
		}
		if (prompt.name === "login") {
			return provider.interactionFinished(request, response, { login: { accountId: this.next } });
		}
		const grant = new provider.Grant({ accountId: this.next, clientId: String(params["client_id"]) });
		grant.addOIDCScope("openid email profile");
		return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}
