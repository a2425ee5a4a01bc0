/** The picture of a message in the documentation: an SVG of the texts that were sent, in the frame of its medium. */

import { escaped } from "../../domain/html.ts";

/** How people meet a message: in a chat, as mail, as a note on a phone, as an alert of a service, or as a request. */
export type Medium = "chat" | "mail" | "phone" | "service" | "request";

const WIDTH = 640;
const PADDING = 20;
const LINE_HEIGHT = 21;
/** The place of the texts; a chat has the sender's sign before them. */
const LEFT: Readonly<Record<Medium, number>> = { chat: 76, mail: 28, phone: 28, service: 36, request: 28 };
/** Characters of a line. The fonts differ from reader to reader, so that there is room for wide ones. */
const CHARACTERS: Readonly<Record<Medium, number>> = { chat: 70, mail: 76, phone: 76, service: 74, request: 74 };

/** Dark where the reader's page is: a picture of a page has no other way to know. */
const STYLE = `text{font:14px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}.name{fill:#59636e}
.link{fill:#0a5bd3}.code{font:12px ui-monospace,monospace;white-space:pre}.from{font-size:12px;fill:#59636e}
.card{fill:#fff;stroke:#d1d9e0}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.name,.from{fill:#9198a1}.link{fill:#6ea8fe}
.card{fill:#151b23;stroke:#3d444d}}`;

/**
 * @param name the channel's
 * @param title the part of the texts that stands out
 * @param lines as a person reads them; `label → address` is a link, and what stands in parentheses is not shown
 */
export function messagePicture(name: string, medium: Medium, title: string, lines: readonly string[]): string {
	const left = LEFT[medium];
	const shown = lines
		.flatMap((line) => line.split("\n"))
		.filter((line) => !/^\(.*\)$/.test(line))
		.flatMap((line) => wrapped(line, CHARACTERS[medium]));
	const titleAt = shown.findIndex((line) => line.includes(title));
	const texts = shown.map((line, index) => {
		const at = `x="${left}" y="${PADDING + 52 + index * LINE_HEIGHT}"`;
		return medium === "request"
			? `<text ${at} class="code">${escaped(line)}</text>`
			: `<text ${at}${index === titleAt ? ' class="title"' : ""}>${spans(line)}</text>`;
	});
	const height = 2 * PADDING + 44 + shown.length * LINE_HEIGHT;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(`A message by ${name}: ${title}`)}</title>
<style>${STYLE}</style>
<rect x="1" y="1" width="${WIDTH - 2}" height="${height - 2}" rx="${medium === "phone" ? 22 : 8}" class="card"/>
${DECORATIONS[medium](height)}
<text x="${left}" y="${PADDING + 18}" class="from">${escaped(`${name} · Lapwing`)}</text>
${texts.join("\n")}
</svg>
`;
}

const DECORATIONS: { readonly [Of in Medium]: (height: number) => string } = {
	chat: () =>
		`<circle cx="42" cy="42" r="20" fill="#c62828"/><path d="M32 42h6l3-8 5 15 3-7h4" fill="none" stroke="#fff" stroke-width="2"/>`,
	mail: () => `<path d="M1 48H${WIDTH - 1}" stroke="#d1d9e0"/>`,
	phone: () => `<rect x="${WIDTH / 2 - 30}" y="8" width="60" height="4" rx="2" fill="#d1d9e0"/>`,
	service: (height) => `<rect x="14" y="16" width="6" height="${height - 32}" rx="3" fill="#c62828"/>`,
	request: () => `<path d="M1 48H${WIDTH - 1}" stroke="#d1d9e0"/>`,
};

/** `label → address` is shown as its label; of `Name: value` the name is grey, and an address is a link. */
function spans(line: string): string {
	return line
		.split(" · ")
		.map((part) => {
			const [label = "", address] = part.split(" → ", 2);
			if (address !== undefined) return link(label);
			const [, name, value = ""] = /^([A-Z][A-Za-z ]{2,24}:) (.*)$/.exec(part) ?? [undefined, undefined, part];
			const shown = value.startsWith("https://") ? link(value) : escaped(value);
			return name === undefined ? shown : `<tspan class="name">${escaped(name)}</tspan> ${shown}`;
		})
		.join(" · ");
}

function link(text: string): string {
	return `<tspan class="link">${escaped(text)}</tspan>`;
}

/** At spaces; lines begin with the spaces that they had. A link is one line, for its address is not shown. */
function wrapped(line: string, characters: number): string[] {
	if (line.includes(" → ") || line.length <= characters) return [line];
	const lines: string[] = [];
	let rest = line;
	while (rest.length > characters) {
		const space = rest.lastIndexOf(" ", characters);
		const end = space > characters / 2 ? space : characters;
		lines.push(rest.slice(0, end));
		rest = rest.slice(end).trimStart();
	}
	return [...lines, rest];
}
