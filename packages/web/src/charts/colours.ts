/** The tokens' colours for canvas drawing, as a theme has them. */
export function seenColours<Name extends string>(
	names: readonly Name[],
	theme: "light" | "dark",
): Record<Name, string> {
	const probe = document.createElement("span");
	probe.hidden = true;
	probe.style.colorScheme = theme;
	document.body.append(probe);
	const colours = {} as Record<Name, string>;
	for (const name of names) {
		probe.style.color = `var(${name})`;
		colours[name] = getComputedStyle(probe).color;
	}
	probe.remove();
	return colours;
}
