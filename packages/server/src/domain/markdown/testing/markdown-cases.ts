/** What Markdown is shown as, and texts that attack: the dashboard and the status pages are held to the same. */

/** By the text: the elements, without class names. */
export const MARKDOWN_CASES: readonly (readonly [text: string, html: string])[] = [
	["a *b* **c** ~~d~~ `e`", "<p>a <em>b</em> <strong>c</strong> <s>d</s> <code>e</code></p>"],
	["one\ntwo  \nthree\n\nfour", "<p>one\ntwo<br>three</p><p>four</p>"],
	["- a\n- b\n\n3. c", '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>'],
	["> a", "<blockquote><p>a</p></blockquote>"],
	["```js\n<b>\n```", "<pre>&lt;b&gt;\n</pre>"],
	["# a\n---", "<p><strong>a</strong></p><hr>"],
	["&amp; &#65;", "<p>&amp; A</p>"],
	['[a](https://a.example "b")', '<p><a href="https://a.example" title="b" rel="noopener nofollow">a</a></p>'],
	["https://a.example/b", '<p><a href="https://a.example/b" rel="noopener nofollow">https://a.example/b</a></p>'],
	["ops@a.example", '<p><a href="mailto:ops@a.example" rel="noopener nofollow">ops@a.example</a></p>'],
	["a.example", "<p>a.example</p>"],
	["![a](https://a.example/b.png)", '<p>!<a href="https://a.example/b.png" rel="noopener nofollow">a</a></p>'],
	["", ""],
];

export const MARKDOWN_ATTACKS = [
	"<script>globalThis.owned = true</script>",
	"<img src=x onerror=alert(1)>",
	"<a href='javascript:alert(1)'>a</a>",
	"<svg/onload=alert(1)>",
	"<!-- --><iframe src=//a.example>",
	"[a](javascript:alert(1))",
	"[a](JaVaScRiPt:alert(1))",
	"[a](&#106;avascript:alert(1))",
	"[a](java\u0000script:alert(1))",
	"[a](<java\tscript:alert(1)>)",
	"[a](data:text/html,<script>alert(1)</script>)",
	"[a](vbscript:a)",
	"[a](file:///etc/passwd)",
	"[a](blob:null/1)",
	"[a](ftp://a.example)",
	"[a](//a.example)",
	"[a](/settings)",
	"[a](https:settings)",
	"[a](#b)",
	"[a]\n\n[a]: javascript:alert(1)",
	"<javascript:alert(1)>",
	"![a](javascript:alert(1))",
	'![a](x" onerror="alert(1))',
	'[a](https://a.example "x\\" onmouseover=\\"alert(1)")',
	'```"><script>alert(1)</script>\na\n```',
	"`<script>`\n\n    <script>",
];
/** Those of them whose link is not allowed. */
export const REFUSED_LINKS = MARKDOWN_ATTACKS.slice(5, 19);

const TABLE = `${"|a".repeat(100)}\n${"|-".repeat(100)}\n${"|a\n".repeat(1_500)}`.slice(0, 5_000);
/** The longest texts of the worst kinds. */
export const HEAVY_MARKDOWN = [TABLE, ">".repeat(5_000), "[".repeat(5_000), "a@b.c ".repeat(833), "- ".repeat(2_500)];

export const ALLOWED_ELEMENTS = new Set([
	"P",
	"STRONG",
	"EM",
	"S",
	"BR",
	"A",
	"UL",
	"OL",
	"LI",
	"BLOCKQUOTE",
	"CODE",
	"PRE",
	"HR",
]);
export const ALLOWED_ATTRIBUTES = new Set(["class", "href", "title", "rel", "start"]);
