/** The tokens' colours for canvas drawing, resolved for the current theme. */
export function seenColours<Name extends string>(names: readonly Name[]): Record<Name, string> {
	const probe = document.createElement("span");
	probe.hidden = true;
	document.body.append(probe);
	const colours = {} as Record<Name, string>;
	for (const name of names) {
		probe.style.color = `var(${name})`;
		colours[name] = getComputedStyle(probe).color;
	}
	probe.remove();
	return colours;
}
