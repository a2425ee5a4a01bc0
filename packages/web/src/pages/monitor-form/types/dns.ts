import type { MonitorOf } from "../../../api/monitors.ts";
import type { MonitorType } from "../type.ts";

/** The types of records, and what one of each looks like. */
const RECORD_EXAMPLES: Readonly<Record<MonitorOf<"dns">["recordType"], string>> = {
	A: "192.0.2.1",
	AAAA: "2001:db8::1",
	CAA: '0 issue "letsencrypt.org"',
	CNAME: "www.example.net",
	MX: "10 mail.example.com",
	NS: "ns1.example.net",
	PTR: "mail.example.com",
	SOA: "ns1.example.net hostmaster.example.com 2026010101 7200 3600 1209600 300",
	SRV: "10 60 5060 sip.example.com",
	TXT: "v=spf1 include:_spf.example.net -all",
};

export const dns: MonitorType = {
	about: "Asks a name server for the records of a name, and compares them with those that you expect.",
	fields: [
		{ name: "domain", kind: "text", label: "Domain", placeholder: "example.com", initial: "", mono: true },
		{
			name: "recordType",
			kind: "choice",
			label: "Record type",
			initial: "A",
			values: Object.keys(RECORD_EXAMPLES),
		},
		{
			name: "mode",
			kind: "choice",
			label: "Compare",
			initial: "equals",
			values: [
				{ value: "equals", label: "These and no others" },
				{ value: "contains", label: "At least these" },
			],
		},
		{
			name: "expected",
			kind: "list",
			label: "Expected records",
			hint: "One a line, as in a zone file. Left empty: any record will do.",
			placeholder: ({ recordType }) => RECORD_EXAMPLES[recordType as keyof typeof RECORD_EXAMPLES] ?? "",
			initial: [],
			emptyIsNull: true,
		},
		{
			name: "resolver",
			kind: "text",
			label: "Name server",
			placeholder: "192.0.2.53",
			hint: "The one to watch. Left empty: those that Lapwing's machine uses.",
			initial: "",
			mono: true,
			emptyIsNull: true,
		},
	],
	speaksTls: () => false,
	hasContentChecks: false,
	nameOf: ({ domain, recordType }) => (domain ? `${domain} ${recordType}` : ""),
	read: (address) => {
		const [, domain] = /^dns:(?:\/\/)?([^\s:/]+)$/i.exec(address) ?? [];
		return domain ? { domain } : null;
	},
};
