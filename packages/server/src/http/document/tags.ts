/** The chapters of the document, in the order in which their first routes stand. */

const DESCRIPTIONS: Readonly<Record<string, string>> = {
	Monitors: "What is watched, how often, and what counts as up.",
	Statistics: "Uptime and response times of one monitor or of all.",
	"Content checks": "Texts and patterns that a response must or must not have.",
	Alerts: "Who is notified of what, through which channel.",
	Dashboard: "What the dashboard shows, and its live changes.",
	Reports: "Uptime by month or day, as JSON or CSV.",
	"Maintenance windows": "Planned work, during which nobody is notified.",
	"Status pages": "Groups of monitors that are shown together.",
	Incidents: "What your users are told about a fault, while it lasts and afterwards.",
	"On call": "Who is on call: schedules of people who take turns.",
	Probers: "Programs that check from other locations, and how they are.",
	Locations: "Where probers are: what monitors name to be checked from there.",
	Configuration: "All that files can hold, as one document: read, planned and applied.",
	Keys: "API keys of a team.",
	Members: "People of a team, their roles, and invitations.",
	Team: "The team itself.",
	Audit: "Who changed what, and when.",
	"Sign-in": "How people sign in: passkeys, one-time links, passwords, OpenID Connect.",
	Account: "The person who is signed in: passkeys, password, sessions, name.",
	Pings: "What a job of yours reports to its `cron` monitor.",
	Service: "Health, metrics and this document.",
	Webhooks: "What is sent to the URL of an alert with a `webhook` channel.",
};

/** Every tag once. That each has a description is up to the linters that ./openapi-linters.test.ts runs. */
export function describeTags(names: readonly string[]): { name: string; description?: string }[] {
	return [...new Set(names)].map((name) => {
		const description = DESCRIPTIONS[name];
		return { name, ...(description && { description }) };
	});
}
