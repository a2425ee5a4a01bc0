import type { MonitorType } from "../type.ts";

export const http: MonitorType = {
	label: "Web page or API",
	about: "Sends a request and judges the answer: its status, its time, its contents, its certificate.",
	fields: [
		{
			name: "url",
			kind: "text",
			label: "Address",
			placeholder: "https://example.com/health",
			initial: "",
			mono: true,
		},
		{
			name: "method",
			kind: "choice",
			label: "Method",
			initial: "GET",
			values: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
		},
		{ name: "expectedStatus", kind: "number", label: "Expected status", initial: 200, min: 100, max: 599 },
	],
	speaksTls: () => true,
	hasContentChecks: true,
	nameOf: ({ url }) => URL.parse(String(url))?.hostname ?? "",
	read: (address) => {
		if (/^https?:\/\//i.test(address)) return { url: address };
		// A port alone, or another scheme: of another type.
		if (/^[^\s:/]+:\d+$/.test(address) || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address)) return null;
		return { url: `https://${address}` };
	},
};
