/**
 * Templates of an alert's texts, and of the body of an `http` channel: text with `{{field}}` in it, and nothing else:
 * no conditions, no loops, so that a template cannot fail at three in the morning.
 */

/** Every field, with its help. The documentation and the dashboard's form show this table. */
export const TEMPLATE_FIELDS = {
	title: "The usual title: `Shop is down`.",
	text: "The usual text below it, several lines.",
	event: "`down`, `degraded`, `up`, `blind` or `checked_again`; `test` in a test.",
	severity: "`critical` (down), `warning` (degraded, blind), `info` (a test) or `resolved`.",
	"monitor.id": "`mon_…`",
	"monitor.name": "Its name.",
	"monitor.url": "What is watched: a URL, or a host and port.",
	reason: "Why, in a word: `timeout`, `status`, `refused`, …; empty when the monitor is up again.",
	phase: "Where a failed attempt ended: `dns`, `connect`, `tls`, `first_byte` or `transfer`; else empty.",
	error: "What was seen, in one sentence; else empty.",
	since: "Start of the first failing check, in the alert's time zone; empty for certificates.",
	sinceIso: "The same in ISO 8601, in UTC.",
	checkedAt: "End of the check that caused the message, in the alert's time zone.",
	checkedAtIso: "The same in ISO 8601, in UTC.",
	checkedFrom: "Where the check was made, as far as that is known.",
	lastGood: "The last check that was up, in the alert's time zone; else empty.",
	lasted: "How long the problem lasted, for what ends one: `5 min 3 s`; else empty.",
	reminder: "`still` in a reminder; else empty.",
	consequences: "How many monitors that depend on it failed, too, or failed with it, in its recovery; else empty.",
	link: "The monitor's page in Lapwing; empty without `PUBLIC_URL`.",
	"alert.id": "`alt_…`",
	"alert.name": "The name of the alert.",
	"message.id": "`evt_…`: the same at every attempt, so that a receiver can ignore repetitions.",
	count: "Monitors that the message is about.",
} as const;

type TemplateField = keyof typeof TEMPLATE_FIELDS;
export type TemplateValues = Readonly<Record<TemplateField, string>>;

export const TEMPLATE_FIELD_NAMES = Object.keys(TEMPLATE_FIELDS) as readonly TemplateField[];

/** Fields in one template: each has up to a few thousand characters. */
const MAX_FIELDS = 50;

const BRACES = /\{\{([^{}]*)\}\}/g;

/** Why a template can't be used, with what to write instead; null when it can. */
export function templateProblem(template: string): string | null {
	if ([...template.matchAll(BRACES)].length > MAX_FIELDS) return `Has more than ${MAX_FIELDS} fields.`;
	for (const [, inner = ""] of template.matchAll(BRACES)) {
		const name = inner.trim();
		if (Object.hasOwn(TEMPLATE_FIELDS, name)) continue;
		const near = nearest(name);
		const hint = near === null ? `There are: ${TEMPLATE_FIELD_NAMES.join(", ")}.` : `Did you mean {{${near}}}?`;
		return `There is no field {{${name.slice(0, 50)}}}. ${hint}`;
	}
	const rest = template.replace(BRACES, "");
	if (/\{\{[A-Za-z.\s]*$/m.test(rest)) return "A {{ has no }} after it.";
	return null;
}

/** The template with the values in their places. @param escaped what a value becomes there */
export function render(
	template: string,
	values: TemplateValues,
	escaped: (value: string) => string = (value) => value,
): string {
	return template.replace(BRACES, (whole, inner: string) => {
		const name = inner.trim();
		return Object.hasOwn(TEMPLATE_FIELDS, name) ? escaped(values[name as TemplateField]) : whole;
	});
}

/** The field that someone meant: the same letters but for case and punctuation, or one that begins or ends so. */
function nearest(name: string): TemplateField | null {
	const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
	const wanted = plain(name);
	if (wanted.length < 3) return null;
	const same = TEMPLATE_FIELD_NAMES.find((field) => plain(field) === wanted);
	return (
		same ?? TEMPLATE_FIELD_NAMES.find((field) => plain(field).includes(wanted) || wanted.includes(plain(field))) ?? null
	);
}
