/** Who is asking: the bearer key of a request (RFC 6750), and what happens to those who guess. */

import ipaddr from "ipaddr.js";
import type { Principal } from "../../domain/access/principal.ts";
import type { Scope } from "../../domain/access/scopes.ts";
import { findPrincipal } from "../../storage/access/api-keys.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Services } from "../services.ts";

/** The holder of the request's key. A missing key is no attempt and is not counted. */
export async function authenticate(
	services: Services,
	{ authorization, clientAddress, now }: { authorization: string | undefined; clientAddress: string; now: number },
): Promise<Principal | Refusal> {
	const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
	if (key === undefined) {
		return new Refusal("UNAUTHORIZED", "Send your API key as Authorization: Bearer <key>.", {
			headers: { "www-authenticate": "Bearer" },
		});
	}
	const principal = await findPrincipal(services.database, key, now);
	if (principal) return principal;
	const { allowed, resetSeconds } = services.rejectedKeys.count(networkOf(clientAddress), now);
	if (!allowed) {
		return new Refusal("TOO_MANY_REQUESTS", "Too many requests with a wrong API key. Wait before the next one.", {
			headers: { "retry-after": String(resetSeconds) },
		});
	}
	return new Refusal("UNAUTHORIZED", "This API key is unknown, expired or revoked.", {
		headers: { "www-authenticate": 'Bearer error="invalid_token"' },
	});
}

/** Null when the principal may do this. Scopes match exactly (docs/rules/access.md#scopes). */
export function authorize({ scopes }: Principal, scope: Scope): Refusal | null {
	if (scopes.includes(scope)) return null;
	return new Refusal("FORBIDDEN", `This API key lacks the scope ${scope}.`, {
		headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
	});
}

/** One home has a whole /64 of IPv6, so its addresses count as one. */
function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	return parsed.kind() === "ipv4" ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
