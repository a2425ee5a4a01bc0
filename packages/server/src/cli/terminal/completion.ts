/**
 * `lapwing completion bash|zsh|fish`: a script that completes commands and options, written from the table of commands.
 * The script finds how deep the typed words lead, and offers what stands there.
 */

import { Argument, type Command } from "commander";
import { command, printLines } from "../command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** The words that can follow a command: `lapwing monitors` → list, add, --help … */
type Words = ReadonlyMap<string, readonly string[]>;

export function completion(program: Command): Command {
	return command("completion", "Print a script that completes commands in a shell.")
		.addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
		.addHelpText(
			"after",
			"\nbash: lapwing completion bash >~/.local/share/bash-completion/completions/lapwing" +
				"\nzsh:  lapwing completion zsh >~/.zfunc/_lapwing   (with ~/.zfunc in fpath)" +
				"\nfish: lapwing completion fish >~/.config/fish/completions/lapwing.fish",
		)
		.action((shell: Shell) => printLines(SCRIPTS[shell](wordsOf(program))));
}

function wordsOf(program: Command): Words {
	const words = new Map<string, readonly string[]>();
	const visit = (at: Command, path: string) => {
		const options = at.options.flatMap(({ long }) => (long ? [long] : []));
		const choices = at.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
		words.set(path, [...at.commands.map((each) => each.name()), ...choices, ...options, "--help"]);
		for (const each of at.commands) visit(each, `${path} ${each.name()}`);
	};
	visit(program, program.name());
	return words;
}

/** What leads deeper, as the patterns of a `case`. */
const deeper = (words: Words) => [...words.keys()].slice(1);

const SCRIPTS: Readonly<Record<Shell, (words: Words) => string>> = {
	bash: (words) => `_lapwing() {
	local at=lapwing word offered= i
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=\${COMP_WORDS[i]}
		case "$at $word" in
			${deeper(words).map(quoted).join(" | ")}) at="$at $word" ;;
		esac
	done
	case "$at" in
${lines(words, (path, offered) => `		${quoted(path)}) offered=${quoted(offered)} ;;`)}
	esac
	COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _lapwing lapwing`,

	zsh: (words) => `#compdef lapwing
_lapwing() {
	local at=lapwing word
	for word in "\${(@)words[2,CURRENT-1]}"; do
		case "$at $word" in
			(${deeper(words).map(quoted).join("|")}) at="$at $word" ;;
		esac
	done
	case "$at" in
${lines(words, (path, offered) => `		(${quoted(path)}) compadd -- ${offered} ;;`)}
	esac
}
if [ "$funcstack[1]" = _lapwing ]; then _lapwing "$@"; else compdef _lapwing lapwing; fi`,

	fish: (words) => `function __lapwing_at
	set -l at lapwing
	for word in (commandline -opc)[2..-1]
		switch "$at $word"
			case ${deeper(words).map(quoted).join(" ")}
				set at "$at $word"
		end
	end
	test "$at" = "$argv[1]"
end
complete -c lapwing -f
${lines(words, (path, offered) => `complete -c lapwing -n '__lapwing_at "${path}"' -a ${quoted(offered)}`)}`,
};

function lines(words: Words, line: (path: string, offered: string) => string): string {
	return [...words].map(([path, offered]) => line(path, offered.join(" "))).join("\n");
}

/** Our words have letters, hyphens and spaces alone. */
function quoted(text: string): string {
	return `'${text}'`;
}
