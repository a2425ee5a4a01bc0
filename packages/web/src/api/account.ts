/** One's own account: name, passkeys, sessions, and what happened to it. */

import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from "@lapwing/passkey/client";
import { queryOptions } from "@tanstack/react-query";
import { request, requestAll } from "./request.ts";

export interface Passkey {
	readonly id: string;
	readonly name: string;
	readonly createdAt: string;
	readonly lastUsedAt: string | null;
	/** Whether the reader's devices keep copies of it. */
	readonly synced: boolean;
}

export interface SessionOfAccount {
	readonly id: string;
	readonly current: boolean;
	readonly userAgent: string | null;
	readonly address: string | null;
	readonly createdAt: string;
	readonly lastSeenAt: string;
}

export interface AccountEvent {
	readonly id: string;
	readonly at: string;
	readonly action: string;
	readonly address: string | null;
	readonly detail: string | null;
}

export const passkeysQuery = queryOptions({
	queryKey: ["account", "passkeys"],
	queryFn: ({ signal }) => requestAll<Passkey>("/account/passkeys", "passkeys", { signal }),
});
export const sessionsQuery = queryOptions({
	queryKey: ["account", "sessions"],
	queryFn: ({ signal }) => requestAll<SessionOfAccount>("/account/sessions", "sessions", { signal }),
});
export const accountEventsQuery = queryOptions({
	queryKey: ["account", "events"],
	queryFn: ({ signal }) => requestAll<AccountEvent>("/account/events", "events", { signal }),
});

export function newPasskeyOptions(): Promise<{ options: PublicKeyCredentialCreationOptionsJSON }> {
	return request("POST", "/account/passkeys/options", { body: {} });
}

export function addPasskey(response: RegistrationResponseJSON, name: string): Promise<Passkey> {
	return request("POST", "/account/passkeys", { body: { response, name } });
}

export function renamePasskey(id: string, name: string): Promise<Passkey> {
	return request("PATCH", `/account/passkeys/${encodeURIComponent(id)}`, { body: { name } });
}

export function removePasskey(id: string): Promise<void> {
	return request("DELETE", `/account/passkeys/${encodeURIComponent(id)}`);
}

export function endSession(id: string): Promise<void> {
	return request("DELETE", `/account/sessions/${encodeURIComponent(id)}`);
}

export function endOtherSessions(): Promise<void> {
	return request("DELETE", "/account/sessions");
}

export function renameAccount(name: string): Promise<void> {
	return request("PATCH", "/account", { body: { name } });
}
