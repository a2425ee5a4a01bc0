import type { MonitorType } from "../type.ts";

export const dns: MonitorType = {
	label: "DNS records",
	about: "Asks a name server for the records of a name, and compares them with those that you expect.",
	fields: [
		{ name: "domain", kind: "text", label: "Name", placeholder: "example.com", initial: "", mono: true },
		{
			name: "recordType",
			kind: "choice",
			label: "Record type",
			initial: "A",
			values: ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"],
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
			hint: "One a line, as in a zone file; none: any record will do.",
			placeholder: "10 mail.example.com",
			initial: [],
			emptyIsNull: true,
		},
		{
			name: "resolver",
			kind: "text",
			label: "Name server",
			placeholder: "192.0.2.53",
			hint: "The one to watch; empty: the one that this machine uses.",
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
