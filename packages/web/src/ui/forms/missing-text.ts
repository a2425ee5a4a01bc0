/** What a required field that was left empty asks for, by its label: `Enter an address.`, `Enter your name.` */
export function missingText(label: string): string {
	// An abbreviation keeps its capitals: "API key".
	const words = /^[A-Z][A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
	if (words === "email") return "Enter an email address.";
	const [first = ""] = words.split(" ");
	if (first === "your" || /[^s]s$/.test(words)) return `Enter ${words}.`;
	return `Enter ${/^[aeio]/i.test(words) ? "an" : "a"} ${words}.`;
}
