import { METHODS, NO_REQUEST, type RequestDraft, requestBodyOf, requestDraftOf } from "../request/request-draft.ts";
import { RequestPart } from "../request/request-part.tsx";
import { STATUSES_HINT, statusesOf, statusesText } from "../request/statuses.ts";
import type { MonitorType } from "../type.ts";
import { addressName } from "./address-name.ts";

const MAX_BODY_BYTES = 1_048_576;
const USUAL_STATUS = "200";

export const http: MonitorType = {
	about: "Sends a request and judges the answer: its status, its time, its contents, its certificate.",
	fields: [
		{
			name: "url",
			kind: "text",
			label: "Address",
			placeholder: "https://example.com/health",
			hint: "Without https:// or http:// both are tried.",
			initial: "",
			mono: true,
			width: "row",
		},
		{ name: "method", kind: "choice", label: "Method", initial: "GET", values: METHODS },
		{
			name: "statuses",
			pointers: ["/expectedStatus", "/acceptedStatuses"],
			kind: "text",
			label: "Expected status",
			hint: STATUSES_HINT,
			initial: USUAL_STATUS,
			mono: true,
		},
	],
	more: {
		about: "headers, sign-in, body, redirects, TLS, address family",
		Part: RequestPart,
		fields: [
			{ name: "followRedirects", kind: "check", label: "Follow redirects", initial: true },
			{
				name: "verifyTls",
				kind: "check",
				label: "The certificate must be valid",
				hint: "If not, any certificate will do. Its expiry is watched all the same.",
				initial: true,
			},
			{
				name: "ipFamily",
				kind: "choice",
				label: "Connect over",
				initial: "any",
				values: [
					{ value: "any", label: "IPv4 or IPv6" },
					{ value: "4", label: "IPv4 only" },
					{ value: "6", label: "IPv6 only" },
				],
			},
			{
				name: "maxBodyBytes",
				kind: "number",
				label: "Read at most",
				unit: "bytes",
				initial: MAX_BODY_BYTES,
				min: 1,
				max: MAX_BODY_BYTES,
			},
		],
	},
	initialOwn: { request: NO_REQUEST },
	speaksTls: ({ url }) => !/^http:/i.test(String(url)),
	hasContentChecks: true,
	schemes: ["https://", "http://"],
	nameOf: ({ url }) => addressName(url),
	read: (address) => {
		if (/^https?:\/\//i.test(address)) return { url: address };
		// A port alone, or another scheme: of another type.
		if (/^[^\s:/]+:\d+$/.test(address) || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address)) return null;
		return { url: address };
	},
	ownOf: ({ url, method, expectedStatus, acceptedStatuses, request, ...options }) => ({
		url,
		method,
		statuses: statusesText((acceptedStatuses as string[] | null) ?? [String(expectedStatus)]),
		request: requestDraftOf((request ?? {}) as object),
		followRedirects: options["followRedirects"] ?? true,
		verifyTls: options["verifyTls"] ?? true,
		ipFamily: options["ipFamily"] ?? "any",
		maxBodyBytes: options["maxBodyBytes"] ?? MAX_BODY_BYTES,
	}),
	settingsOf: ({ statuses, request, ...own }) => ({
		...own,
		...statusSettingsOf(String(statuses)),
		request: requestBodyOf(request as RequestDraft, own["method"]),
	}),
};

/** One status is what most monitors expect, and what every form of the API shows. */
function statusSettingsOf(text: string) {
	const statuses = statusesOf(text);
	const [only = ""] = statuses;
	return statuses.length === 1 && /^[1-5]\d\d$/.test(only)
		? { expectedStatus: Number(only), acceptedStatuses: null }
		: { acceptedStatuses: statuses };
}
