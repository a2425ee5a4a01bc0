import { LIMITS } from "../../../api/client/limits.ts";
import type { MonitorOf } from "../../../api/monitors.ts";
import { numberWithin } from "../../../ui/forms/spec-fields.tsx";
import { METHODS, NO_REQUEST, type RequestDraft, requestBodyOf, requestDraftOf } from "../request/request-draft.ts";
import { RequestPart } from "../request/request-part.tsx";
import { STATUSES_HINT, statusesOf, statusesText } from "../request/statuses.ts";
import type { MonitorType } from "../type.ts";
import { addressName } from "./address-name.ts";

const { followRedirects, verifyTls, ipFamily, sendTraceparent, maxBodyBytes } = LIMITS.HttpMonitorCreate;
const USUAL_STATUS = "200";

export const http: MonitorType<MonitorOf<"http">> = {
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
			{ name: "followRedirects", kind: "check", label: "Follow redirects", initial: followRedirects.default },
			{
				name: "verifyTls",
				kind: "check",
				label: "The certificate must be valid",
				hint: "If not, any certificate will do. Its expiry is watched all the same.",
				initial: verifyTls.default,
			},
			{
				name: "ipFamily",
				kind: "choice",
				label: "Connect over",
				initial: ipFamily.default,
				values: [
					{ value: "any", label: "IPv4 or IPv6" },
					{ value: "4", label: "IPv4 only" },
					{ value: "6", label: "IPv6 only" },
				],
			},
			{
				name: "sendTraceparent",
				kind: "check",
				label: "Send traceparent",
				hint: "The target's own traces then continue the trace of the check.",
				initial: sendTraceparent.default,
			},
			{ name: "maxBodyBytes", label: "Read at most", unit: "bytes", ...numberWithin(maxBodyBytes) },
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
	ownOf: ({ expectedStatus, acceptedStatuses, request }) => ({
		statuses: statusesText(acceptedStatuses ?? [String(expectedStatus)]),
		request: requestDraftOf(request),
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
