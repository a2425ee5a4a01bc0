/**
 * What a form asks for, one row a type of monitor. The form, what it sends and where its errors show follow from this
 * table; a new type is a row here and its name in the list of types.
 */

interface FieldBase {
	/** The member of the body. */
	readonly name: string;
	readonly label: string;
	readonly hint?: string;
}

export type FieldSpec =
	| (FieldBase & {
			readonly kind: "text";
			readonly placeholder?: string;
			readonly initial: string;
			readonly mono?: true;
	  })
	| (FieldBase & {
			readonly kind: "number";
			readonly initial: number;
			readonly min: number;
			readonly max: number;
			readonly unit?: string;
	  })
	| (FieldBase & { readonly kind: "choice"; readonly initial: string; readonly values: readonly string[] });

export interface MonitorType {
	readonly label: string;
	readonly about: string;
	/** What is watched and what is expected of it. */
	readonly fields: readonly FieldSpec[];
	/** Whether it may see a certificate. */
	readonly speaksTls: boolean;
	readonly hasContentChecks: boolean;
	/** What it is called when nobody names it. */
	readonly nameOf: (values: Values) => string;
	/** The fields that an address typed on the empty board fills in; null when it is not of this type. */
	readonly read: (address: string) => Values | null;
}

export type Values = Readonly<Record<string, unknown>>;

export const MONITOR_TYPES: Readonly<Record<string, MonitorType>> = {
	http: {
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
		speaksTls: true,
		hasContentChecks: true,
		nameOf: ({ url }) => hostOf(String(url)),
		read: (address) => {
			if (/^https?:\/\//i.test(address)) return { url: address };
			if (/^[^\s:/]+:\d+$/.test(address)) return null;
			return { url: `https://${address}` };
		},
	},
	tcp: {
		label: "TCP port",
		about: "Opens a connection to a port. For databases, mail servers, anything that listens.",
		fields: [
			{ name: "host", kind: "text", label: "Host", placeholder: "db1.internal", initial: "", mono: true },
			{ name: "port", kind: "number", label: "Port", initial: 443, min: 1, max: 65_535 },
		],
		speaksTls: false,
		hasContentChecks: false,
		nameOf: ({ host, port }) => (host ? `${host}:${port}` : ""),
		read: (address) => {
			const [, host, port] = /^(?:tcp:\/\/)?([^\s:/]+):(\d+)$/.exec(address) ?? [];
			return host && port ? { host, port: Number(port) } : null;
		},
	},
};

function hostOf(url: string): string {
	return URL.parse(url)?.hostname ?? "";
}

export const INTERVALS = [60, 120, 300, 600, 900, 1800, 3600] as const;

export const LOCATIONS = [
	["wnam", "Western North America"],
	["enam", "Eastern North America"],
	["sam", "South America"],
	["weur", "Western Europe"],
	["eeur", "Eastern Europe"],
	["apac", "Asia-Pacific"],
	["oc", "Oceania"],
	["afr", "Africa"],
	["me", "Middle East"],
] as const;
