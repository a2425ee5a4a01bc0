/** The signed-in person's account: name, passkeys, password, sessions and events. */

import type { components } from "@lapwing/client";
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from "@lapwing/passkey/client";
import { queryOptions } from "@tanstack/react-query";
import type { Channel, DeliveredTest } from "../alerts.ts";
import { allOf, dataOf, lapwing, type Sent } from "../client/request.ts";

type Schemas = components["schemas"];
export type Passkey = Schemas["Passkey"];
export type AccountEvent = Schemas["AccountEvent"];

/** Begins the keys of all queries below: what changes passkeys or sessions is an event of the account as well. */
export const ACCOUNT_KEY = ["account"];

export const passkeysQuery = queryOptions({
	queryKey: [...ACCOUNT_KEY, "passkeys"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/account/passkeys", { query: { perPage: 200 }, signal })),
});
export const sessionsQuery = queryOptions({
	queryKey: [...ACCOUNT_KEY, "sessions"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/account/sessions", { query: { perPage: 200 }, signal })),
});
export const accountEventsQuery = queryOptions({
	queryKey: [...ACCOUNT_KEY, "events"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/account/events", { query: { perPage: 200 }, signal })),
});

export type OwnChannel = Schemas["OwnChannel"];

export const ownChannelsQuery = queryOptions({
	queryKey: [...ACCOUNT_KEY, "channels"],
	queryFn: async ({ signal }) => (await dataOf(lapwing.get("/api/v1/account/channels", { signal }))).channels,
});

/** A test is sent first. */
export function addOwnChannel(channel: Channel): Promise<OwnChannel> {
	const body = { channel } as Sent<"POST", "/api/v1/account/channels">;
	return dataOf(lapwing.post("/api/v1/account/channels", { body }));
}

export function testOwnChannel(id: string): Promise<DeliveredTest> {
	return dataOf(lapwing.post("/api/v1/account/channels/{id}/test", { path: { id } }));
}

export function removeOwnChannel(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/account/channels/{id}", { path: { id } }));
}

export function newPasskeyOptions(): Promise<{ options: PublicKeyCredentialCreationOptionsJSON }> {
	// The document does not describe the options; WebAuthn defines them.
	return dataOf(lapwing.post("/api/v1/account/passkeys/options", { body: {} })) as Promise<never>;
}

export function addPasskey(response: RegistrationResponseJSON, name: string): Promise<Passkey> {
	return dataOf(lapwing.post("/api/v1/account/passkeys", { body: { response: { ...response }, name } }));
}

export function renamePasskey(id: string, name: string): Promise<Passkey> {
	return dataOf(lapwing.patch("/api/v1/account/passkeys/{id}", { path: { id }, body: { name } }));
}

export function removePasskey(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/account/passkeys/{id}", { path: { id } }));
}

export function setPassword(password: string): Promise<void> {
	return dataOf(lapwing.put("/api/v1/account/password", { body: { password } }));
}

export function removePassword(): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/account/password"));
}

export function endSession(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/account/sessions/{id}", { path: { id } }));
}

export function endOtherSessions(): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/account/sessions"));
}

export async function renameAccount(name: string): Promise<void> {
	await dataOf(lapwing.patch("/api/v1/account", { body: { name } }));
}

export function leaveTeam(slug: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/account/teams/{slug}", { path: { slug } }));
}
