/**
 * Literal text in formats that know no escape: Zulip ("escape" in
 * https://github.com/zulip/zulip/blob/main/zerver/lib/markdown/__init__.py), Google Chat and Rocket.Chat. What would be
 * markup, a link, a mention or an emoji is parted by a space that has no width, or hardly any: bold and italic begin
 * only where no white space follows their sign, and a space without width is none.
 */

const NO_WIDTH = "\u200b";
const HAIR = "\u200a";

export function parted(text: string): string {
	return (
		text
			// Within a word `_` and `~` are none, as in an address.
			.replace(/(?:\*|(?<!\w)[_~])(?=\S)/g, `$&${HAIR}`)
			.replace(/[`$#@<!](?=\S)/g, `$&${NO_WIDTH}`)
			.replace(/\](?=[([])/g, `]${NO_WIDTH}`)
			.replace(/:(?=[\w+-]+:)/g, `:${NO_WIDTH}`)
			.replace(/^(?=[>+-]|\d+[.)] )/gm, NO_WIDTH)
	);
}
